import type { Project } from '@leadlight/contract/projects'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { useSWRConfig } from 'swr'
import { transferProject } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { showToast } from '../../ui/toast.tsx'

const LEFT_BEHIND =
  'Once it moves, your team and guests no longer see it. Invites to it, personal keys for it alone, its keys to platforms, and its monitoring, webhooks, Slack messages and mails end.'

/** Offers the project to somebody, once it is said what ends with it; a super admin's offer moves it at once. */
export function TransferForm({ project }: { project: Project }) {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setError(null)
    setAsked(formText(new FormData(event.currentTarget), 'email').trim())
  }
  async function offer(email: string) {
    setBusy(true)
    try {
      const transfer = await call(transferProject, { params: { id: project.id }, body: { email } })
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
      setAsked(null)
    }
  }
  return (
    <form onSubmit={ask} className="flex flex-wrap items-start gap-3">
      <Field label="Email of an admin there" error={error} className="min-w-0 flex-1 basis-60">
        {(control) => <Input {...control} name="email" type="email" maxLength={254} autoComplete="off" required />}
      </Field>
      <Button type="submit" className="h-9 sm:mt-6.5">
        Offer project
      </Button>
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        title={`Offer ${project.name} to ${asked ?? 'them'}?`}
        description={LEFT_BEHIND}
        footer={
          <>
            <Button onClick={() => setAsked(null)}>Keep it</Button>
            <Button variant="primary" busy={busy} onClick={() => void offer(asked ?? '')}>
              Offer it
            </Button>
          </>
        }
      />
    </form>
  )
}
