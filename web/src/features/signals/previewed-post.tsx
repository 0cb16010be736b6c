import type { PreviewedPost as Post } from '@leadlight/contract/signals'
import { plainText } from '@leadlight/domain/plain-text'
import type { ReactNode } from 'react'
import { formatAge } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { excerptOf } from './preview-excerpt.ts'

/** A post that a signal would match or lose: its place, its text with the evidence, and its score. */
export function PreviewedPost({
  post,
  now,
  children,
}: {
  post: Omit<Post, 'score' | 'level' | 'conditions'>
  now: Date
  children: ReactNode
}) {
  const excerpt = excerptOf(post)
  return (
    <article className="grid gap-1 border-b px-3.75 py-2.75 last:border-b-0">
      <p className="flex items-center gap-1.5 text-s text-ink-3">
        <PlatformMark platform={post.platform} />
        <span className="truncate">{post.community ?? platformName(post.platform)}</span>
        <time dateTime={post.posted_at} className="shrink-0">
          · {formatAge(post.posted_at, now)}
        </time>
      </p>
      {post.title && (
        <h4 className="font-medium wrap-anywhere">
          <a
            href={post.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="target inline-flex items-center hover:underline"
          >
            {plainText(post.title)}
          </a>
        </h4>
      )}
      <p className="text-s wrap-anywhere text-ink-2 [&_mark]:text-ink">
        <HighlightedText text={excerpt.text} spans={excerpt.spans} />
      </p>
      {children}
    </article>
  )
}
