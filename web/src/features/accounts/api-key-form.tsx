import type { User } from '@leadlight/contract/accounts'
import type { ApiKey, ApiKeyWithSecret } from '@leadlight/contract/api-keys'
import { useState } from 'react'
import { createApiKey } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { useProjects } from '../../lib/projects.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { FormActions } from './account-row.tsx'
import { SCOPES } from './api-key-scopes.ts'

const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
] as const

type Lifetime = (typeof LIFETIMES)[number]['value']
type Scope = ApiKey['scope']

interface ApiKeyFormProps {
  role: NonNullable<User['organization_membership']>['role']
  onClose: () => void
  onMade: (key: ApiKeyWithSecret) => Promise<void>
}

/** Creates a key: name, scope, lifetime and projects. */
export function ApiKeyForm({ role, onClose, onMade }: ApiKeyFormProps) {
  const [scope, setScope] = useState<Scope>('read')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [isLimited, setLimited] = useState(false)
  const { data: projects = [] } = useProjects()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const chosen = form.getAll('project').filter((id) => typeof id === 'string')
    const body = {
      name: formText(form, 'name'),
      scope,
      expires_in_days: Number(lifetime),
      project_ids: isLimited ? chosen : null,
    }
    const made = await call(createApiKey, { body })
    onClose()
    await onMade(made)
  })
  const { form: error } = failureByField(failure)
  const scopes = (Object.keys(SCOPES) as Scope[])
    .filter((value) => value !== 'manage' || role === 'ADMIN' || role === 'SUPER_ADMIN')
    .map((value) => ({ value, ...SCOPES[value] }))
  return (
    <form onSubmit={onSubmit} aria-label="New key" className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <Field label="What it is for" hint="A name to know it by, such as the program that uses it.">
        {(control) => <Input {...control} name="name" maxLength={100} required autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="What it may do" hint={SCOPES[scope].hint}>
          {(control) => <Select {...control} value={scope} options={scopes} onChange={setScope} />}
        </Field>
        <Field label="How long">
          {(control) => <Select {...control} value={lifetime} options={LIFETIMES} onChange={setLifetime} />}
        </Field>
      </div>
      {projects.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="sr-only">Where</legend>
          <Checkbox checked={isLimited} onChange={(event) => setLimited(event.target.checked)}>
            Only in some projects
          </Checkbox>
          {isLimited && (
            <div className="grid gap-2 pl-6">
              {projects.map((project) => (
                <Checkbox key={project.id} name="project" value={project.id}>
                  <span className="min-w-0 wrap-anywhere">{project.name}</span>
                </Checkbox>
              ))}
            </div>
          )}
        </fieldset>
      )}
      <FormActions label="Make the key" busy={busy} onCancel={onClose} />
    </form>
  )
}
