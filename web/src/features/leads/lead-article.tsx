import type { Lead } from '@leadlight/contract/leads'
import { lazy, memo, Suspense } from 'react'
import type { ComponentType } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { useArticle } from '../../lib/use-article.ts'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { LeadFacts } from './lead-facts.tsx'
import { LeadText } from './lead-text.tsx'
import { afterPost } from './pane-parts.ts'
import type { Inbox } from './use-lead-inbox.ts'

const LeadTriage = part(async () => (await import('./lead-triage.tsx')).LeadTriage)
const CorrectSignals = part(async () => (await import('./correct-signals.tsx')).CorrectSignals)
const LeadDrafts = part(async () => (await import('./lead-drafts.tsx')).LeadDrafts)
const LeadNotes = part(async () => (await import('./lead-notes.tsx')).LeadNotes)
const LeadHistory = part(async () => (await import('./lead-history.tsx')).LeadHistory)

/** What follows the post: its script comes after the post is drawn, unless it was loaded ahead. */
function part<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await afterPost()
    return { default: await load() }
  })
}

/** The open lead: first the post, then what the team does about it. */
export const LeadArticle = memo(function LeadArticle({ inbox, lead }: { inbox: Inbox; lead: Lead }) {
  const article = useArticle()
  const canCorrect = useCan('signal.write')
  const canDraft = useCan('lead.draft')
  const isNothingToAnswer = lead.source_deleted_at !== null && lead.drafts.length === 0
  const leave = () => article.current?.focus({ preventScroll: true })
  return (
    <article ref={article} tabIndex={-1} className="@container/lead mx-auto max-w-265 outline-none">
      <div className="grid gap-x-7 gap-y-7 px-4 pt-5 pb-(--toast-room) @min-[560px]/lead:px-6 @min-[760px]/lead:grid-cols-[minmax(0,1fr)_15.5rem]">
        <LeadText
          lead={lead}
          triage={
            <Suspense fallback={<Loading label="Loading what can be done" className="mb-4 h-6.5 w-72 max-w-full" />}>
              <LeadTriage inbox={inbox} lead={lead} />
            </Suspense>
          }
          correction={
            canCorrect && (
              <Suspense>
                <CorrectSignals inbox={inbox} lead={lead} />
              </Suspense>
            )
          }
        />
        <div className="grid min-w-0 gap-7 @min-[760px]/lead:col-span-2 @min-[760px]/lead:row-start-2">
          {canDraft && !isNothingToAnswer && (
            <Suspense fallback={<Loading label="Loading the drafts" className="h-80 w-full rounded-card" />}>
              <LeadDrafts lead={lead} linkTo={inbox.links.row} onLeave={leave} />
            </Suspense>
          )}
          <div className="grid gap-7 @min-[760px]/lead:grid-cols-2">
            <Suspense fallback={<Loading label="Loading the notes" className="h-24 w-full rounded-card" />}>
              <LeadNotes lead={lead} onLeave={leave} />
              <LeadHistory lead={lead} />
            </Suspense>
          </div>
        </div>
        <LeadFacts lead={lead} linkTo={inbox.links.row} />
      </div>
    </article>
  )
})

function Loading({ label, className }: { label: string; className: string }) {
  return (
    <SkeletonGroup label={label}>
      <Skeleton className={className} />
    </SkeletonGroup>
  )
}
