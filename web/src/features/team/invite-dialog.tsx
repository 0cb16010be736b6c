import { GIVEN_ROLES } from '@leadlight/domain/roles'
import type { GivenRole } from '@leadlight/domain/roles'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useInstance } from '../../lib/instance.ts'
import { ROLE_HINTS, ROLE_WORDS } from '../../lib/members.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { useProjects } from '../../lib/projects.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useInviteChanges } from './use-invites.ts'

interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const FORM = 'invite-people'
const ROLE_OPTIONS = GIVEN_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role], hint: ROLE_HINTS[role] }))

/** Invites one email address. On failure the input stays, with the error beside it until it changes. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const changes = useInviteChanges()
  const isMailed = useInstance()?.mail !== false
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<GivenRole>('MEMBER')
  const [projectIds, setProjectIds] = useState<readonly string[]>([])
  const [error, setError] = useState<string | null>(null)
  const [isProjectMissing, setProjectMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const needsProject = role === 'GUEST' && projectIds.length === 0

  function changeEmail(next: string) {
    setError(null)
    setEmail(next)
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setProjectMissing(needsProject)
    if (needsProject) return
    setBusy(true)
    setError(null)
    try {
      const sent = await changes.send({ email, role, ...(role === 'GUEST' ? { project_ids: [...projectIds] } : {}) })
      const next = isMailed ? '' : ' Pass its link on.'
      showToast({ kind: 'success', message: `${sent.email} is invited. The invite lasts 7 days.${next}` })
      setEmail('')
      onOpenChange(false)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite people"
      description={
        isMailed
          ? 'They get a mail with a link to join your organization.'
          : `No mail is sent here. Ask the person who runs Leadlight for the link to join, and pass it on. ${FOUND_IN_OUTBOX}`
      }
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={FORM} busy={busy}>
            {isMailed ? 'Send invite' : 'Create invite'}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} className="grid gap-4">
        <EmailField label="Email" value={email} error={error} onChange={changeEmail} />
        <Field label="Role">
          {(control) => <Select {...control} value={role} options={ROLE_OPTIONS} onChange={setRole} />}
        </Field>
        {role === 'GUEST' && (
          <ProjectChoice chosen={projectIds} isMissing={isProjectMissing && needsProject} onChange={setProjectIds} />
        )}
      </form>
    </Dialog>
  )
}

interface ProjectChoiceProps {
  chosen: readonly string[]
  /** Whether it was submitted without a project. */
  isMissing: boolean
  onChange: (ids: readonly string[]) => void
}

function ProjectChoice({ chosen, isMissing, onChange }: ProjectChoiceProps) {
  const { data: projects = [] } = useProjects()
  function toggle(id: string, on: boolean) {
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  }
  if (projects.length === 0) return <p className="text-ink-3">There is no project yet that a guest could see.</p>
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-medium text-ink-2">Projects this guest sees</legend>
      <div className="grid max-h-48 gap-2 overflow-y-auto">
        {projects.map(({ id, name }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
            <span className="wrap-anywhere">{name}</span>
          </Checkbox>
        ))}
      </div>
      {isMissing && (
        <p role="alert" className="text-s text-bad">
          Choose at least one project for the guest.
        </p>
      )}
    </fieldset>
  )
}
