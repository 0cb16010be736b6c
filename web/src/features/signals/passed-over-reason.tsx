import { messageOf } from '../../lib/request-error.ts'
import { EvidenceText } from '../../lib/verdicts/evidence-text.tsx'
import { spansWithin } from '../../lib/verdicts/highlight.ts'
import { PostBody } from '../../lib/verdicts/post-body.tsx'
import { VerdictCard } from '../../lib/verdicts/verdict-card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { usePassedOverReason } from './use-passed-over.ts'

interface PassedOverReasonProps {
  projectId: string
  signalId: string
  postId: string
  /** Whether the post's text stands above, with its evidence. */
  hasText?: boolean
}

const NONE = () => undefined

/** Why a signal passed a post over: what a lead shows of a signal that it matches. */
export function PassedOverReason({ projectId, signalId, postId, hasText = false }: PassedOverReasonProps) {
  const { data, error, isValidating, mutate } = usePassedOverReason(projectId, { signalId, postId })
  if (!data && error !== undefined) {
    return (
      <ErrorState title="The reason could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading the reason">
        <Skeleton className="h-32 w-full rounded-card" />
      </SkeletonGroup>
    )
  }
  const { match, kept_from: keptFrom, why, text, body_start: bodyStart } = data
  const spans = match.evidence.map((evidence) => ({ ...evidence, signalId }))
  const title = text.slice(0, Math.max(0, bodyStart - 1))
  // It stands above, unmarked, for whichever signal speaks.
  const inTitle = spansWithin(spans, 0, title.length)
  return (
    <div className="grid grid-cols-1 gap-4">
      {hasText && (
        <div className="grid gap-2">
          {inTitle.length > 0 && (
            <p dir="auto" className="font-semibold wrap-anywhere">
              <EvidenceText text={title} spans={inTitle} activeSignalId={null} />
            </p>
          )}
          <PostBody text={text} bodyStart={bodyStart} spans={spans} activeSignalId={null} />
        </div>
      )}
      <VerdictCard
        match={match}
        text={text}
        passedOver={{ keptFrom, why }}
        isChoosable={false}
        isActive={false}
        onPoint={NONE}
      />
    </div>
  )
}
