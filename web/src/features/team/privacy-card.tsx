import type { Privacy } from '@leadlight/contract/privacy'
import useSWR, { useSWRConfig } from 'swr'
import { getPrivacy, updatePrivacy } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'

const CONTACT_MAX = 200

/** Whom people may write to about what is held of them, and how long what is kept. */
export function PrivacyCard() {
  const { data, error } = useSWR<Privacy, unknown>(keys.privacy, () => call(getPrivacy, {}))
  const canManage = useCan('organization.manage')
  return (
    <section aria-labelledby="privacy" className="grid grid-cols-1 gap-4 rounded-card border bg-surface p-5">
      <h2 id="privacy" className="text-l font-semibold">
        Privacy
      </h2>
      {error !== undefined && !data && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data && canManage && <ContactForm contact={data.contact} />}
      {data && !canManage && data.contact !== null && <p className="wrap-anywhere">Contact: {data.contact}</p>}
      {data && (
        <details>
          <summary className="cursor-pointer font-medium">What is kept, and for how long</summary>
          <dl className="mt-3 grid gap-2.5">
            {data.kept.map(({ what, until }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd className="text-ink-2">{until}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

function ContactForm({ contact }: { contact: string | null }) {
  const { mutate } = useSWRConfig()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const text = formText(form, 'contact').trim()
    const saved = await call(updatePrivacy, { body: { contact: text === '' ? null : text } })
    await mutate(keys.privacy, saved, { revalidate: false })
    showToast({ kind: 'success', message: 'Saved' })
  })
  return (
    <form onSubmit={onSubmit}>
      <Field
        label="Contact for people you write to"
        hint="An email address, a telephone number or a web page. It is public: whoever gets your privacy link sees it."
        error={failure === null ? null : messageOf(failure)}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              name="contact"
              defaultValue={contact ?? ''}
              maxLength={CONTACT_MAX}
              className="min-w-0 flex-1"
            />
            <Button type="submit" busy={busy} className="h-9">
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
