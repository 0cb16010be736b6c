import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { askPlatform, requireOk } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, DrawRequest, SearchRequest } from './channel.ts'
import { createThrottle, rateLimited } from './rate-limit.ts'
import type { Throttle } from './rate-limit.ts'
import { isWanted, writeQuery } from './search-words.ts'
import {
  findThrottleViolation,
  presentQuestion,
  readFailure,
  readQuestions,
  STACK_EXCHANGE,
} from './stack-exchange-replies.ts'
import type { QuestionPage } from './stack-exchange-replies.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'
import { searchByTime } from './time-slices.ts'
import type { Slice } from './time-slices.ts'

// Without a key no page beyond 25 is shown.
const CAPS = { pageSizeMax: 100, depthMax: 2_500 }
// Above 30 requests a second an address is banned.
const REQUESTS_PER_SECOND = 10
const IDS_AT_ONCE = 100

interface StackExchangeOptions {
  /** Such as `https://api.stackexchange.com/2.3`. */
  apiUrl: string
  /** Raises the quota from 300 to 10,000 requests a day. */
  key?: string | undefined
  /** The sites that may be searched; the first is the default. */
  sites: readonly StackExchangeSite[]
  fetch: OutboundFetch
  clock: Clock
}

type Method = 'search/advanced' | 'questions' | 'questions/{ids}'
type Ask = (method: Method, url: URL, signal: AbortSignal) => Promise<QuestionPage>

/** Questions of Stack Exchange sites, newest first, with their text. Ids read `site:question`. */
export function createStackExchange(options: StackExchangeOptions): Channel {
  const ask = createAsk(options)

  async function endOf(request: DrawRequest, order: 'asc' | 'desc'): Promise<number | undefined> {
    const url = new URL(`${options.apiUrl}/questions`)
    url.search = new URLSearchParams({
      site: siteOf(request, options.sites).name,
      fromdate: String(Math.ceil(request.since.getTime() / 1000)),
      todate: String(Math.ceil(request.until.getTime() / 1000) - 1),
      sort: 'creation',
      order,
      pagesize: '1',
    }).toString()
    return (await ask('questions', url, request.signal)).questions[0]?.question_id
  }

  /** Questions and answers share their numbers in turn. Of a hundred drawn between the first and the last question some are questions. */
  async function draw(request: DrawRequest): Promise<string[]> {
    const first = await endOf(request, 'asc')
    const last = first === undefined ? undefined : await endOf(request, 'desc')
    if (first === undefined || last === undefined) return []
    const site = siteOf(request, options.sites)
    const drawn = Array.from({ length: IDS_AT_ONCE }, () => first + Math.floor(request.chance() * (last - first + 1)))
    const url = new URL(`${options.apiUrl}/questions/${[...new Set(drawn)].join(';')}`)
    url.search = new URLSearchParams({ site: site.name, pagesize: String(IDS_AT_ONCE) }).toString()
    const { questions } = await ask('questions/{ids}', url, request.signal)
    return questions.map(({ question_id: id }) => `${site.name}:${id}`)
  }

  return {
    platform: 'stack_exchange',
    displayName: STACK_EXCHANGE,
    sources: { label: 'Site', example: 'serverfault', isRequired: false },
    key: {
      need: 'optional',
      fields: [{ name: 'key', label: 'API key', isSecret: false }],
      help: 'Register an app at stackapps.com; a key raises the limit from 300 to 10,000 requests a day.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: 'From Stack Exchange, under CC BY-SA: name the author and link to the question.',
      notice: null,
    },
    async search(request) {
      const site = siteOf(request, options.sites)
      const page = await searchByTime(request, CAPS, async (slice) => {
        const { method, url } = searchAddress(options.apiUrl, site, request, slice)
        const { questions, received, limits } = await ask(method, url, request.signal)
        return { posts: questions.map((question) => presentQuestion(question, site)), received, limits }
      })
      return { ...page, posts: page.posts.filter((post) => isWanted(post, request.query)) }
    },
    draws: { perDay: 2, draw },
    async check(externalIds, signal) {
      const found = new Map<string, 'present' | 'deleted'>()
      for (const { site, ids } of batches(externalIds)) {
        const url = new URL(`${options.apiUrl}/questions/${ids.join(';')}`)
        url.search = new URLSearchParams({ site, pagesize: String(IDS_AT_ONCE) }).toString()
        const { questions } = await ask('questions/{ids}', url, signal)
        for (const id of ids) found.set(`${site}:${id}`, 'deleted')
        for (const question of questions) found.set(`${site}:${question.question_id}`, 'present')
      }
      return found
    },
  }
}

/** A `backoff` applies to one method only, and also comes with successful answers. */
function createAsk({ key, fetch, clock }: StackExchangeOptions): Ask {
  const throttle = (requests: number) => createThrottle({ clock, name: STACK_EXCHANGE, requests, windowMs: 1000 })
  const everything = throttle(REQUESTS_PER_SECOND)
  const methods: Record<Method, Throttle> = {
    'search/advanced': throttle(REQUESTS_PER_SECOND),
    questions: throttle(REQUESTS_PER_SECOND),
    'questions/{ids}': throttle(REQUESTS_PER_SECOND),
  }
  return async (method, url, signal) => {
    await methods[method].take(signal)
    await everything.take(signal)
    if (key !== undefined) url.searchParams.set('key', key)
    const call = { fetch, name: STACK_EXCHANGE, now: () => clock.now(), signal }
    const answer = await askPlatform(url, call)
    const violationMs = findThrottleViolation(answer)
    if (violationMs !== undefined) {
      everything.pause(violationMs)
      throw rateLimited(STACK_EXCHANGE, violationMs)
    }
    if (answer.response.status === 400) throw readFailure(answer)
    requireOk(answer, call)
    const page = readQuestions(answer)
    methods[method].pause(page.limits.retryAfterMs ?? 0)
    return page
  }
}

function siteOf({ source }: Pick<SearchRequest, 'source'>, sites: readonly StackExchangeSite[]): StackExchangeSite {
  const site = source === null ? sites[0] : sites.find(({ name }) => name === source.externalId)
  if (site) return site
  const message = `${source?.externalId ?? 'No site'} is not among the Stack Exchange sites that are set up here.`
  throw new ChannelError('misconfigured', `${message} Choose another.`, null)
}

/** Both bounds of the API are inclusive. An empty query lists questions. */
function searchAddress(apiUrl: string, site: StackExchangeSite, { query }: SearchRequest, slice: Slice) {
  const q = writeQuery(query)
  const method: Method = q === '' ? 'questions' : 'search/advanced'
  const url = new URL(`${apiUrl}/${method}`)
  url.search = new URLSearchParams({
    site: site.name,
    ...(q !== '' && (query.inTitle === true ? { title: q } : { q })),
    fromdate: String(slice.since),
    todate: String(slice.until - 1),
    sort: 'creation',
    order: 'desc',
    pagesize: String(slice.size),
    page: String(slice.page + 1),
    filter: 'withbody',
  }).toString()
  return { method, url }
}

function batches(externalIds: readonly string[]): { site: string; ids: string[] }[] {
  const bySite = new Map<string, string[]>()
  for (const externalId of externalIds) {
    const [, site, id] = /^([^:]+):(\d+)$/.exec(externalId) ?? []
    if (site && id) bySite.set(site, [...(bySite.get(site) ?? []), id])
  }
  return [...bySite].flatMap(([site, ids]) =>
    Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) => ({
      site,
      ids: ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
    })),
  )
}
