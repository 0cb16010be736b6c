import type { WebhookDelivery } from '@leadlight/contract/webhooks'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { EVENT_WORDS } from './event-words.ts'

const STATES: Record<WebhookDelivery['state'], { name: string; tone: Tone }> = {
  delivered: { name: 'Delivered', tone: 'good' },
  waiting: { name: 'Waiting', tone: 'info' },
  failed: { name: 'Failed', tone: 'bad' },
}

interface DeliveryRowProps {
  delivery: WebhookDelivery
  canReplay: boolean
  onReplay: (delivery: WebhookDelivery) => Promise<void>
}

/** One delivery; open, it shows the payload and each attempt with its response. */
export function DeliveryRow({ delivery, canReplay, onReplay }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { name, tone } = STATES[delivery.state]
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-4 shrink-0 text-ink-3 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="font-medium">{EVENT_WORDS[delivery.event]}</span>
        <Chip tone={tone}>{name}</Chip>
        <span className="ml-auto text-s text-ink-3">{formatMoment(delivery.created_at)}</span>
        <span className="basis-full pl-7 text-s wrap-anywhere text-ink-2">{lastSaid(delivery)}</span>
      </button>
      {isOpen && (
        <div id={details} className="grid gap-3 px-3 pb-3 pl-10">
          <Tries delivery={delivery} />
          <Body delivery={delivery} />
          <Replay {...{ delivery, canReplay, onReplay }} />
        </div>
      )}
    </li>
  )
}

function Tries({ delivery: { tries } }: { delivery: WebhookDelivery }) {
  if (tries.length === 0) return null
  return (
    <ol className="grid gap-2" aria-label="Tries, newest first">
      {tries.map((tried) => (
        <li key={tried.at} className="grid gap-1 text-s">
          <p className="text-ink-2">
            {formatMoment(tried.at)} · {tried.status ?? 'no answer'} · {tried.duration_ms} ms
            {tried.error !== null && ` · ${tried.error}`}
          </p>
          {tried.answer !== null && (
            <pre className="rounded-card bg-sunken p-2 break-all whitespace-pre-wrap">{tried.answer}</pre>
          )}
        </li>
      ))}
    </ol>
  )
}

function Body({ delivery: { body, message_id: id } }: { delivery: WebhookDelivery }) {
  return (
    <div className="grid gap-1">
      <p className="text-s break-all text-ink-3">webhook-id: {id}</p>
      {body === null ? (
        <p className="text-s text-ink-2">Nothing is kept of what was sent.</p>
      ) : (
        <pre aria-label="What was sent" className="rounded-card bg-sunken p-2 text-s break-all whitespace-pre-wrap">
          {pretty(body)}
        </pre>
      )}
    </div>
  )
}

function Replay({ delivery, canReplay, onReplay }: DeliveryRowProps) {
  const canWrite = useCan('webhook.write')
  const { busy, run } = useToastedAttempt()
  if (!canWrite || !canReplay || delivery.state === 'waiting') return null
  return (
    <Button size="s" className="justify-self-start" busy={busy} onClick={() => void run(() => onReplay(delivery))}>
      {!busy && <RotateCw aria-hidden="true" />}
      Send again
    </Button>
  )
}

function lastSaid({ state, tries, next_try_at: next }: WebhookDelivery): string {
  const [last] = tries
  const after = tries.length > 1 ? ` after ${formatCount(tries.length, 'try', 'tries')}` : ''
  if (state === 'delivered') return `Answered ${last?.status ?? ''}${after}.`
  const error = last?.error ?? (state === 'failed' ? 'It was given up before it was sent.' : 'It is about to be sent.')
  return state === 'waiting' && next !== null && last ? `${error} Tried again ${formatMoment(next)}.` : error
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
