import type { Lead } from '@leadlight/contract/leads'
import { useEffect, useRef, useState } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import { hasStatus, messageOf } from '../../lib/request-error.ts'
import { platformName } from '../../lib/platforms.ts'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { SkeletonGroup } from '../../ui/skeleton.tsx'
import { EvidenceText } from './evidence-text.tsx'
import type { Span } from './highlight.ts'
import { spansWithin } from './highlight.ts'
import { LeadFacts } from './lead-facts.tsx'
import { LeadMatchCard } from './lead-match-card.tsx'
import { LeadPaneActions } from './lead-pane-actions.tsx'
import { LeadTextSkeleton } from './lead-pane-states.tsx'
import { paragraphs } from './paragraphs.ts'
import type { Inbox } from './use-lead-inbox.ts'

/** One lead to read: its words with the evidence marked, why it matched, who wrote it, and what can be done with it. */
export function LeadPane({ inbox, canDelete }: { inbox: Inbox; canDelete: boolean }) {
  const { lead, row } = inbox.open
  usePageTitle(row?.title ?? 'Post')
  return (
    <>
      <LeadPaneActions inbox={inbox} canDelete={canDelete} />
      {lead.data ? (
        <LeadText key={lead.data.id} lead={lead.data} />
      ) : lead.error ? (
        <LeadTrouble lead={lead} />
      ) : (
        <SkeletonGroup label="Loading the lead">
          <LeadTextSkeleton />
        </SkeletonGroup>
      )}
    </>
  )
}

/** An address that is no lead's at all is told like one whose lead is gone. */
function LeadTrouble({ lead }: { lead: Inbox['open']['lead'] }) {
  if (hasStatus(lead.error, 404) || hasStatus(lead.error, 422)) {
    return <ErrorState title="This lead does not exist">It may have been part of another project.</ErrorState>
  }
  return (
    <ErrorState title="The lead could not be loaded" onRetry={() => void lead.mutate()} retrying={lead.isValidating}>
      {messageOf(lead.error)}
    </ErrorState>
  )
}

function LeadText({ lead }: { lead: Lead }) {
  const [activeSignalId, setActiveSignalId] = useState<string | null>(null)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    article.current?.closest('section')?.scrollTo(0, 0)
    // Where the list has made room for the lead, the focus would stay behind in it.
    const isLeftBehind = document.activeElement?.checkVisibility?.({ visibilityProperty: true }) === false
    if (isLeftBehind) article.current?.focus({ preventScroll: true })
  }, [])
  const matches = lead.matches.toSorted((a, b) => b.score - a.score)
  const spans = spansOf(lead)
  return (
    <article ref={article} tabIndex={-1} className="@container/lead mx-auto max-w-265 outline-none">
      <div className="grid gap-x-7 gap-y-6 px-4 pt-5 pb-12 @min-[760px]/lead:grid-cols-[minmax(0,1fr)_15.5rem] @min-[560px]/lead:px-6">
        <div className="min-w-0">
          {lead.title && (
            <h1 className="text-[1.375rem] leading-tight font-semibold tracking-[-0.018em] break-words">
              <EvidenceText
                text={lead.title}
                spans={spansWithin(spans, 0, lead.title.length)}
                activeSignalId={activeSignalId}
              />
            </h1>
          )}
          <ByLine lead={lead} />
          <div className="mb-5 grid gap-2.5">
            {matches.map((match) => (
              <LeadMatchCard
                key={match.intent_signal_id}
                match={match}
                isChoosable={matches.length > 1}
                isActive={match.intent_signal_id === activeSignalId}
                onPoint={setActiveSignalId}
              />
            ))}
          </div>
          <LeadBody lead={lead} spans={spans} activeSignalId={activeSignalId} />
        </div>
        <LeadFacts lead={lead} />
      </div>
    </article>
  )
}

const DOTTED = 'flex items-center gap-2 before:size-0.75 before:shrink-0 before:rounded-full before:bg-current'

/** Every part has a dot before it; the edge cuts off those that stand first in a line. */
function ByLine({ lead }: { lead: Lead }) {
  return (
    <div className="mt-1.5 mb-4 overflow-hidden text-s text-ink-3">
      <p className="-ml-2.75 flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className={DOTTED}>
          <PlatformMark platform={lead.platform} />
          <span className="font-medium text-ink-2">{lead.community ?? platformName(lead.platform)}</span>
        </span>
        {lead.author && <span className={DOTTED}>{lead.author}</span>}
        <time dateTime={lead.posted_at} className={DOTTED}>
          {formatMoment(lead.posted_at)}
        </time>
        {lead.replies !== null && <span className={DOTTED}>{formatCount(lead.replies, 'reply', 'replies')}</span>}
      </p>
    </div>
  )
}

function LeadBody({ lead, spans, activeSignalId }: { lead: Lead; spans: Span[]; activeSignalId: string | null }) {
  return (
    <div className="grid max-w-[64ch] gap-3 text-[0.9375rem] leading-[1.62]">
      {paragraphs(lead.text, lead.body_start).map(({ start, end, isQuote }) => (
        <p
          key={start}
          className={`break-words whitespace-pre-line ${isQuote ? 'border-l-2 border-line-strong pl-3 text-ink-2' : ''}`}
        >
          <EvidenceText
            text={lead.text.slice(start, end)}
            spans={spansWithin(spans, start, end)}
            activeSignalId={activeSignalId}
          />
        </p>
      ))}
    </div>
  )
}

function spansOf(lead: Lead): Span[] {
  return lead.matches.flatMap((match) =>
    match.evidence.map((evidence) => ({ ...evidence, signalId: match.intent_signal_id })),
  )
}
