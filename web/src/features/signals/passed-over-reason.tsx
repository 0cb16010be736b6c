import { messageOf } from '../../lib/request-error.ts'
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
  return (
    <div className="grid grid-cols-1 gap-4">
      {hasText && (
        <PostBody
          text={text}
          bodyStart={bodyStart}
          spans={match.evidence.map((evidence) => ({ ...evidence, signalId }))}
          activeSignalId={null}
        />
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
