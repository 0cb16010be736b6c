import { leaveOrganization } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useResetOrganization } from '../../lib/use-reset-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

interface LeaveOrganizationProps {
  name: string
  open: boolean
  onClose: () => void
}

/** Confirms leaving: only an invite leads back. */
export function LeaveOrganization({ name, open, onClose }: LeaveOrganizationProps) {
  const resetOrganization = useResetOrganization()
  const { busy, failure, run } = useAttempt()
  async function leave() {
    await call(leaveOrganization, {})
    await resetOrganization()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={`Leave ${name}?`}
      description="You will need a new invite to come back."
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button variant="danger" busy={busy} onClick={() => void run(leave)}>
            Leave
          </Button>
        </>
      }
    >
      {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
    </Dialog>
  )
}
