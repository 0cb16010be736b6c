import type { Source } from '@leadlight/contract/sources'
import { CircleCheck, CircleDashed, Trash2, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatAge, formatMoment, formatWebsite } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { showToast } from '../../ui/toast.tsx'

const HEALTH = {
  new: { Icon: CircleDashed, word: 'Not searched yet', colour: 'text-ink-3' },
  working: { Icon: CircleCheck, word: 'Working', colour: 'text-good' },
  failing: { Icon: TriangleAlert, word: 'Failing', colour: 'text-bad' },
} as const satisfies Record<Source['health'], object>

interface SourceRowProps {
  source: Source
  /** Left out where it cannot be removed. */
  onRemove?: (() => Promise<void>) | undefined
}

/** A source and how the last look at it went; where it failed, why, and when it is tried again. */
export function SourceRow({ source, onRemove }: SourceRowProps) {
  const [isRemoving, setRemoving] = useState(false)
  const trash = useRef<HTMLButtonElement>(null)
  async function remove() {
    try {
      await onRemove?.()
      showToast({ kind: 'success', message: `${source.name} is removed.` })
    } catch (error) {
      showToast({ kind: 'error', message: `${source.name} was not removed. ${messageOf(error)}` })
    }
  }
  function keep() {
    setRemoving(false)
    trash.current?.focus()
  }
  return (
    <li>
      <div className="flex items-start gap-2.5 px-3 py-2.5">
        <PlatformMark platform={source.platform} className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{source.name}</p>
          {source.kind !== 'built_in' && <Address source={source} />}
          <Health source={source} />
        </div>
        {onRemove && (
          <IconButton ref={trash} label={`Remove ${source.name}`} onClick={() => setRemoving(true)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {isRemoving && (
        <div className="mx-2 mb-2">
          <InlineConfirm label={`Remove ${source.name}?`} action="Remove" onConfirm={remove} onKeep={keep}>
            Searches no longer look there. Its leads stay.
          </InlineConfirm>
        </div>
      )}
    </li>
  )
}

function Address({ source }: { source: Source }) {
  return (
    <p className="text-s break-all text-ink-2">
      {source.platform_name}
      {source.url !== null && (
        <>
          {' · '}
          <a href={source.url} target="_blank" rel="noreferrer" className="underline decoration-line-strong">
            {formatWebsite(source.url)}
          </a>
        </>
      )}
    </p>
  )
}

function Health({ source }: { source: Source }) {
  const now = useNow()
  const { Icon, word, colour } = HEALTH[source.health]
  const looked = source.last_polled_at
  return (
    <div className="mt-0.5 text-s text-ink-2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${colour}`} />
        <span>{word}</span>
        {looked !== null && <span className="num text-ink-3">· last looked {agoOf(looked, now)}</span>}
      </p>
      {source.error !== null && (
        <p className="mt-0.5 break-words text-bad">
          {source.error} {nextTry(source.next_try_at, now)}
        </p>
      )}
    </div>
  )
}

function agoOf(instant: string, now: Date): string {
  const age = formatAge(instant, now)
  if (age === 'now') return 'just now'
  return /^\d+ (?:min|h|d)$/.test(age) ? `${age} ago` : age
}

/** A search in progress tries by itself; once its time is past, it is for the next one. */
function nextTry(instant: string | null, now: Date): string {
  if (instant === null || new Date(instant) <= now) return 'The next search tries again.'
  return `Next try from ${formatMoment(instant)}.`
}
