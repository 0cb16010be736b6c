import type { Source } from '@leadlight/contract/sources'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatWebsite } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Brought } from './brought.tsx'
import { SourceHealth } from './source-health.tsx'
import type { BroughtLeads } from './use-source-leads.ts'

interface SourceRowProps {
  source: Source
  leads: BroughtLeads | undefined
  /** Left out if it cannot be removed. */
  onRemove?: (() => Promise<void>) | undefined
}

/** A source and the result of its last poll; after a failure, the reason and the next try. */
export function SourceRow({ source, leads, onRemove }: SourceRowProps) {
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
          <p className="font-medium wrap-anywhere">{source.name}</p>
          {source.kind !== 'built_in' && <Address source={source} />}
          <SourceHealth source={source} />
        </div>
        <Brought leads={leads} name={source.name} />
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
