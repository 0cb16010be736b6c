import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { splitText } from './text-index.ts'

const KEY = 'made-up-public-api-key-c3d4'

export interface SamGovDouble extends Double {
  /** For SAM_GOV_API_URL. */
  apiUrl: string
  key: { key: string }
}

interface SamGovOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
}

const DAY_MS = 86_400_000
/** How long offers are taken. */
const OPEN_DAYS = 20
const LIMIT_MAX = 1_000
const SPAN_MS = 365 * DAY_MS

/** `opportunities/v2/search`: by days and a word of the title, in no order that anybody could rely on. */
export async function startSamGovDouble(options: SamGovOptions): Promise<SamGovDouble> {
  const notices = options.posts.map((post, position) => ({ id: position + 1, post, words: splitText(titleOf(post)) }))

  function answer({ url: { pathname, searchParams }, headers }: Question): Answer {
    if (headers['x-api-key'] !== KEY) return json({ error: { code: 'API_KEY_INVALID', message: 'Invalid key' } }, 403)
    if (pathname !== '/opportunities/v2/search') return json({ errorCode: '404' }, 404)
    const from = msOf(searchParams.get('postedFrom'))
    const to = msOf(searchParams.get('postedTo')) + DAY_MS
    if (!(from < to) || to - from > SPAN_MS) return json({ errorMessage: 'Date range must be 1 year apart' }, 400)
    const asked = splitText(searchParams.get('title') ?? '').join(' ')
    const found = notices
      .filter(({ post }) => post.createdAt.getTime() >= from && post.createdAt.getTime() < to)
      .filter(({ words }) => ` ${words.join(' ')} `.includes(asked === '' ? '' : ` ${asked} `))
      .toSorted((a, b) => ((a.id * 7) % 11) - ((b.id * 7) % 11))
    const limit = Math.min(Number(searchParams.get('limit') ?? 1), LIMIT_MAX)
    const offset = Number(searchParams.get('offset') ?? 0) * limit
    return json({
      totalRecords: found.length,
      limit,
      offset,
      opportunitiesData: found.slice(offset, offset + limit).map(presentNotice),
    })
  }

  const double = await startDouble(answer, options)
  return { ...double, apiUrl: double.url, key: { key: KEY } }
}

/** A tender's title says what is wanted. */
function titleOf(post: CorpusPost): string {
  return post.text
}

function presentNotice({ id, post }: { id: number; post: CorpusPost }) {
  const noticeId = String(id).padStart(32, '0')
  return {
    noticeId,
    title: titleOf(post),
    solicitationNumber: `36C${id}`,
    fullParentPathName: `MADE UP, DEPARTMENT OF.${post.author}`,
    postedDate: post.createdAt.toISOString().slice(0, 10),
    type: 'Solicitation',
    responseDeadLine: `${new Date(post.createdAt.getTime() + OPEN_DAYS * DAY_MS).toISOString().slice(0, 10)}T17:00:00-05:00`,
    active: 'Yes',
    description: `https://api.sam.gov/prod/opportunities/v1/noticedesc?noticeid=${noticeId}`,
    uiLink: `https://sam.gov/opp/${noticeId}/view`,
  }
}

function msOf(day: string | null): number {
  const [, month, date, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(day ?? '') ?? []
  return Date.parse(`${year ?? ''}-${month ?? ''}-${date ?? ''}T00:00:00Z`)
}
