import { credibleFacts } from '@leadlight/domain/post-facts'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import { readCursorAs } from './cursor.ts'
import { isAskedFor, searchListing } from './listing-pages.ts'
import { cleanText } from './markup.ts'
import { createPlatformApi, statusFailure } from './platform-api.ts'
import { rateLimited } from './rate-limit.ts'
import { wantedTerms } from './search-words.ts'

const NAME = 'SAM.gov'
const LIMIT = { requests: 20, windowMs: 60_000 }
const LISTED_MAX = 1_000
const PAGE_SIZE = 100
const DAY_MS = 86_400_000
/** A request may ask for a year, of which it may bring a part only. */
const SPAN_MS = 180 * DAY_MS
/** A notice has the date of its day in Washington, which ends some hours later than ours. */
const LISTS_LATE_MS = 1.5 * DAY_MS
const PAUSE_MS = 60 * 60_000
/** Solicitations, what precedes them, sales and special notices. Awards and justifications ask for nothing. */
const ASKING = 'o,k,p,r,g,s'

const optionalText = z.string().nullish().catch(null)

const Notice = z.object({
  noticeId: z.string().regex(/^[\w-]{8,64}$/),
  title: z.string().min(1),
  postedDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  fullParentPathName: optionalText,
  responseDeadLine: optionalText,
})
const Reply = z.object({ totalRecords: z.int().min(0), opportunitiesData: z.array(z.unknown()) })
const Throttled = z.object({ nextAccessTime: z.string() })

/** Both in milliseconds and both included. */
const Span = z.object({ first: z.int(), last: z.int() })
const Place = z.object({ span: Span, from: z.int().min(0) })
type Span = z.infer<typeof Span>
type Place = z.infer<typeof Place>

interface SamGovOptions {
  /** Such as `https://api.sam.gov`. */
  apiUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Tenders of the United States' government, from SAM.gov's public list, with the project's own free key. A key of
 * somebody without a role there makes ten requests a day, and a notice's description would take one each, so its title
 * is its text. The list has no order: the newest thousand of the days asked for are put into one here.
 */
export function createSamGov({ apiUrl, fetch, clock }: SamGovOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT, failureOf })

  async function readSpan(request: SearchRequest, { first, last }: Span) {
    const token = request.key?.['key']
    if (token === undefined)
      throw new ChannelError('misconfigured', 'SAM.gov answers those with a key alone. Add one.', null)
    // It compares one word with titles; the others are compared here.
    const [word] = wantedTerms(request.query).toSorted((a, b) => b.length - a.length)
    const url = new URL(`${apiUrl}/opportunities/v2/search`)
    url.search = new URLSearchParams({
      postedFrom: dayOf(first),
      postedTo: dayOf(last),
      ptype: ASKING,
      limit: String(LISTED_MAX),
      offset: '0',
      ...(word !== undefined && { title: word }),
    }).toString()
    const answer = await api.ask(url, { signal: request.signal, who: token, headers: { 'x-api-key': token } })
    const { opportunitiesData: entries, totalRecords } = parseReply(answer, Reply, NAME)
    const notices = entries.flatMap((entry) => Notice.safeParse(entry).data ?? [])
    if (entries.length > 0 && notices.length === 0) throw changedReply(NAME)
    const posts = inOrder(notices.map(presentNotice)).filter((post) => isAskedFor(post, request))
    return { posts, isCut: totalRecords > entries.length }
  }

  return {
    platform: 'sam_gov',
    displayName: 'US tenders (SAM.gov)',
    sources: null,
    key: {
      need: 'required',
      fields: [{ name: 'key', label: 'Public API key', isSecret: true }],
      help: 'Sign in at sam.gov, open Account Details and request a public API key; it is free and lasts 90 days.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: 'SAM.gov, U.S. General Services Administration',
      notice: 'SAM.gov brings titles, buyers and deadlines of the United States’ federal tenders.',
    },
    listsLateMs: LISTS_LATE_MS,
    async search(request) {
      let isCut = false
      const page = await searchListing(request, {
        pageSizeMax: PAGE_SIZE,
        async read(place, size) {
          const { span, from } = readPlace(place) ?? { span: firstSpan(request, clock.now()), from: 0 }
          if (span.last < span.first) return { posts: [], received: 0, next: null, limits: null }
          const all = await readSpan(request, span)
          isCut = all.isCut
          const posts = all.posts.slice(from, from + size)
          const isMore = from + size < all.posts.length
          const next = isMore ? { span, from: from + size } : spanBefore(request, span)
          return { posts, received: posts.length, next: next && JSON.stringify(next), limits: null }
        },
      })
      return { ...page, truncated: isCut }
    },
  }
}

/** Of what is to come there are no notices. */
function firstSpan({ since, until }: SearchRequest, now: Date): Span {
  const last = Math.min(until.getTime() - 1, now.getTime() + DAY_MS)
  return { first: Math.max(since.getTime(), last - SPAN_MS), last }
}

/** The one that ends on the day before; null where the window begins in this one. */
function spanBefore({ since }: SearchRequest, { first }: Span): Place | null {
  const last = first - (first % DAY_MS) - 1
  return last < since.getTime() ? null : { span: { first: Math.max(since.getTime(), last - SPAN_MS), last }, from: 0 }
}

function readPlace(place: string | null): Place | null {
  return readCursorAs(Place, place)
}

function inOrder(posts: ChannelPost[]): ChannelPost[] {
  return posts.toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime() || (a.externalId < b.externalId ? -1 : 1))
}

function presentNotice(notice: z.infer<typeof Notice>): ChannelPost {
  // Such as `VETERANS AFFAIRS, DEPARTMENT OF.VISN 20`: from the department down to the office.
  const parents = (notice.fullParentPathName ?? '').split('.').map(cleanText).filter(Boolean)
  const [department] = parents
  const office = parents.at(-1)
  const deadline = notice.responseDeadLine?.slice(0, 10) ?? null
  return {
    platform: 'sam_gov',
    externalId: notice.noticeId,
    kind: 'post',
    url: `https://sam.gov/opp/${notice.noticeId}/view`,
    author: office === undefined ? null : { externalId: parents.join('.').slice(0, 500), name: office, url: null },
    title: null,
    text: cleanText(notice.title),
    postedAt: new Date(`${notice.postedDate.slice(0, 10)}T00:00:00Z`),
    community: department === undefined ? null : { externalId: department, name: department, displayName: department },
    replies: null,
    points: null,
    license: null,
    facts: credibleFacts({ deadline, budget: null }),
  }
}

function dayOf(ms: number): string {
  const [year, month, day] = new Date(ms).toISOString().slice(0, 10).split('-')
  return `${month ?? ''}/${day ?? ''}/${year ?? ''}`
}

/** A spent quota says when there is a new one; a key that is unknown or too old is a 403 with its code. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  if (response.status === 429 && text.startsWith('{')) {
    const { nextAccessTime } = Throttled.safeParse(parseReply(answer, z.unknown(), NAME)).data ?? {}
    const waitMs = nextAccessTime === undefined ? Number.NaN : Date.parse(nextAccessTime) - call.now().getTime()
    return rateLimited(NAME, waitMs > 0 ? waitMs : PAUSE_MS)
  }
  if (response.status === 401 || (response.status === 403 && text.includes('API_KEY'))) {
    const message = 'SAM.gov does not accept this key; it lasts 90 days, so request a new one and enter it.'
    return new ChannelError('key_refused', message, null)
  }
  return statusFailure(answer, call)
}
