import type { HistoryEntry } from '@leadlight/contract/lead-work'
import type { Lead } from '@leadlight/contract/leads'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import useSWR from 'swr'
import { listHistory } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** What happened to the lead and who did it; loaded when opened. */
export function LeadHistory({ lead }: { lead: Lead }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-label="History" className="grid content-start gap-2.5">
      <h2 className="text-l font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex items-center gap-1 rounded-control pr-1"
        >
          History
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-4 text-ink-3 transition-transform', isOpen && 'rotate-90')}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id}>
          <Entries projectId={lead.project_id} leadId={lead.id} />
        </div>
      )}
    </section>
  )
}

function Entries({ projectId, leadId }: { projectId: string; leadId: string }) {
  const history = useSWR<HistoryEntry[], unknown>(
    keys.history(leadId),
    () => call(listHistory, { params: { projectId, id: leadId } }),
    // Others may have added entries since the last view.
    { revalidateOnMount: true },
  )
  if (history.data?.length === 0) return <p className="text-s text-ink-3">Nothing has happened to this lead yet.</p>
  if (history.data) {
    return (
      <ol className="grid gap-2">
        {history.data.map((entry) => (
          <li key={entry.id} className="grid gap-0.5 border-l-2 pl-2.75">
            <p className="wrap-anywhere">{entry.summary}</p>
            <p className="num text-s text-ink-3">
              {entry.by?.name ?? 'Leadlight'} · <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
            </p>
          </li>
        ))}
      </ol>
    )
  }
  if (history.error) {
    return (
      <Notice
        tone="bad"
        action={
          <Button size="s" busy={history.isValidating} onClick={() => void history.mutate()}>
            Try again
          </Button>
        }
      >
        The history could not be loaded. {messageOf(history.error)}
      </Notice>
    )
  }
  return (
    <SkeletonGroup label="Loading the history" className="grid gap-2">
      <Skeleton className="h-3.5 w-3/5" />
      <Skeleton className="h-3.5 w-2/5" />
    </SkeletonGroup>
  )
}
