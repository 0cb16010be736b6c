import { z } from 'zod'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import type { ChannelPost, PostCommunity } from './channel.ts'
import { cleanText } from './markup.ts'

export const YOUTUBE = 'YouTube'

const SITE = 'https://www.youtube.com'

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const Thread = z.object({
  id: z.string().min(1),
  snippet: z.object({
    videoId: optionalText,
    channelId: optionalText,
    totalReplyCount: optionalCount,
    topLevelComment: z.object({
      snippet: z.object({
        textOriginal: optionalText,
        textDisplay: z.string(),
        authorDisplayName: optionalText,
        authorChannelUrl: z
          .url({ protocol: /^https?$/ })
          .nullish()
          .catch(null),
        authorChannelId: z
          .object({ value: z.string().min(1) })
          .nullish()
          .catch(null),
        likeCount: optionalCount,
        publishedAt: z.iso.datetime({ offset: true }),
      }),
    }),
  }),
})
export type YoutubeThread = z.infer<typeof Thread>

const Video = z.object({
  id: z.object({ videoId: z.string().min(1) }),
  snippet: z.object({ channelId: z.string().min(1), channelTitle: optionalText }),
})
const ChannelEntry = z.object({
  id: z.string().min(1),
  snippet: z.object({ title: z.string(), customUrl: optionalText }),
})
/** An empty result may have no items, but always says that it is a list. */
const List = z
  .object({ kind: z.string().optional(), items: z.array(z.unknown()).optional(), nextPageToken: optionalText })
  .refine(({ kind, items }) => items !== undefined || kind?.endsWith('ListResponse') === true)

export interface YoutubeList<Item> {
  items: Item[]
  received: number
  next: string | null
}

export const readThreads = (answer: PlatformAnswer) => readList(answer, Thread)
export const readVideos = (answer: PlatformAnswer) => readList(answer, Video)
export const readChannels = (answer: PlatformAnswer) => readList(answer, ChannelEntry)
export const readIds = (answer: PlatformAnswer) => readList(answer, z.object({ id: z.string() }))

function readList<Item>(answer: PlatformAnswer, item: z.ZodType<Item>): YoutubeList<Item> {
  const { items: entries = [], nextPageToken } = parseReply(answer, List, YOUTUBE)
  const items = entries.flatMap((entry) => item.safeParse(entry).data ?? [])
  if (entries.length > 0 && items.length === 0) throw changedReply(YOUTUBE)
  return { items, received: entries.length, next: nextPageToken || null }
}

/** A comment as it was written, or as shown where that is withheld: plain text is requested either way. */
export function presentThread({ id, snippet }: YoutubeThread, community: PostCommunity): ChannelPost {
  const comment = snippet.topLevelComment.snippet
  const name = cleanText(comment.authorDisplayName ?? '')
  const authorId = comment.authorChannelId?.value ?? name
  const place =
    snippet.videoId == null
      ? `${SITE}/channel/${encodeURIComponent(snippet.channelId ?? community.externalId)}/discussion?lc=`
      : `${SITE}/watch?v=${encodeURIComponent(snippet.videoId)}&lc=`
  return {
    platform: 'youtube',
    externalId: id,
    kind: 'comment',
    url: `${place}${encodeURIComponent(id)}`,
    author:
      authorId === '' ? null : { externalId: authorId, name: name || authorId, url: comment.authorChannelUrl ?? null },
    title: null,
    text: cleanText(comment.textOriginal ?? comment.textDisplay),
    postedAt: new Date(comment.publishedAt),
    community,
    replies: snippet.totalReplyCount ?? null,
    points: comment.likeCount ?? null,
    license: null,
  }
}
