import type { PassedOverPost as Post } from '@leadlight/contract/passed-over'
import { plainText } from '@leadlight/domain/plain-text'
import { useState } from 'react'
import { formatAge } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { PassedOverSignals } from './passed-over-signals.tsx'

interface PassedOverPostProps {
  projectId: string
  post: Post
  keptFrom: number
  now: Date
}

const CUT = 'line-clamp-2'

/** A post that signals passed over. Its beginning makes room for its whole text where one of them says why. */
export function PassedOverPost({ projectId, post, keptFrom, now }: PassedOverPostProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const title = post.title === null ? '' : plainText(post.title)
  const name = title === '' ? plainText(post.excerpt) : title
  return (
    <Card>
      <article aria-label={name} className="grid grid-cols-1 gap-1.5 px-4 py-3">
        <ByLine post={post} now={now} />
        {title !== '' && (
          <h2 dir="auto" className="font-semibold wrap-anywhere">
            <OutsideLink to={post.url} words={title} className="inline-flex items-center" />
          </h2>
        )}
        {openId === null && (
          <p dir="auto" className={classNames('wrap-anywhere text-ink-2', title !== '' && CUT)}>
            {title === '' ? (
              <OutsideLink to={post.url} words={plainText(post.excerpt)} className={CUT} />
            ) : (
              plainText(post.excerpt)
            )}
          </p>
        )}
        <PassedOverSignals
          projectId={projectId}
          post={post}
          name={name}
          keptFrom={keptFrom}
          openId={openId}
          onOpen={setOpenId}
        />
      </article>
    </Card>
  )
}

function ByLine({ post, now }: { post: Post; now: Date }) {
  return (
    <p className="flex items-center gap-1.5 text-s text-ink-3">
      <PlatformMark platform={post.platform} />
      <span className="max-w-2/5 shrink-0 truncate">{post.community ?? platformName(post.platform)}</span>
      {post.author && <span className="truncate">· {post.author}</span>}
      <time dateTime={post.posted_at} className="shrink-0">
        · {formatAge(post.posted_at, now)}
      </time>
    </p>
  )
}

function OutsideLink({ to, words, className }: { to: string; words: string; className: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={classNames('target hover:underline', className)}
    >
      {words}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
