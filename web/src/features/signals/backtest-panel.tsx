import type { Backtest, BacktestedPost } from '@leadlight/contract/signal-help'
import { ArrowRight } from 'lucide-react'
import { useHasCosts } from '../../lib/costs.ts'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Score } from '../../ui/score.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { PreviewedPost } from './previewed-post.tsx'
import { type BacktestRequest, useBacktest } from './use-backtest.ts'

type Kind = 'gained' | 'lost' | 'changed'

const KINDS: readonly { kind: Kind; label: string; none: string }[] = [
  { kind: 'gained', label: 'Gained', none: 'It would find no post that it does not match already.' },
  { kind: 'lost', label: 'Lost', none: 'Every post that it matches now stays.' },
  { kind: 'changed', label: 'Moved', none: 'No post would move to another word for its score.' },
]

/** What a change to a saved signal would gain and lose among collected posts, shown before it is saved. */
export function BacktestPanel({ request }: { request: BacktestRequest }) {
  const { backtest, latest, error, isWaiting, retry } = useBacktest(request)
  const shown = backtest ?? latest
  return (
    <Card aria-label="Backtest" aria-busy={isWaiting} className="overflow-hidden">
      <div className="grid gap-2 border-b px-3.75 py-3.25">
        <div className="flex min-h-6.5 items-center gap-2">
          <h3 className="flex-1 text-s font-semibold text-ink-2">What this change does, last 30 days</h3>
          {isWaiting && <Spinner label="Trying it on collected posts" className="text-accent" />}
        </div>
        {shown && !error ? (
          <output className={classNames('num text-s text-ink-3 transition-opacity', isWaiting && 'opacity-50')}>
            <Summary backtest={shown} />
          </output>
        ) : (
          isWaiting && (
            <SkeletonGroup label="Trying it on collected posts" className="grid gap-2">
              <Skeleton className="h-3 w-4/5" />
              <Skeleton className="h-3 w-3/5" />
            </SkeletonGroup>
          )
        )}
        {error !== undefined && (
          <div role="alert" className="grid justify-items-start gap-2 text-s text-ink-2">
            The change could not be tried on collected posts. What you typed is kept. {messageOf(error)}
            <Button size="s" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {shown && !error && (
        <div className={classNames('transition-opacity', isWaiting && 'opacity-50')}>
          <Outcomes backtest={shown} />
        </div>
      )}
    </Card>
  )
}

function Summary({ backtest }: { backtest: Backtest }) {
  const hasCosts = useHasCosts()
  const { matched_before, matched_after, seen, out_of_reach, note } = backtest
  return (
    <>
      It matches <b className="font-semibold text-ink">{formatCount(matched_before, 'post')}</b> now and would match{' '}
      <b className="font-semibold text-ink">{matched_after}</b>, out of {formatCount(seen, 'collected post')}.
      {hasCosts && ' Nothing is charged for this.'}
      {out_of_reach > 0 && ` ${formatCount(out_of_reach, 'more post')} would have to wait for budget or credits.`}
      {note && ` ${note}`}
    </>
  )
}

function Outcomes({ backtest }: { backtest: Backtest }) {
  const now = useNow()
  const first = KINDS.find(({ kind }) => backtest[kind].count > 0)?.kind ?? 'gained'
  return (
    <Tabs defaultValue={first} key={first}>
      <TabList label="What changes">
        {KINDS.map(({ kind, label }) => (
          <Tab key={kind} value={kind} className="text-s">
            {label} <span className="num">{backtest[kind].count}</span>
          </Tab>
        ))}
      </TabList>
      {KINDS.map(({ kind, none }) => (
        <TabPanel key={kind} value={kind}>
          <Posts {...backtest[kind]} none={none} now={now} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

interface PostsProps {
  count: number
  posts: readonly BacktestedPost[]
  none: string
  now: Date
}

function Posts({ count, posts, none, now }: PostsProps) {
  if (count === 0) return <p className="px-3.75 py-4 text-s text-ink-2">{none}</p>
  return (
    <>
      {posts.map((post) => (
        <PreviewedPost key={post.url} post={post} now={now}>
          <p className="text-s wrap-anywhere text-ink-3">{post.reason}</p>
          <p className="flex flex-wrap items-center gap-1.5">
            {post.before && <Score {...post.before} className="h-5" />}
            {post.before && <ArrowRight aria-label="becomes" className="size-3.5 text-ink-3" />}
            <Score score={post.score} level={post.level} className="h-5" />
            {post.is_only_unseen && (
              <span className="text-s text-ink-3">Fits the signal as saved too; no search has met it yet.</span>
            )}
          </p>
        </PreviewedPost>
      ))}
      {count > posts.length && (
        <p className="px-3.75 py-3 text-s text-ink-3">
          The {posts.length} best of {formatCount(count, 'post')}.
        </p>
      )}
    </>
  )
}
