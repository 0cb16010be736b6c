import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { escapeHtml } from './html.ts'
import { parseQuery } from './search-box.ts'
import { createTextIndex } from './text-index.ts'
import { writtenBy } from './written-by.ts'

const KEY = 'made-up-key'
const CHANNEL_ID = 'UCmade-up-made-up-made_u'
const HANDLE = '@madeup'

export interface YoutubeDouble extends Double {
  apiUrl: string
  key: { key: string }
  channelId: string
  handle: string
  /** Turns comments under a video off. */
  turnOff(videoId: string): void
  remove(commentId: string): void
}

interface YoutubeOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Comments are listed from the moment they were written; without it all are. */
  clock?: Clock
  /** How many videos the comments are spread over: `video0` and so on. */
  videos?: number
}

/** Every post is a comment on a video of one channel. Lists as documented: newest first, pages by token, no dates. */
export async function startYoutubeDouble({ posts, videos = 1, ...options }: YoutubeOptions): Promise<YoutubeDouble> {
  const removed = new Set<string>()
  const off = new Set<string>()
  const comments = posts
    .map((post, position) => ({ id: `Ugmade-up-${position}`, videoId: `video${position % videos}`, post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())
  const index = createTextIndex(
    Array.from({ length: videos }, (_, number) => {
      const own = comments.filter(({ videoId }) => videoId === `video${number}`)
      return { id: `video${number}`, words: own.map(({ post }) => post.text).join(' '), time: 1 }
    }),
  )
  const standing = () => {
    const isWritten = writtenBy(options.clock)
    return comments.filter(({ id, post }) => !removed.has(id) && isWritten(post))
  }

  function listThreads(asked: URLSearchParams): Answer {
    const videoId = asked.get('videoId')
    const channelId = asked.get('allThreadsRelatedToChannelId')
    if (videoId !== null && off.has(videoId)) return refuse(403, 'commentsDisabled')
    if (channelId !== null && channelId !== CHANNEL_ID) return refuse(404, 'channelNotFound')
    const listed = standing().filter((comment) => videoId === null || comment.videoId === videoId)
    return page(listed, asked, 100, (comment) => presentThread(comment, asked.get('textFormat') === 'plainText'))
  }

  function answer({ url: { pathname, searchParams: asked }, headers }: Question): Answer {
    if (headers['x-goog-api-key'] !== KEY) return refuse(400, 'keyInvalid')
    if (pathname === '/youtube/v3/commentThreads') return listThreads(asked)
    if (pathname === '/youtube/v3/search') {
      const found = index.find(parseQuery(asked.get('q') ?? ''), { after: 0, before: 2 })
      return page(found, asked, 50, ({ id }) => ({
        id: { kind: 'youtube#video', videoId: id },
        snippet: { channelId: CHANNEL_ID, channelTitle: 'Made up', title: `About ${id}` },
      }))
    }
    if (pathname === '/youtube/v3/comments') {
      const ids = asked.get('id')?.split(',') ?? []
      const found = standing().filter(({ id }) => ids.includes(id))
      return json({ kind: 'youtube#commentListResponse', items: found.map(({ id }) => ({ id })) })
    }
    if (pathname === '/youtube/v3/channels') {
      const isKnown = asked.get('id') === CHANNEL_ID || asked.get('forHandle') === HANDLE
      const snippet = { title: 'Made up', customUrl: HANDLE }
      return json({ kind: 'youtube#channelListResponse', ...(isKnown && { items: [{ id: CHANNEL_ID, snippet }] }) })
    }
    return refuse(404, 'notFound')
  }

  const double = await startDouble(answer, options)
  return {
    ...double,
    apiUrl: `${double.url}/youtube/v3`,
    key: { key: KEY },
    channelId: CHANNEL_ID,
    handle: HANDLE,
    turnOff: (videoId) => off.add(videoId),
    remove: (commentId) => removed.add(commentId),
  }
}

interface Comment {
  id: string
  videoId: string
  post: CorpusPost
}

function presentThread({ id, videoId, post }: Comment, isPlain: boolean) {
  const snippet = {
    channelId: CHANNEL_ID,
    videoId,
    textDisplay: isPlain ? post.text : escapeHtml(post.text),
    textOriginal: post.text,
    authorDisplayName: post.author,
    authorChannelUrl: `http://www.youtube.com/${post.author}`,
    authorChannelId: { value: `UC-${post.author}` },
    likeCount: post.points,
    publishedAt: post.createdAt.toISOString(),
    updatedAt: post.createdAt.toISOString(),
  }
  const topLevelComment = { kind: 'youtube#comment', id, snippet }
  return {
    kind: 'youtube#commentThread',
    id,
    snippet: { channelId: CHANNEL_ID, videoId, topLevelComment, totalReplyCount: post.comments, isPublic: true },
  }
}

function page<Entry>(
  entries: readonly Entry[],
  asked: URLSearchParams,
  sizeMax: number,
  present: (entry: Entry) => unknown,
): Answer {
  const size = Number(asked.get('maxResults') ?? 20)
  if (size < 1 || size > sizeMax) return refuse(400, 'invalidValue')
  const from = Number(asked.get('pageToken')?.replace('token', '') ?? 0)
  const items = entries.slice(from, from + size).map(present)
  const rest = from + size < entries.length ? { nextPageToken: `token${from + size}` } : {}
  return json({ kind: 'youtube#commentThreadListResponse', ...rest, pageInfo: { totalResults: entries.length }, items })
}

function refuse(code: number, reason: string): Answer {
  return json({ error: { code, message: `Refused: ${reason}.`, errors: [{ domain: 'youtube', reason }] } }, code)
}
