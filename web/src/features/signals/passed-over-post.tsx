import type { PassedOverPost as Post } from '@leadlight/contract/passed-over'
import { plainText } from '@leadlight/domain/plain-text'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { formatAge } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { KeptFrom } from '../../ui/score.tsx'
import { PassedOverQuestion } from './passed-over-question.tsx'
import { PassedOverReason } from './passed-over-reason.tsx'
import { signalPath } from './signal-paths.ts'

interface PassedOverPostProps {
  projectId: string
  post: Post
  keptFrom: number
  now: Date
}

const CUT = 'line-clamp-2'

/** A post that a signal passed over. On request it says why, with its whole text, and asks whether that was right. */
export function PassedOverPost({ projectId, post, keptFrom, now }: PassedOverPostProps) {
  const [isOpen, setOpen] = useState(false)
  const place = { projectId, signalId: post.intent_signal_id, postId: post.post_id }
  const reason = useId()
  const title = post.title === null ? '' : plainText(post.title)
  const name = title === '' ? plainText(post.excerpt) : title
  return (
    <Card>
      <article aria-label={name} className="grid grid-cols-1 gap-1.5 px-4 py-3">
        <p className="flex items-center gap-1.5 text-s text-ink-3">
          <PlatformMark platform={post.platform} />
          <span className="max-w-2/5 shrink-0 truncate">{post.community ?? platformName(post.platform)}</span>
          {post.author && <span className="truncate">· {post.author}</span>}
          <time dateTime={post.posted_at} className="shrink-0">
            · {formatAge(post.posted_at, now)}
          </time>
        </p>
        {title !== '' && (
          <h2 dir="auto" className="font-semibold wrap-anywhere">
            <OutsideLink to={post.url} words={title} className="inline-flex items-center" />
          </h2>
        )}
        {!isOpen && (
          <p dir="auto" className={classNames('wrap-anywhere text-ink-2', title !== '' && CUT)}>
            {title === '' ? (
              <OutsideLink to={post.url} words={plainText(post.excerpt)} className={CUT} />
            ) : (
              plainText(post.excerpt)
            )}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-s text-ink-3">
          {post.score === null ? (
            <Chip tone="neutral">No score</Chip>
          ) : (
            <KeptFrom score={post.score} keptFrom={keptFrom} />
          )}
          <Link
            to={signalPath(projectId, post.intent_signal_id)}
            className="target flex min-w-0 flex-1 basis-40 items-center hover:underline"
          >
            <span className="truncate">{post.intent_signal}</span>
          </Link>
          {post.lead_id !== null && (
            <Link to={`/projects/${projectId}/posts/${post.lead_id}`} className="link target inline-flex items-center">
              It is a lead by another signal
            </Link>
          )}
          <Button size="s" aria-expanded={isOpen} aria-controls={reason} onClick={() => setOpen(!isOpen)}>
            Why
            <span className="sr-only">: {name}</span>
            <ChevronDown aria-hidden="true" className={isOpen ? 'rotate-180' : ''} />
          </Button>
        </div>
        <div id={reason} className="mt-1.5 grid grid-cols-1 gap-3 empty:hidden">
          {isOpen && (
            <>
              <PassedOverReason {...place} hasText />
              <PassedOverQuestion {...place} />
            </>
          )}
        </div>
      </article>
    </Card>
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
