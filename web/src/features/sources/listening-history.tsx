import type { Source } from '@leadlight/contract/sources'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { blindSentence, blindTimes } from './blind-times.ts'
import type { BlindTime } from './blind-times.ts'
import { PollList } from './poll-list.tsx'
import { SourceSection } from './source-section.tsx'
import { useCoverage, useGaps, useListeningPoll } from './use-listening.ts'

const BLIND_TIMES_AT_FIRST = 5

const OUTCOMES = {
  open: { Icon: TriangleAlert, colour: 'text-bad' },
  backfilled: { Icon: CircleCheck, colour: 'text-good' },
  lost: { Icon: CircleAlert, colour: 'text-accent' },
  unread: { Icon: CircleAlert, colour: 'text-accent' },
} as const satisfies Record<BlindTime['outcome'], object>

interface ListeningHistoryProps {
  projectId: string
  /** For the sources' names. */
  sources: readonly Source[]
}

/** When sources were not received and what became of that, and below it every poll. Kept current while it shows. */
export function ListeningHistory({ projectId, sources }: ListeningHistoryProps) {
  useListeningPoll(projectId)
  return (
    <>
      <SourceSection title="When we were blind">
        <BlindTimes projectId={projectId} sources={sources} />
      </SourceSection>
      <SourceSection title="Every look">
        <Looks projectId={projectId} sources={sources} />
      </SourceSection>
    </>
  )
}

function BlindTimes({ projectId, sources }: ListeningHistoryProps) {
  const { data: gaps, error, mutate } = useGaps(projectId)
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  if (!gaps) {
    return error === undefined ? (
      <Loading label="Loading when sources were blind" />
    ) : (
      <Unread what="When sources were blind" error={error} onRetry={() => void mutate()} />
    )
  }
  const times = blindTimes(gaps, sources)
  if (times.length === 0) {
    return (
      <p className="rounded-card border border-dashed px-3 py-4 text-ink-2">
        Never, as far as monitoring knows. When it cannot hear a source, that stands here until what was said meanwhile
        is read.
      </p>
    )
  }
  const shown = showsAll ? times : times.slice(0, BLIND_TIMES_AT_FIRST)
  return (
    <>
      <ul className="divide-y rounded-card border bg-surface">
        {shown.map((time) => (
          <BlindRow key={`${time.name} ${time.from} ${time.outcome}`} time={time} now={now} />
        ))}
      </ul>
      {times.length > shown.length && (
        <Button size="s" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {times.length}
        </Button>
      )}
    </>
  )
}

function BlindRow({ time, now }: { time: BlindTime; now: Date }) {
  const { Icon, colour } = OUTCOMES[time.outcome]
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <p className="num min-w-0 wrap-anywhere">
        <b className="font-medium">{time.name}:</b> {blindSentence(time, now)}
      </p>
    </li>
  )
}

function Looks({ projectId, sources }: ListeningHistoryProps) {
  const { data: looks, error, mutate } = useCoverage(projectId)
  if (looks) return <PollList polls={looks} sources={sources} />
  if (error === undefined) return <Loading label="Loading the looks" />
  return <Unread what="The looks at the sources" error={error} onRetry={() => void mutate()} />
}

function Loading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid gap-2">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </SkeletonGroup>
  )
}

function Unread({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  return (
    <Notice
      tone="bad"
      action={
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {what} could not be loaded. {messageOf(error)}
    </Notice>
  )
}
