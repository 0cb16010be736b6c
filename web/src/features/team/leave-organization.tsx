import { useState } from 'react'
import { leaveOrganization } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/request-error.ts'
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
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    setError(null)
    try {
      await call(leaveOrganization, {})
      await resetOrganization()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
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
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            Leave
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error}</Notice>}
    </Dialog>
  )
}
