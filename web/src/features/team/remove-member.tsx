import type { Member } from '@leadlight/contract/team'
import { useSWRConfig } from 'swr'
import { removeMember } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { displayName } from '../../lib/current-user.ts'
import { keys } from '../../lib/keys.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

interface RemoveMemberProps {
  /** The member to remove; null while the dialog is closed. */
  member: Member | null
  onClose: () => void
}

/** Confirms the removal of a member. */
export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const { mutate } = useSWRConfig()
  const { busy, run } = useToastedAttempt()
  const name = member ? displayName(member) : ''
  async function confirm() {
    if (!member) return
    await call(removeMember, { params: { userId: member.user_id } })
    showToast({ kind: 'success', message: `${name} is no longer in your organization.` })
    onClose()
    await mutate(keys.members)
  }
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`Remove ${name}?`}
      description="They see nothing of the organization from then on. What they did here stays, and so does their account."
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button variant="danger" busy={busy} onClick={() => void run(confirm, `${name} could not be removed.`)}>
            Remove
          </Button>
        </>
      }
    />
  )
}
