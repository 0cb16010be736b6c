import type { Project } from '@leadlight/contract/projects'
import type { Member } from '@leadlight/contract/team'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { useSWRConfig } from 'swr'
import { transferProject } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { displayName } from '../../lib/current-user.ts'
import { keys } from '../../lib/keys.ts'
import { useMembers } from '../../lib/members.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { showToast } from '../../ui/toast.tsx'

const LEFT_BEHIND =
  'Once it moves, your team and guests no longer see it. Invites to it, personal keys for it alone, its keys to platforms, and its monitoring, webhooks, Slack messages and mails end.'
const HERE = 'is in your organization already. A project is handed over to an admin of another organization.'

/** Offers the project to somebody, once it is said what ends with it; a super admin's offer moves it at once. */
export function TransferForm({ project }: { project: Project }) {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const teammate = useTeammateBy(email)
  function change(typed: string) {
    setError(null)
    setEmail(typed)
  }
  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setAsked(teammate === undefined)
  }
  async function offer() {
    setBusy(true)
    setError(null)
    try {
      const transfer = await call(transferProject, { params: { id: project.id }, body: { email: email.trim() } })
      if (transfer.state === 'done') {
        await navigate('/org/projects')
        await mutate(keys.projects)
        showToast({ kind: 'success', message: `${project.name} now belongs to ${transfer.organization_name}.` })
      } else {
        await mutate(keys.transfer(project.id), transfer, { revalidate: false })
        showToast({ kind: 'success', message: `${project.name} is offered to ${transfer.email} for 7 days.` })
      }
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
      setAsked(false)
    }
  }
  return (
    <form onSubmit={ask} className="flex flex-wrap items-start gap-3">
      <EmailField
        label="Email of an admin there"
        value={email}
        error={teammate ? `${displayName(teammate)} ${HERE}` : error}
        onChange={change}
        className="min-w-0 flex-1 basis-60"
      />
      <Button type="submit" className="h-9 sm:mt-6.5">
        Offer project
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Offer ${project.name} to ${email.trim()}?`}
        description={LEFT_BEHIND}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button variant="primary" busy={busy} onClick={() => void offer()}>
              Offer it
            </Button>
          </>
        }
      />
    </form>
  )
}

/** The person of the user's own organization who has the address. */
function useTeammateBy(email: string): Member | undefined {
  const { data: members = [] } = useMembers(true)
  return members.find((member) => member.email.toLowerCase() === email.trim().toLowerCase())
}
