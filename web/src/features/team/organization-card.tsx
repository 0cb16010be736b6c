import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { updateOrganization } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { useOrganization } from '../../lib/organization.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { LeaveOrganization } from './leave-organization.tsx'

/** The organization: rename, leave, delete. */
export function OrganizationCard() {
  const { data: organization } = useOrganization()
  const canManage = useCan('organization.manage')
  const [dialog, setDialog] = useState<'leave' | 'delete' | null>(null)
  if (!organization) return null
  return (
    <section aria-labelledby="organization" className="grid grid-cols-1 gap-4 rounded-card border bg-surface p-5">
      <h2 id="organization" className="text-l font-semibold">
        Organization
      </h2>
      {canManage && <RenameForm name={organization.name} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
        <p className="min-w-0 flex-1 basis-72 wrap-anywhere text-ink-2">
          Leaving ends your access to {organization.name}. Your account stays, and what you did here stays with it.
        </p>
        <Button onClick={() => setDialog('leave')}>Leave organization</Button>
      </div>
      {canManage && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
          <p className="min-w-0 flex-1 basis-72 wrap-anywhere text-ink-2">
            Deleting takes every project, signal and lead with it, for good.
          </p>
          <Button variant="danger" onClick={() => setDialog('delete')}>
            Delete organization
          </Button>
        </div>
      )}
      <LeaveOrganization name={organization.name} open={dialog === 'leave'} onClose={() => setDialog(null)} />
      <DeleteOrganization name={organization.name} open={dialog === 'delete'} onClose={() => setDialog(null)} />
    </section>
  )
}

function RenameForm({ name }: { name: string }) {
  const { mutate } = useSWRConfig()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const renamed = await call(updateOrganization, { body: { name: formText(form, 'name').trim() } })
    await mutate(keys.organization, renamed, { revalidate: false })
    showToast({ kind: 'success', message: 'Saved' })
  })
  return (
    <form onSubmit={onSubmit}>
      <Field label="Organization name" error={failureByField(failure).form}>
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} name="name" defaultValue={name} maxLength={100} required className="min-w-0 flex-1" />
            <Button type="submit" busy={busy} className="h-9">
              Rename
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
