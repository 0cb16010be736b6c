import type { LeadRow } from '@leadlight/contract/leads'
import { POSTS_SHOWN_MAX } from '@leadlight/domain/prospects'
import { Link } from '../../lib/router/link.tsx'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { rowText } from '../../lib/row-text.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Fit } from '../../lib/verdicts/fit.tsx'
import { leadPath } from './prospect-paths.ts'

interface TimelineProps {
  posts: readonly LeadRow[]
  /** The total number; only the newest are listed. */
  total: number
  /** Whether each post shows its author. */
  hasAuthors?: boolean
}

/** Somebody's posts that became leads, the newest first, by month. */
export function Timeline({ posts, total, hasAuthors = false }: TimelineProps) {
  const months = Map.groupBy(posts, ({ posted_at }) => monthOf(posted_at))
  return (
    <section aria-label="Timeline" className="grid grid-cols-1 gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-l font-semibold">Timeline</h2>
        {total > posts.length && posts.length >= POSTS_SHOWN_MAX && (
          <p className="num text-s text-ink-3">
            The newest {posts.length} of {total}
          </p>
        )}
      </div>
      {posts.length === 0 && <p className="text-ink-3">None of their posts is among the leads any more.</p>}
      {[...months].map(([month, ofMonth]) => (
        <section key={month} aria-label={month}>
          <h3 className="mb-1 text-s font-medium text-ink-3">{month}</h3>
          <ol className="relative grid grid-cols-1 gap-1 border-l border-line-strong pl-4">
            {ofMonth.map((post) => (
              <li key={post.id} className="relative">
                <span
                  aria-hidden="true"
                  className="absolute top-3.5 -left-[1.28rem] size-2 rounded-full border-2 border-bg bg-accent"
                />
                <TimelinePost post={post} hasAuthor={hasAuthors} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

function TimelinePost({ post, hasAuthor }: { post: LeadRow; hasAuthor: boolean }) {
  const { title, passage } = rowText(post)
  return (
    <article className="relative rounded-card px-2.5 py-2 hover:bg-hover">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-s text-ink-3">
        <time dateTime={post.posted_at} title={formatMoment(post.posted_at)} className="num">
          {formatDate(post.posted_at)}
        </time>
        <span className="flex items-center gap-1.5">
          <PlatformMark platform={post.platform} />
          {post.community ?? platformName(post.platform)}
        </span>
        {hasAuthor && post.author && <span className="text-ink-2">{post.author}</span>}
        <Fit
          score={post.score}
          level={post.level}
          signals={post.intent_signals}
          evidence={post.excerpt.evidence}
          className="ml-auto h-5"
        />
      </p>
      <Link
        to={leadPath(post.project_id, post.id)}
        dir="auto"
        className="mt-0.5 block font-medium wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {title ? <HighlightedText {...title} /> : <span className="line-clamp-2">{passage.text}</span>}
      </Link>
      {title && passage.text !== '' && (
        <p dir="auto" className="line-clamp-2 text-s text-ink-2">
          <HighlightedText {...passage} />
        </p>
      )}
      {post.intent_signals.length > 0 && (
        <p className="mt-0.5 truncate text-s text-ink-3">
          {post.intent_signals.map((one) => one.intent_signal).join(' · ')}
        </p>
      )}
    </article>
  )
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

function monthOf(instant: string): string {
  return month.format(new Date(instant))
}
