import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { createTextIndex } from './text-index.ts'
import type { Condition } from './text-index.ts'
import { writtenBy } from './written-by.ts'

export interface TedDouble extends Double {
  /** For TED_API_URL. */
  apiUrl: string
}

interface TedOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Notices are listed from the moment they were written; without it all are. */
  clock?: Clock
}

interface Notice {
  id: number
  post: CorpusPost
  words: string
  /** Unix seconds of the day's beginning: TED knows days alone. */
  time: number
}

const DAY_S = 86_400
/** How long offers are taken. */
const OPEN_DAYS = 30
const PAGE_MAX = 250
const DEPTH_MAX = 15_000

/** `notices/search` of version 3, as far as experts' queries of words and days go. */
export async function startTedDouble(options: TedOptions): Promise<TedDouble> {
  const notices = options.posts.map((post, position): Notice => {
    const seconds = Math.floor(post.createdAt.getTime() / 1000)
    return { id: position + 1, post, words: `${post.title ?? ''} ${post.text}`, time: seconds - (seconds % DAY_S) }
  })
  const index = createTextIndex(notices)

  function find(query: string): Notice[] {
    const isWritten = writtenBy(options.clock)
    const conditions = [...query.matchAll(/FT ~ "([^"]*)"/g)].map(([, text = '']): Condition<Notice> => ({
      kind: 'row',
      text,
    }))
    const after = secondsIn(query, '>=') ?? 0
    const before = secondsIn(query, '<=') ?? Infinity
    return index
      .find({ kind: 'all', of: conditions }, { after: after - 1, before: before + DAY_S })
      .filter(({ post }) => isWritten(post))
  }

  function answer({ method, url, body }: Question): Answer {
    if (method !== 'POST' || url.pathname !== '/v3/notices/search') return json({ message: 'Not found' }, 404)
    const { query, fields, page, limit } = JSON.parse(body) as Asked
    if (!isUnderstood(query)) return json({ message: 'Query syntax error', error: { type: 'QUERY_SYNTAX_ERROR' } }, 400)
    if (limit > PAGE_MAX || page * limit > DEPTH_MAX) return json({ message: 'Too many notices' }, 400)
    const found = find(query)
    const shown = found.slice((page - 1) * limit, page * limit).map((notice) => pick(presentNotice(notice), fields))
    return json({ notices: shown, totalNoticeCount: found.length, iterationNextToken: null, timedOut: false })
  }

  const double = await startDouble(answer, options)
  return { ...double, apiUrl: `${double.url}/v3` }
}

interface Asked {
  query: string
  fields: string[]
  page: number
  limit: number
}

const CLAUSE = /^(?:FT ~ "[^"\\]+"|form-type IN \([a-z ]+\)|publication-date [<>]= \d{8})$/

function isUnderstood(query: string): boolean {
  const [conditions = ''] = query.split(' SORT BY publication-date DESC')
  // A word may be AND itself.
  return conditions.split(/ AND (?=FT ~|form-type|publication-)/).every((clause) => CLAUSE.test(clause))
}

function secondsIn(query: string, operator: string): number | undefined {
  const [, year, month, day] = new RegExp(`publication-date ${operator} (\\d{4})(\\d{2})(\\d{2})`).exec(query) ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month ?? ''}-${day ?? ''}T00:00:00Z`) / 1000
}

function numberOf({ id, post }: Notice): string {
  return `${id}-${post.createdAt.getUTCFullYear()}`
}

function presentNotice(notice: Notice): Record<string, unknown> {
  const { post, time } = notice
  return {
    'publication-number': numberOf(notice),
    'publication-date': `${dayOf(time)}+02:00`,
    'notice-title': { fra: `Avis ${notice.id}`, eng: post.title ?? '' },
    'description-proc': { eng: post.text },
    'description-lot': { eng: [post.text] },
    'buyer-name': { eng: [post.author] },
    'buyer-country': ['BEL'],
    'deadline-receipt-tender-date-lot': [`${dayOf(time + OPEN_DAYS * DAY_S)}+02:00`],
    'estimated-value-proc': String(50_000 + 1_000 * post.points),
    'estimated-value-cur-proc': 'EUR',
    links: { html: { ENG: post.url } },
  }
}

/** What has no value is left out of an answer. */
function pick(notice: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(notice).filter(([name]) => name === 'links' || fields.includes(name)))
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
