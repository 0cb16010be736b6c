import type { ReceivingAddress } from '@leadlight/contract/receiving'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDate, formatMoment, formatNumber } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'

interface ReceivingAddressRowProps {
  address: ReceivingAddress
  onRevoke: (waiting: 'judge' | 'discard') => Promise<void>
}

/** An address: who made it, what has arrived there, what waits and why, and what could not be taken. */
export function ReceivingAddressRow({ address, onRevoke }: ReceivingAddressRowProps) {
  const { name, hint, created_by: by, created_at: at, last_received_at: last, problem, problem_at: since } = address
  const [asking, setAsking] = useState(false)
  const [discards, setDiscards] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function revoke() {
    try {
      await onRevoke(discards ? 'discard' : 'judge')
    } catch (failure) {
      setError(messageOf(failure))
      setAsking(false)
    }
  }
  return (
    <li className="grid gap-2.5 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Inbox aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-s text-ink-3">
            <span className="font-mono">…{hint}</span> · made {by !== null && `by ${by} `}on {formatDate(at)}
          </p>
          <p className="text-s text-ink-3">
            {last === null ? 'Nothing has arrived yet' : `${sayReceived(address)} · last ${formatMoment(last)}`}
          </p>
        </div>
        {!asking && (
          <Button aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
            Revoke
          </Button>
        )}
      </div>
      {address.waiting > 0 && (
        <p className="text-s text-ink-2">
          {formatCount(address.waiting, 'post waits', 'posts wait')} to be judged. {address.waits_because}
        </p>
      )}
      {problem !== null && since !== null && (
        <p className="text-s wrap-anywhere text-bad">
          {formatMoment(since)}: {problem}
        </p>
      )}
      {asking && (
        <InlineConfirm label={`Revoke ${name}?`} action="Revoke it" onConfirm={revoke} onKeep={() => setAsking(false)}>
          Whatever sends to this address is refused at once.
          {address.waiting > 0 && (
            <Checkbox className="mt-1.5" checked={discards} onChange={(event) => setDiscards(event.target.checked)}>
              Discard the {formatCount(address.waiting, 'post that waits', 'posts that wait')} to be judged
            </Checkbox>
          )}
        </InlineConfirm>
      )}
      {error && <Notice tone="bad">{error}</Notice>}
    </li>
  )
}

function sayReceived({ received, leads }: ReceivingAddress): string {
  return `${formatCount(received, 'post')} received, ${leads === 0 ? 'none' : formatNumber(leads)} of them ${leads === 1 ? 'a lead' : 'leads'}`
}
