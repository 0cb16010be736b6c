import type { SignalPreview } from '@leadlight/contract/signals'
import { passedOverScore } from '@leadlight/domain/passed-over'
import { POSSIBLE_FROM } from '@leadlight/domain/scoring'
import { useEffect, useEffectEvent } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { VerdictConditions } from '../../lib/verdicts/verdict-conditions.tsx'
import { KeptFrom, Score } from '../../ui/score.tsx'
import { AnswerQuestion } from './answer-question.tsx'
import { PreviewedPost } from './previewed-post.tsx'
import type { SignalAnswers } from './use-answers.ts'

interface PreviewPostsProps {
  preview: SignalPreview
  answers: SignalAnswers
  isSaved: boolean
  /** Whether another preview is being made, so that these posts are no longer the ones to ask about. */
  isStale: boolean
  /** Whether the signal could look further back. */
  canWiden: boolean
}

/** What the signal would catch, and what it nearly would, with questions under the posts that teach it most. */
export function PreviewPosts({ preview, answers, isSaved, isStale, canWiden }: PreviewPostsProps) {
  const { posts, near_misses: nearMisses, ask_about: asked } = preview
  const keepOnly = useEffectEvent((shown: SignalPreview) => answers.keepOnly(idsOf(shown)))
  useEffect(() => {
    if (!isStale) keepOnly(preview)
  }, [preview, isStale])
  const beside = answers.countBeside(idsOf(preview))
  const own = { answers, asked: new Set(asked), isStale }
  return (
    <>
      {asked.length > 0 && (
        <p className="border-b px-3.75 py-2.75 text-s text-ink-2">
          {isSaved
            ? 'Your answers teach this signal once you save it.'
            : 'Your answers teach this signal before it searches.'}{' '}
          They do not change this list.
        </p>
      )}
      {beside > 0 && (
        <p className="border-b px-3.75 py-2.75 text-s text-ink-2">
          {formatCount(beside, 'answer')} about other posts {beside === 1 ? 'teaches' : 'teach'} this signal, too.
        </p>
      )}
      {posts.length === 0 && (
        <p className="px-3.75 py-4 text-s text-ink-2">
          No post so far. Try plainer words{canWiden ? ', or more days.' : '. A search looks at more posts than this.'}
        </p>
      )}
      {posts.map((post) => (
        <AskablePost key={post.post_id} post={post} {...own} />
      ))}
      {nearMisses.length > 0 && (
        <section aria-label="Passed over">
          <h4 className="border-y bg-bg px-3.75 py-2.25 text-s font-semibold text-ink-2">It would pass these over</h4>
          {nearMisses.map((post) => (
            <AskablePost key={post.post_id} post={post} isPassedOver {...own} />
          ))}
        </section>
      )}
    </>
  )
}

function idsOf({ posts, near_misses: nearMisses }: SignalPreview): string[] {
  return [...posts, ...nearMisses].map(({ post_id }) => post_id)
}

interface AskablePostProps {
  post: SignalPreview['posts'][number]
  asked: ReadonlySet<string>
  answers: SignalAnswers
  isStale: boolean
  /** It then says what a lead says of why it matches. */
  isPassedOver?: boolean
}

/** A post that was answered about before keeps its question, so that the answer can be changed. */
function AskablePost({ post, asked, answers, isStale, isPassedOver = false }: AskablePostProps) {
  const now = useNow()
  const answer = answers.find(post.post_id)
  const isAsked = answer !== undefined || (asked.has(post.post_id) && answers.hasRoom)
  return (
    <PreviewedPost post={post} now={now}>
      {isPassedOver ? (
        <>
          <KeptFrom score={passedOverScore(post.score)} keptFrom={POSSIBLE_FROM} className="h-5" />
          <p className="text-s text-ink-2">{post.reason}</p>
          <VerdictConditions conditions={post.conditions} text={post.text} />
        </>
      ) : (
        <Score score={post.score} level={post.level} className="h-5" />
      )}
      {isAsked && !isStale && <AnswerQuestion answer={answer} onAnswer={(fits) => answers.give(post.post_id, fits)} />}
    </PreviewedPost>
  )
}
