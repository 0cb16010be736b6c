import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@leadlight/contract/webhooks'
import { KeyRound, ListChecks, Pencil, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { formatAgo, formatCount, formatMoment } from '../../lib/format.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EVENT_WORDS } from './event-words.ts'
import type { WebhookChanges } from './use-webhooks.ts'

interface WebhookRowProps {
  webhook: Webhook
  changes: WebhookChanges
  onEdit: () => void
  onDeliveries: () => void
  onSecret: (made: WebhookWithSecret) => void
}

type Asking = 'remove' | 'rotate'

/** A webhook: its URL, events, state and actions. */
export function WebhookRow({ webhook, changes, onEdit, onDeliveries, onSecret }: WebhookRowProps) {
  const canWrite = useCan('webhook.write')
  const [asking, setAsking] = useState<Asking | null>(null)
  const opener = useRef<HTMLButtonElement | null>(null)
  const name = nameOf(webhook)
  function keep() {
    setAsking(null)
    opener.current?.focus()
  }
  function ask(what: Asking, button: HTMLButtonElement) {
    opener.current = button
    setAsking(what)
  }
  return (
    <li className="grid gap-2 p-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <StateChip webhook={webhook} />
          </h3>
          {webhook.name !== '' && <p className="text-s break-all text-ink-2">{webhook.url}</p>}
          <p className="text-s text-ink-2">{describeEvents(webhook)}</p>
          <p className="text-s text-ink-3">{describeHealth(webhook)}</p>
        </div>
        <div className="flex shrink-0 items-center">
          <IconButton label={`Deliveries of ${name}`} onClick={onDeliveries}>
            <ListChecks aria-hidden="true" />
          </IconButton>
          {canWrite && (
            <>
              <TestButton name={name} onTest={() => changes.test(webhook.id)} />
              <IconButton label={`Change ${name}`} onClick={onEdit}>
                <Pencil aria-hidden="true" />
              </IconButton>
              <IconButton label={`New secret for ${name}`} onClick={(event) => ask('rotate', event.currentTarget)}>
                <KeyRound aria-hidden="true" />
              </IconButton>
              <IconButton label={`Remove ${name}`} onClick={(event) => ask('remove', event.currentTarget)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </>
          )}
        </div>
      </div>
      {canWrite && !webhook.on && <TurnOn webhook={webhook} changes={changes} />}
      {asking && <Confirm {...{ webhook, changes, onSecret, asking }} onKeep={keep} />}
    </li>
  )
}

interface ConfirmProps extends Pick<WebhookRowProps, 'webhook' | 'changes' | 'onSecret'> {
  asking: Asking
  onKeep: () => void
}

function Confirm({ webhook, changes, onSecret, asking, onKeep }: ConfirmProps) {
  const { run } = useToastedAttempt()
  const name = nameOf(webhook)
  const remove = async () => {
    await changes.remove(webhook.id)
    showToast({ kind: 'success', message: `${name} is removed.` })
  }
  const rotate = async () => onSecret(await changes.rotate(webhook.id))
  return asking === 'remove' ? (
    <InlineConfirm
      label={`Remove ${name}?`}
      action="Remove"
      onKeep={onKeep}
      onConfirm={() => run(remove, 'It was not removed.')}
    >
      It is called no more, and the list of what was sent goes with it.
    </InlineConfirm>
  ) : (
    <InlineConfirm
      label={`Make a new secret for ${name}?`}
      action="Make a new secret"
      tone="plain"
      onKeep={onKeep}
      onConfirm={() => run(rotate, 'The secret stays as it is.')}
    >
      The secret that ends in {webhook.secret_hint.slice(1)} goes on signing beside it for a day.
    </InlineConfirm>
  )
}

function StateChip({ webhook }: { webhook: Webhook }) {
  if (!webhook.on) return <Chip tone={webhook.off_because === null ? 'neutral' : 'bad'}>Off</Chip>
  if (webhook.failing_since !== null) return <Chip tone="bad">Failing</Chip>
  return <Chip tone="good">On</Chip>
}

function TestButton({ name, onTest }: { name: string; onTest: () => Promise<WebhookDelivery> }) {
  const { busy, run } = useToastedAttempt()
  async function test() {
    const { state, tries } = await onTest()
    const [tried] = tries
    if (state === 'delivered') {
      showToast({ kind: 'success', message: `${name} took the test and answered ${tried?.status ?? ''}.` })
    } else showToast({ kind: 'error', message: `The test of ${name} failed. ${tried?.error ?? ''}` })
  }
  return (
    <IconButton label={`Test ${name}`} disabled={busy} onClick={() => void run(test, 'No test was sent.')}>
      <Send aria-hidden="true" />
    </IconButton>
  )
}

function TurnOn({ webhook, changes }: Pick<WebhookRowProps, 'webhook' | 'changes'>) {
  const { busy, run } = useToastedAttempt()
  async function turnOn() {
    await changes.change(webhook.id, { on: true })
    showToast({ kind: 'success', message: `${nameOf(webhook)} is on and hears of what happens from now on.` })
  }
  return (
    <Notice tone={webhook.off_because === null ? 'info' : 'warning'}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 flex-1 basis-50">{webhook.off_because ?? 'It is off and hears of nothing.'}</span>
        <Button size="s" busy={busy} onClick={() => void run(turnOn, 'It was not turned on.')}>
          Turn on
        </Button>
      </span>
    </Notice>
  )
}

function nameOf({ name, url }: Webhook): string {
  return name === '' ? url : name
}

function describeEvents({ events, intent_signals: signals, minimum_score: minimum }: Webhook): string {
  const what = events.map((event) => EVENT_WORDS[event]).join(', ')
  const ofSignals = signals.length === 0 ? '' : ` · of ${formatCount(signals.length, 'signal')}`
  return `${what}${ofSignals}${minimum === null ? '' : ` · from a score of ${minimum}`}`
}

function describeHealth({ last_delivered_at: last, failing_since: failing, waiting, on }: Webhook): string {
  const now = new Date()
  const parts = [last === null ? 'Nothing delivered yet' : `Last delivered ${formatAgo(last, now)}`]
  if (failing !== null && on) parts.push(`failing since ${formatMoment(failing)}`)
  if (waiting > 0) parts.push(`${formatCount(waiting, 'message')} waiting`)
  return parts.join(' · ')
}
