import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { writtenBy } from './written-by.ts'

export interface AppStoreDouble extends Double {
  /** For APP_STORE_URL. */
  storeUrl: string
  /** The app that the reviews are of, as a project's source names it. */
  app: string
}

interface AppStoreOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Reviews are listed from the moment they were written; without it all are. */
  clock?: Clock
}

const NUMBER = '284882215'
const PAGE_SIZE = 50
const PAGES_MAX = 10

/** `lookup` and the feed of customers' reviews as JSON, for one app in the United States. */
export async function startAppStoreDouble(options: AppStoreOptions): Promise<AppStoreDouble> {
  const reviews = options.posts
    .map((post, position) => ({ id: position + 1, post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())

  function answer({ url: { pathname, searchParams } }: Question): Answer {
    if (pathname === '/lookup') {
      const results = searchParams.get('id') === NUMBER ? [{ trackId: Number(NUMBER), trackName: 'A made-up app' }] : []
      return json({ resultCount: results.length, results })
    }
    const path = /^\/us\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=mostrecent\/json$/
    const [, page, number] = path.exec(pathname) ?? []
    if (number !== NUMBER) return json({ feed: { title: { label: 'iTunes Store: Customer Reviews' } } })
    // Beyond its last page Apple answers with a page of text.
    if (Number(page) > PAGES_MAX) return { status: 400, body: 'CustomerReviews RSS page depth is limited to 10' }
    const from = (Number(page) - 1) * PAGE_SIZE
    const isWritten = writtenBy(options.clock)
    const entry = reviews
      .filter(({ post }) => isWritten(post))
      .slice(from, from + PAGE_SIZE)
      .map(presentReview)
    const [only] = entry
    const list = entry.length === 0 ? {} : { entry: entry.length === 1 ? only : entry }
    return json({ feed: { title: { label: 'iTunes Store: Customer Reviews' }, ...list } })
  }

  const double = await startDouble(answer, options)
  return { ...double, storeUrl: double.url, app: `us/${NUMBER}` }
}

function presentReview({ id, post }: { id: number; post: CorpusPost }) {
  return {
    author: {
      uri: { label: `https://itunes.apple.com/us/reviews/id${1000 + id}` },
      name: { label: post.author },
      label: '',
    },
    updated: { label: pacific(post.createdAt) },
    'im:rating': { label: '2' },
    'im:version': { label: '3.1' },
    id: { label: String(id) },
    title: { label: post.title ?? '' },
    content: { label: post.text, attributes: { type: 'text' } },
    'im:voteSum': { label: String(post.points) },
    'im:voteCount': { label: String(post.points) },
  }
}

/** As Apple writes times: those of Cupertino. */
function pacific(instant: Date): string {
  return new Date(instant.getTime() - 7 * 3_600_000).toISOString().replace(/\.\d+Z$/, '-07:00')
}
