import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { toHtml } from './html.ts'
import { parseQuery } from './search-box.ts'
import { createTextIndex } from './text-index.ts'
import { writtenBy } from './written-by.ts'

const TOKEN = 'made-up-token'

export interface MastodonDouble extends Double {
  instanceUrl: string
  token: string
  remove(id: string): void
}

interface MastodonOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Posts are listed from the moment they were written; without it all are. */
  clock?: Clock
  /** The accounts that ask not to be indexed. */
  noindex?: readonly string[]
}

/**
 * Public timelines of hashtags, search with a token and its check, in their documented shapes. A hashtag that no post
 * carries lists all of them. The search takes words, "phrases" and -words, and compares whole words as they are, while
 * Mastodon also finds English words' other forms.
 */
export async function startMastodonDouble(options: MastodonOptions): Promise<MastodonDouble> {
  const removed = new Set<string>()
  // Ids rise with time.
  const statuses = options.posts
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((post, position) => ({
      id: String(110_000_000 + position),
      time: Math.floor(post.createdAt.getTime() / 1000),
      words: post.text,
      post,
    }))
    .toReversed()
  const timelines = new Map<string, typeof statuses>()
  // Built on first use, since few tests search and indexing takes time.
  let index: ReturnType<typeof createTextIndex<(typeof statuses)[number]>> | undefined

  function timelineOf(tag: string): typeof statuses {
    const known = timelines.get(tag)
    if (known) return known
    const carried = statuses.filter(({ words }) => hashtagsOf(words).includes(tag))
    const timeline = carried.length > 0 ? carried : statuses
    timelines.set(tag, timeline)
    return timeline
  }

  function present({ id, post }: (typeof statuses)[number]) {
    return {
      id,
      created_at: post.createdAt.toISOString(),
      in_reply_to_id: null,
      visibility: 'public',
      language: 'en',
      uri: `${origin()}/users/${post.author}/statuses/${id}`,
      url: `${origin()}/@${post.author}/${id}`,
      replies_count: post.comments,
      favourites_count: post.points,
      content: toHtml(post.text),
      account: {
        id: '1',
        acct: post.author,
        display_name: post.author,
        bot: false,
        noindex: options.noindex?.includes(post.author) ?? false,
        url: `${origin()}/@${post.author}`,
      },
    }
  }

  function answer({ url: { pathname, searchParams }, headers }: Question): Answer {
    const isWritten = writtenBy(options.clock)
    const isStanding = ({ id, post }: (typeof statuses)[number]) => !removed.has(id) && isWritten(post)
    const limit = Math.min(Number(searchParams.get('limit') ?? 20), 40)
    if (pathname === '/api/v1/apps/verify_credentials') {
      if (headers.authorization !== `Bearer ${TOKEN}`) return json({ error: 'The access token is invalid' }, 401)
      return json({ id: '1', name: 'Made up', website: null, scopes: ['read'], redirect_uris: [] })
    }
    if (pathname === '/api/v2/instance') return json({ title: 'Made up', domain: 'made-up.example' })
    if (pathname.startsWith('/api/v1/timelines/tag/')) {
      const below = searchParams.get('max_id') ?? '9'.repeat(30)
      const tag = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)).toLowerCase()
      const listed = timelineOf(tag).filter((status) => isBelow(status.id, below) && isStanding(status))
      return json(listed.slice(0, limit).map(present))
    }
    if (pathname === '/api/v2/search') {
      if (headers.authorization !== `Bearer ${TOKEN}`) return json({ error: 'The access token is invalid' }, 401)
      const offset = Number(searchParams.get('offset') ?? 0)
      index ??= createTextIndex(statuses)
      const found = index.find(parseQuery(searchParams.get('q') ?? ''), { after: -1, before: Infinity })
      // Not in time order.
      const ranked = found.filter(({ id }) => !removed.has(id)).toSorted((a, b) => a.words.length - b.words.length)
      return json({ accounts: [], statuses: ranked.slice(offset, offset + limit).map(present), hashtags: [] })
    }
    const id = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname)?.[1]
    const known = statuses.find((status) => status.id === id && isStanding(status))
    return known ? json(present(known)) : json({ error: 'Record not found' }, 404)
  }

  const double = await startDouble(answer, options)
  const origin = () => double.url
  return { ...double, instanceUrl: double.url, token: TOKEN, remove: (id) => removed.add(id) }
}

function hashtagsOf(text: string): string[] {
  return [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag.toLowerCase())
}

function isBelow(id: string, other: string): boolean {
  return id.length === other.length ? id < other : id.length < other.length
}
