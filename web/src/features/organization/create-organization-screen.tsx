import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useSWRConfig } from 'swr'
import { createOrganization } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { displayName, useCurrentUser } from '../../lib/current-user.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface CreateOrganizationScreenProps {
  /** Opens the new organization in place of this screen. */
  onCreated: () => void
  onSignOut: () => void
  onDeleteAccount: () => void
}

/** The first screen of a user without an organization: creates one, with the user as admin. */
export function CreateOrganizationScreen({ onCreated, onSignOut, onDeleteAccount }: CreateOrganizationScreenProps) {
  const { data: user } = useCurrentUser()
  const { mutate } = useSWRConfig()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  usePageTitle('Create your organization')
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), 'name').trim()
    setBusy(true)
    setError(null)
    try {
      const organization = await call(createOrganization, { body: { name } })
      await mutate(keys.organization, organization, { revalidate: false })
      onCreated()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  return (
    <section className="grid w-full max-w-104 gap-5 rounded-card border bg-surface p-6 sm:p-7">
      <header>
        <h1 className="text-xl font-semibold tracking-[-0.015em]">Create your organization</h1>
        <p className="mt-1 text-ink-2">
          It holds your projects and your team. Joining somebody else&rsquo;s takes an invite from them.
        </p>
      </header>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="Organization name" error={error}>
          {(control) => (
            <Input {...control} name="name" autoComplete="organization" maxLength={100} placeholder="Acme" required />
          )}
        </Field>
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Create organization
        </Button>
      </form>
      <p className="text-s wrap-anywhere text-ink-3">
        Signed in{user ? ` as ${displayName(user)}` : ''}.{' '}
        <button type="button" className="link" onClick={onSignOut}>
          Sign out
        </button>{' '}
        or{' '}
        <button type="button" className="link" onClick={onDeleteAccount}>
          delete your account
        </button>
        .
      </p>
    </section>
  )
}
