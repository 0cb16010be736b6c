import type { AuditedPost } from '@leadlight/contract/audits'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatAge } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { PassedOverReason } from './passed-over-reason.tsx'

interface AuditCardProps {
  place: { projectId: string; signalId: string }
  post: AuditedPost
  /** Whether it takes the focus on mount, so that it is announced; not for the first card of the page. */
  takesFocus: boolean
}

/** A rejected post as it was written. Why it was passed over is told once it is answered, so that people judge the post. */
export function AuditCard({ place, post, takesFocus }: AuditCardProps) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) article.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const now = useNow()
  return (
    <Card className="overflow-hidden">
      <article ref={article} tabIndex={-1} aria-label="Passed-over post" className="outline-none">
        <p className="flex items-center gap-1.5 border-b px-4 py-2.5 text-s text-ink-3">
          <PlatformMark platform={post.platform} />
          <span className="max-w-2/5 shrink-0 truncate">{post.community ?? platformName(post.platform)}</span>
          {post.author && <span className="truncate">· {post.author}</span>}
          <time dateTime={post.posted_at} className="shrink-0">
            · {formatAge(post.posted_at, now)}
          </time>
          <a
            href={post.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link ml-auto inline-flex shrink-0 items-center gap-1"
          >
            Open
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only">the post (opens in a new tab)</span>
          </a>
        </p>
        <div dir="auto" className="grid min-h-40 content-start gap-2 px-4 py-3.5">
          {post.title && <h2 className="text-l font-semibold wrap-anywhere">{post.title}</h2>}
          {post.text.trim() !== '' && <p className="wrap-anywhere whitespace-pre-line">{post.text}</p>}
        </div>
        <div className="border-t px-4 py-3.5">
          {post.answer === null ? (
            <p className="text-s text-ink-3">Why it was passed over shows once you have answered.</p>
          ) : (
            <PassedOverReason {...place} postId={post.post_id} />
          )}
        </div>
      </article>
    </Card>
  )
}
