import type { AuditDeck, AuditedPost } from '@leadlight/contract/audits'
import { ArrowLeft, Check, Radar } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useParams } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { isGone } from '../../lib/request-error.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageFooter } from '../../ui/page-footer.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { AuditCard } from './audit-card.tsx'
import { signalPath, signalsPath } from './signal-paths.ts'
import { useAudit, type Answer } from './use-audit.ts'

const NONE = () => undefined

/** A deck of a signal's rejected posts, one card at a time, each answered yes or no by key or button. */
export function AuditScreen() {
  usePageTitle('Passed-over posts')
  const { projectId = '', signalId = '' } = useParams()
  const { data: deck, error, isValidating, mutate, answer } = useAudit({ projectId, id: signalId })
  return (
    <Page
      title="Passed-over posts"
      subtitle="Drawn by chance once a week. What you say tells how much is missed, and is learned from."
    >
      <div className="grid max-w-160 gap-4">
        {deck ? (
          <Deck
            key={deck.week}
            deck={deck}
            place={{ projectId, signalId }}
            page={signalPath(projectId, signalId)}
            onAnswer={answer}
          />
        ) : isGone(error) ? (
          <Gone projectId={projectId} />
        ) : error ? (
          <ErrorState title="The posts could not be loaded" onRetry={() => void mutate()} retrying={isValidating} />
        ) : (
          <SkeletonGroup label="Loading the posts">
            <Skeleton className="h-80 w-full rounded-card" />
          </SkeletonGroup>
        )}
      </div>
    </Page>
  )
}

function Gone({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      icon={<Radar aria-hidden="true" />}
      title="This signal does not exist"
      action={
        <Link to={signalsPath(projectId)} className={buttonClass('default')}>
          See the signals
        </Link>
      }
    >
      It may have been deleted, or be part of another project.
    </EmptyState>
  )
}

interface DeckProps {
  deck: AuditDeck
  place: { projectId: string; signalId: string }
  /** The signal's page. */
  page: string
  onAnswer: (post: AuditedPost, answer: Answer) => Promise<void>
}

function Deck({ deck, place, page, onAnswer }: DeckProps) {
  const { posts } = deck
  const canAnswer = useCan('lead.triage')
  const [queue, setQueue] = useState<readonly AuditedPost['post_id'][]>(() => posts.map(({ post_id: id }) => id))
  const [at, setAt] = useState(() => firstOpen(posts))
  const [hasMoved, setHasMoved] = useState(false)
  // What is gone at its source meanwhile is left out.
  const isThere = (id: string) => posts.some(({ post_id }) => post_id === id)
  const here = queue.findIndex((id, index) => index >= at && isThere(id))
  const before = queue.findLastIndex((id, index) => index < (here === -1 ? queue.length : here) && isThere(id))
  const post = posts.find(({ post_id: id }) => id === queue[here])

  function go(to: number) {
    setHasMoved(true)
    setAt(to)
  }
  function submit(answer: Exclude<Answer, null>) {
    if (!post || !canAnswer) return
    void onAnswer(post, answer)
    go(here + 1)
  }
  function see(shown: readonly AuditedPost[]) {
    setQueue(shown.map(({ post_id: id }) => id))
    go(0)
  }
  const back = before === -1 ? undefined : () => go(before)
  useShortcuts({ y: () => submit('yes'), n: () => submit('no'), s: () => submit('skip'), b: back ?? NONE })
  if (posts.length === 0) return <Nothing page={page} />
  return (
    <>
      {post && <BackLink page={page} />}
      <p className="grid gap-1">
        <span className="text-ink-2">Should this signal have found the post?</span>
        <b className="text-l font-semibold wrap-anywhere">{deck.intent_signal}</b>
      </p>
      {post ? (
        <AuditCard key={post.post_id} place={place} post={post} takesFocus={hasMoved} />
      ) : (
        <Through page={page} posts={posts} canAnswer={canAnswer} onSee={see} />
      )}
      <PageFooter className="flex flex-wrap items-center gap-2 bg-bg py-2.5">
        {post && canAnswer && (
          <>
            <AnswerButton text="Yes" hint="y" isSaid={post.answer === 'yes'} onPress={() => submit('yes')} />
            <AnswerButton text="No" hint="n" isSaid={post.answer === 'no'} onPress={() => submit('no')} />
            <AnswerButton text="Skip" hint="s" isSaid={post.answer === 'skip'} onPress={() => submit('skip')} />
          </>
        )}
        {back && (
          <Button variant="quiet" onClick={back}>
            Back <Kbd isHint>b</Kbd>
          </Button>
        )}
        <output className="num ml-auto text-s text-ink-3">
          {here === -1 ? queue.length : here + 1} of {queue.length}
        </output>
      </PageFooter>
    </>
  )
}

function firstOpen(posts: readonly AuditedPost[]): number {
  const at = posts.findIndex(({ answer }) => answer === null)
  return at === -1 ? posts.length : at
}

interface AnswerButtonProps {
  text: string
  hint: string
  isSaid: boolean
  onPress: () => void
}

function AnswerButton({ text, hint, isSaid, onPress }: AnswerButtonProps) {
  return (
    <Button aria-pressed={isSaid} onClick={onPress} className="min-w-22">
      {isSaid && <Check aria-hidden="true" />}
      {text} <Kbd isHint>{hint}</Kbd>
    </Button>
  )
}

interface ThroughProps {
  page: string
  posts: readonly AuditedPost[]
  canAnswer: boolean
  /** Shows these cards again. */
  onSee: (posts: readonly AuditedPost[]) => void
}

/** After the last card: what can still be done with what was skipped, and with what should have been found. */
function Through({ page, posts, canAnswer, onSee }: ThroughProps) {
  const skipped = posts.filter(({ answer }) => answer === 'skip')
  const missed = posts.filter(({ answer }) => answer === 'yes')
  const areAllSkipped = skipped.length === posts.length
  return (
    <EmptyState
      icon={<Check aria-hidden="true" />}
      title={areAllSkipped ? 'You skipped them all' : 'That was all for this week'}
      action={
        <>
          {canAnswer && skipped.length > 0 && (
            <Button onClick={() => onSee(skipped)}>See the {formatCount(skipped.length, 'skipped post')} again</Button>
          )}
          {missed.length > 0 && (
            <Button onClick={() => onSee(missed)}>
              See why it missed {missed.length === 1 ? 'one' : formatNumber(missed.length)}
            </Button>
          )}
          <BackToSignal page={page} />
        </>
      }
    >
      {skipped.length > 0 && <p>Skipped posts count for nothing: they do not tell how much is missed.</p>}
      {!areAllSkipped && <p>How much the signal finds stands on its page.</p>}
      <p>The next posts are drawn on Monday.</p>
    </EmptyState>
  )
}

function Nothing({ page }: { page: string }) {
  return (
    <EmptyState title="Nothing to look at yet" action={<BackToSignal page={page} />}>
      <p>Once the signal has judged posts, some of those it passed over are drawn for you each week.</p>
    </EmptyState>
  )
}

function BackToSignal({ page }: { page: string }) {
  return (
    <Link to={page} className={buttonClass('primary')}>
      Back to the signal
    </Link>
  )
}

/** For users who stop halfway: answers count, and the rest waits until Sunday. */
function BackLink({ page }: { page: string }) {
  return (
    <Link to={page} className="link inline-flex items-center gap-1.5 justify-self-start text-s">
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      Back to the signal
    </Link>
  )
}
