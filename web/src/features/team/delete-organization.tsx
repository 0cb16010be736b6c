import { deleteOrganization } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useHasCosts } from '../../lib/costs.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useResetOrganization } from '../../lib/use-reset-organization.ts'
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx'

interface DeleteOrganizationProps {
  name: string
  open: boolean
  onClose: () => void
}

/** Deletes the organization after its name is typed. */
export function DeleteOrganization({ name, open, onClose }: DeleteOrganizationProps) {
  const hasCosts = useHasCosts()
  const resetOrganization = useResetOrganization()
  return (
    <ConfirmByTyping
      open={open}
      onClose={onClose}
      title={`Delete ${name}?`}
      description={`Every project, signal, lead and invite goes with it${hasCosts ? ', and the credits that are left' : ''}. The people keep their accounts. Nothing brings it back.`}
      word={name}
      label="Type the name of the organization"
      action="Delete organization"
      messageOf={messageOf}
      onConfirm={async (typed) => {
        await call(deleteOrganization, { body: { name: typed } })
        await resetOrganization()
      }}
    />
  )
}
