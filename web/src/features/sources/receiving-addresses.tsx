import type { ReceivingAddressWithSecret } from '@leadlight/contract/receiving'
import { RECEIVING_ADDRESSES_MAX } from '@leadlight/domain/receiving'
import { useEffect, useRef, useState } from 'react'
import { formText } from '../../lib/form-text.ts'
import { failureByField, messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { ReceivingAddressRow } from './receiving-address-row.tsx'
import { SourceSection } from './source-section.tsx'
import { useReceivingAddresses } from './use-receiving-addresses.ts'

/** The addresses to which other tools send what they find, and a form that makes another. */
export function ReceivingAddresses({ projectId }: { projectId: string }) {
  const { data: addresses, error, isValidating, mutate, make, revoke } = useReceivingAddresses(projectId)
  const [made, setMade] = useState<ReceivingAddressWithSecret | null>(null)
  return (
    <SourceSection title="What other tools find">
      <p className="text-ink-2">
        F5Bot, Google Alerts, Octolens, Syften and Slack send what they find to an address of yours. It is judged like a
        post you read elsewhere.
      </p>
      {!addresses && error !== undefined && (
        <ErrorState title="The addresses could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      )}
      {!addresses && error === undefined && (
        <SkeletonGroup label="Loading the addresses">
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
      {addresses && addresses.length > 0 && (
        <ul className="divide-y rounded-card border bg-surface" aria-label="Receiving addresses">
          {addresses.map((address) => (
            <ReceivingAddressRow
              key={address.id}
              address={address}
              onRevoke={(waiting) => revoke(address.id, waiting)}
            />
          ))}
        </ul>
      )}
      {made && <MadeAddress made={made} onKept={() => setMade(null)} />}
      {addresses && !made && addresses.length < RECEIVING_ADDRESSES_MAX && (
        <AddressForm onMake={async (name) => setMade(await make(name))} />
      )}
    </SourceSection>
  )
}

function AddressForm({ onMake }: { onMake: (name: string) => Promise<void> }) {
  const { onSubmit, busy, failure } = useSubmit((form) => onMake(formText(form, 'name')))
  const { form: error } = failureByField(failure)
  return (
    <form onSubmit={onSubmit} className="grid gap-2.5" aria-label="New address">
      <Field label="What sends to it" hint="One for each tool, so that you can end one alone.">
        {(control) => (
          <Input {...control} name="name" placeholder="F5Bot" maxLength={100} required autoComplete="off" />
        )}
      </Field>
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-start">
        Make an address
      </Button>
    </form>
  )
}

/** A new address, shown only once. */
function MadeAddress({ made, onKept }: { made: ReceivingAddressWithSecret; onKept: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-2.5 rounded-card border bg-surface p-3">
      <p ref={heading} tabIndex={-1} className="font-medium wrap-anywhere outline-none">
        The address for “{made.name}” is made. Keep it now.
      </p>
      <Notice tone="warning">It is shown this once. Whoever has it can send posts to this project.</Notice>
      <code className="rounded-card bg-sunken px-3 py-2.5 font-mono text-s break-all">{made.url}</code>
      {made.mail !== null && (
        <>
          <p className="text-ink-2">For mails, such as those of F5Bot and Google Alerts, give out this one:</p>
          <code className="rounded-card bg-sunken px-3 py-2.5 font-mono text-s break-all">{made.mail}</code>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <CopyButton text={made.url} what="the address" />
        {made.mail !== null && <CopyButton text={made.mail} what="the mail address" />}
        <Button variant="primary" onClick={onKept}>
          I have kept it
        </Button>
      </div>
    </div>
  )
}
