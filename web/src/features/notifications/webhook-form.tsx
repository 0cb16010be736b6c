import type { Webhook, WebhookWithSecret } from '@leadlight/contract/webhooks'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@leadlight/domain/webhooks'
import { useState } from 'react'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { ScoreField } from '../../ui/score-field.tsx'
import { Choices } from '../../ui/choices.tsx'
import { SignalChoices } from './lead-filter-fields.tsx'
import type { WebhookChanges } from './use-webhooks.ts'

interface WebhookFormProps {
  projectId: string
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null
  changes: WebhookChanges
  onClose: () => void
  onAdded: (made: WebhookWithSecret) => void
}

/** A webhook's URL and events. */
export function WebhookForm({ projectId, webhook, changes, onClose, onAdded }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [name, setName] = useState(webhook?.name ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['lead.created'])
  const [signals, setSignals] = useState<readonly string[]>(webhook?.intent_signals ?? [])
  const [minimum, setMinimum] = useState(webhook?.minimum_score === null ? '' : String(webhook?.minimum_score ?? ''))
  const { onSubmit, busy, failure } = useSubmit(async () => {
    const body = {
      url: url.trim(),
      name: name.trim(),
      events: [...events],
      intent_signals: [...signals],
      minimum_score: minimum === '' ? null : Number(minimum),
    }
    if (webhook) {
      await changes.change(webhook.id, body)
      onClose()
    } else onAdded(await changes.add(body))
  })
  const failed = failureByField(failure, { webhook_url_refused: 'url' })
  return (
    <Dialog open onOpenChange={onClose} title={webhook ? 'Change the webhook' : 'Add a webhook'}>
      <form onSubmit={onSubmit} className="grid gap-5">
        {failed.form && <Notice tone="bad">{failed.form}</Notice>}
        <Field label="Address" hint="It is called with POST and JSON, and has 15 seconds to answer." error={failed.url}>
          {(control) => (
            <Input
              {...control}
              required
              value={url}
              onChange={(event) => setUrl(event.target.value)}
              placeholder="https://example.com/leadlight"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Name" hint="What you call it; may stay empty.">
          {(control) => (
            <Input {...control} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Choices
          legend="What it hears of"
          options={WEBHOOK_EVENTS.map((event) => ({ id: event, label: EVENT_WORDS[event] }))}
          chosen={events}
          onChange={setEvents}
        />
        {events.some((event) => event.startsWith('lead.')) && (
          <>
            <SignalChoices projectId={projectId} chosen={signals} onChange={setSignals} />
            <ScoreField label="Leads from a score of" value={minimum} onChange={setMinimum} />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={events.length === 0 || url.trim() === ''}>
            {webhook ? 'Save' : 'Add webhook'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
