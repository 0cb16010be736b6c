import type { Lead } from '@leadlight/contract/leads'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { Notice } from '../../ui/notice.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { DELETED_AT_SOURCE } from '../../lib/row-text.ts'
import { Fit } from '../../lib/verdicts/fit.tsx'
import { EvidenceText } from '../../lib/verdicts/evidence-text.tsx'
import type { Span } from '../../lib/verdicts/highlight.ts'
import { spansWithin } from '../../lib/verdicts/highlight.ts'
import { PostBody } from '../../lib/verdicts/post-body.tsx'
import { VerdictCard } from '../../lib/verdicts/verdict-card.tsx'
import { sayCondition } from '../../lib/verdicts/verdict-conditions.tsx'
import { StatedFacts } from './stated-facts.tsx'

interface LeadTextProps {
  lead: Lead
  /** Shown under the title: status, assignee and feedback. */
  triage: ReactNode
  /** Shown beside the heading of the matches. */
  correction: ReactNode
}

/** What has no score comes last. */
const UNSCORED = -1

const HEADING = 'text-[1.375rem] leading-tight font-semibold tracking-[-0.018em] wrap-anywhere'

/** The lead's text with its evidence and, below it, why it matched. */
export function LeadText({ lead, triage, correction }: LeadTextProps) {
  const [activeSignalId, setActiveSignalId] = useState<string | null>(null)
  const matches = lead.matches.toSorted((a, b) => (b.score ?? UNSCORED) - (a.score ?? UNSCORED))
  const [best] = matches
  const spans = spansOf(lead)
  return (
    <div className="min-w-0">
      {lead.source_deleted_at && <h1 className={HEADING}>{DELETED_AT_SOURCE}</h1>}
      {lead.title && (
        <h1 dir="auto" className={HEADING}>
          <EvidenceText
            text={lead.title}
            spans={spansWithin(spans, 0, lead.title.length)}
            activeSignalId={activeSignalId}
          />
        </h1>
      )}
      <ByLine lead={lead} />
      <StatedFacts facts={lead.facts} />
      {triage}
      {best && <InShort match={best} />}
      {lead.source_deleted_at ? (
        <SourceDeleted lead={lead} deletedAt={lead.source_deleted_at} />
      ) : (
        <PostBody text={lead.text} bodyStart={lead.body_start} spans={spans} activeSignalId={activeSignalId} />
      )}
      <div className="mt-6 mb-1.5 flex min-h-6.5 items-center justify-between gap-2">
        <h2 className="text-s font-semibold text-ink-2">Why it matched</h2>
        {correction}
      </div>
      <div className="grid gap-2.5">
        {matches.map((match) => (
          <VerdictCard
            key={match.intent_signal_id}
            match={match}
            text={lead.text}
            isChoosable={matches.length > 1}
            isActive={match.intent_signal_id === activeSignalId}
            onPoint={setActiveSignalId}
          />
        ))}
        <AddedByHand lead={lead} />
      </div>
    </div>
  )
}

/** The verdict in one line above the post: the score, the signal, and what of it is not met. */
function InShort({ match }: { match: Lead['matches'][number] }) {
  const failed = match.conditions.filter(({ state }) => state === 'not_met')
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-s text-ink-2">
      <Fit score={match.score} level={match.level} signals={[match]} evidence={match.evidence} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {match.intent_signal}
        {failed.length > 0 && (
          <span className="text-bad">, but not met: {failed.map((one) => sayCondition(one)).join(' · ')}</span>
        )}
      </span>
    </p>
  )
}

/** Signals added by hand, without a verdict behind them; or a note that the lead matches none. */
function AddedByHand({ lead }: { lead: Lead }) {
  const added = lead.intent_signals.filter(({ id }) => !lead.matches.some((match) => match.intent_signal_id === id))
  if (lead.intent_signals.length === 0 && lead.matches.length === 0) {
    return <p className="rounded-card border border-dashed px-3.5 py-3 text-ink-2">It matches none of your signals.</p>
  }
  return added.map(({ id, intent_signal }) => (
    <section key={id} aria-label={`Match: ${intent_signal}`} className="rounded-card border bg-surface px-3.5 py-3">
      <h3 className="font-semibold">{intent_signal}</h3>
      <p className="text-ink-2">Added by your team.</p>
    </section>
  ))
}

const DOTTED = 'flex items-center gap-2 before:size-0.75 before:shrink-0 before:rounded-full before:bg-current'

/** Every part has a dot before it; the edge hides the dots at the start of a line. */
function ByLine({ lead }: { lead: Lead }) {
  return (
    <div className="mt-1.5 mb-4 overflow-hidden text-s text-ink-3">
      <p className="-ml-2.75 flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className={DOTTED}>
          <PlatformMark
            platform={lead.platform}
            name={lead.community === null ? undefined : platformName(lead.platform)}
          />
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

/** Replaces the text; what the team wrote about it stays. */
function SourceDeleted({ lead, deletedAt }: { lead: Lead; deletedAt: string }) {
  return (
    <Notice>
      The post is no longer on {platformName(lead.platform)}, as seen on {formatMoment(deletedAt)}. Its text, author and
      evidence are not kept here either. Your team&rsquo;s notes, status and history stay.
    </Notice>
  )
}

function spansOf(lead: Lead): Span[] {
  return lead.matches.flatMap((match) =>
    match.evidence.map((evidence) => ({ ...evidence, signalId: match.intent_signal_id })),
  )
}
