import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { writtenBy } from './written-by.ts'

export interface SteamDouble extends Double {
  /** For STEAM_STORE_URL. */
  storeUrl: string
  /** The app that the reviews are of. */
  app: string
}

interface SteamOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Reviews are listed from the moment they were written; without it all are. */
  clock?: Clock
}

const APP = '440'

/** `appreviews` and `appdetails` of Steam's store, for one app. */
export async function startSteamDouble(options: SteamOptions): Promise<SteamDouble> {
  const reviews = options.posts
    .map((post, position) => ({ id: position + 1, post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())

  function answer({ url: { pathname, searchParams } }: Question): Answer {
    if (pathname === '/api/appdetails') {
      const app = searchParams.get('appids') ?? ''
      return json({ [app]: app === APP ? { success: true, data: { name: 'A made-up app' } } : { success: false } })
    }
    if (pathname !== `/appreviews/${APP}`) return json({ success: 2 })
    const size = Math.min(Number(searchParams.get('num_per_page') ?? 20), 100)
    const cursor = searchParams.get('cursor') ?? '*'
    const from = cursor === '*' ? 0 : Number(Buffer.from(cursor, 'base64').toString())
    const isWritten = writtenBy(options.clock)
    const shown = reviews.filter(({ post }) => isWritten(post)).slice(from, from + size)
    // As Steam's, it may hold a plus sign or a slash and has to be encoded by whoever sends it back.
    const next = Buffer.from(String(from + shown.length)).toString('base64')
    return json({
      success: 1,
      query_summary: { num_reviews: shown.length },
      reviews: shown.map(presentReview),
      cursor: next,
    })
  }

  const double = await startDouble(answer, options)
  return { ...double, storeUrl: double.url, app: APP }
}

function presentReview({ id, post }: { id: number; post: CorpusPost }) {
  const seconds = Math.floor(post.createdAt.getTime() / 1000)
  return {
    recommendationid: String(id),
    author: { steamid: '76561198000000001', personaname: post.author, num_reviews: 3, playtime_forever: 120 },
    language: 'english',
    review: post.text,
    timestamp_created: seconds,
    timestamp_updated: seconds,
    voted_up: false,
    votes_up: post.points,
    comment_count: post.comments,
    steam_purchase: true,
  }
}
