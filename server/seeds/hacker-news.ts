import { json, type Answer } from './answer.ts'
import { findPosts, toParagraphs, type MadeUpPost } from './made-up-posts.ts'

/** Ids of made-up items begin here, far beyond all real ones. */
const IDS_FROM = 90_000_000
const HITS_MAX = 1000

type Item = MadeUpPost & { number: number }

/**
 * Algolia's search under `/api/v1` and the site's items and users under `/v0`, as far as the product asks. An item it does not know
 * gets no answer instead of "there is none": the product would take that for deleted, and empty a lead of a real search.
 */
export function createHackerNews(
  posts: readonly MadeUpPost[],
  abouts: ReadonlyMap<string, string>,
): (url: URL) => Answer {
  const items: Item[] = posts
    .filter(({ platform }) => platform === 'hackernews')
    .toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))
    .map((post, index) => ({ ...post, number: IDS_FROM + index }))

  return ({ pathname, searchParams }) => {
    if (pathname === '/api/v1/search_by_date') return json(search(items, searchParams))
    const number = Number(/^\/v0\/item\/(\d+)\.json$/.exec(pathname)?.[1])
    const item = items.find((one) => one.number === number)
    if (item) return json({ id: number, type: item.kind, by: item.author, time: item.time })
    const name = /^\/v0\/user\/([\w-]+)\.json$/.exec(pathname)?.[1]
    if (name !== undefined && items.some(({ author }) => author === name))
      return json({ id: name, about: abouts.get(name) })
    return json({ error: 'Only what the demo has made up is known here' }, 503)
  }
}

function search(items: readonly Item[], asked: URLSearchParams) {
  const bound = (sign: '>' | '<', otherwise: number) =>
    Number(new RegExp(`created_at_i${sign}(\\d+)`).exec(asked.get('numericFilters') ?? '')?.[1] ?? otherwise)
  const window = { since: bound('>', -1) + 1, until: bound('<', Infinity) }
  const size = Math.min(Number(asked.get('hitsPerPage')), HITS_MAX)
  const from = Number(asked.get('page')) * size
  return {
    hits: findPosts(items, asked.get('query') ?? '', window)
      .slice(from, from + size)
      .map(presentHit),
  }
}

function presentHit(item: Item) {
  const text = toParagraphs(item.text).join('<p>')
  const isComment = item.kind === 'comment'
  return {
    objectID: String(item.number),
    created_at_i: item.time,
    author: item.author,
    _tags: [isComment ? 'comment' : 'story'],
    ...(isComment
      ? { comment_text: text }
      : { title: item.title, story_text: text, points: item.points, num_comments: item.comments }),
  }
}
