import { z } from 'zod'
import { parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import type { ChannelPost } from './channel.ts'
import { hostOf } from './instance.ts'
import { cleanText, decodeEntities, htmlToText } from './markup.ts'

export const DISCOURSE = 'Discourse'

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const Post = z.object({
  id: z.int().min(1),
  username: optionalText,
  name: optionalText,
  created_at: z.iso.datetime({ offset: true }),
  cooked: z.string(),
  post_number: z.int().min(1),
  topic_id: z.int(),
  topic_slug: optionalText,
  topic_title: optionalText,
  reply_count: optionalCount,
  like_count: optionalCount,
  score: optionalCount,
})
type DiscoursePost = z.infer<typeof Post>

const Reply = z.object({ latest_posts: z.array(z.unknown()) })

export interface DiscoursePage {
  posts: DiscoursePost[]
  received: number
  /** The smallest post number on the page; null where none could be read. */
  oldest: number | null
}

export function readPosts(answer: PlatformAnswer): DiscoursePage {
  const { latest_posts: entries } = parseReply(answer, Reply, DISCOURSE)
  const posts = entries.flatMap((entry) => Post.safeParse(entry).data ?? [])
  return { posts, received: entries.length, oldest: posts.length === 0 ? null : Math.min(...posts.map(({ id }) => id)) }
}

export function presentPost(post: DiscoursePost, forum: URL): ChannelPost {
  const username = post.username ?? ''
  const place = `${forum.origin}/t/${post.topic_slug ?? '-'}/${post.topic_id}/${post.post_number}`
  const isFirst = post.post_number === 1
  return {
    platform: 'discourse',
    externalId: `${forum.origin}/${post.id}`,
    kind: isFirst ? 'post' : 'comment',
    url: place,
    author:
      username === ''
        ? null
        : {
            externalId: `${forum.host}/${username}`,
            name: cleanText(post.name ?? '') || username,
            url: `${forum.origin}/u/${encodeURIComponent(username)}`,
          },
    title: isFirst && post.topic_title != null ? decodeEntities(post.topic_title) : null,
    text: htmlToText(post.cooked),
    postedAt: new Date(post.created_at),
    community: { externalId: forum.origin, name: forum.host, displayName: hostOf(forum) },
    replies: post.reply_count ?? null,
    points: post.like_count ?? post.score ?? null,
    license: null,
  }
}
