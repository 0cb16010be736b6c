import { z } from 'zod'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import type { ChannelPost } from './channel.ts'
import { cleanText } from './markup.ts'

export const BLUESKY = 'Bluesky'

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const PostView = z.object({
  uri: z.string().regex(/^at:\/\/[^/]+\/[^/]+\/[^/]+$/),
  author: z.object({ did: z.string().min(1), handle: optionalText, displayName: optionalText }),
  record: z.object({ text: z.string().catch('') }),
  replyCount: optionalCount,
  likeCount: optionalCount,
  indexedAt: z.iso.datetime({ offset: true }),
})
export type BlueskyPost = z.infer<typeof PostView>

const Reply = z.object({ posts: z.array(z.unknown()) })

export function readPosts(answer: PlatformAnswer): { posts: BlueskyPost[]; received: number } {
  const { posts: views } = parseReply(answer, Reply, BLUESKY)
  const posts = views.flatMap((view) => PostView.safeParse(view).data ?? [])
  if (views.length > 0 && posts.length === 0) throw changedReply(BLUESKY)
  return { posts, received: views.length }
}

/** The time is when the network received the post, since the post's own claim may be anything. */
export function presentPost({ uri, author, record, replyCount, likeCount, indexedAt }: BlueskyPost): ChannelPost {
  const handle = author.handle == null || author.handle === 'handle.invalid' ? author.did : author.handle
  const name = cleanText(author.displayName ?? '') || handle
  return {
    platform: 'bluesky',
    externalId: uri,
    kind: 'post',
    url: `https://bsky.app/profile/${handle}/post/${uri.slice(uri.lastIndexOf('/') + 1)}`,
    author: { externalId: author.did, name, url: `https://bsky.app/profile/${handle}` },
    title: null,
    text: cleanText(record.text),
    postedAt: new Date(indexedAt),
    community: null,
    replies: replyCount ?? null,
    points: likeCount ?? null,
    license: null,
  }
}
