import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, SearchQuery, SearchRequest } from './channel.ts'
import { searchListing } from './listing-pages.ts'
import { createPlatformApi } from './platform-api.ts'
import { wantedTerms } from './search-words.ts'
import { FIELDS, presentNotice, readNotices } from './ted-notices.ts'

const NAME = 'TED'
/** TED takes 700 requests a minute from one address. */
const LIMIT = { requests: 300, windowMs: 60_000 }
const PAGE_SIZE = 100
/** Pages end here, however many notices there are. */
const DEPTH_MAX = 15_000
const DAY_MS = 86_400_000
/** A notice has the date of the day it is published on, some hours after that began. */
const LISTS_LATE_MS = 1.5 * DAY_MS
/** Those that ask for offers, or say that they will. Awards and changes ask for nothing. */
const ASKING = 'form-type IN (competition planning)'

const Reply = z.object({
  notices: z.array(z.unknown()),
  totalNoticeCount: z.int().min(0).nullish().catch(null),
  timedOut: z.boolean().optional().catch(undefined),
})

interface TedOptions {
  /** Such as `https://api.ted.europa.eu/v3`. */
  apiUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Public tenders of the European Union, from the search of its official journal, which needs no key. Ids are the
 * notices' publication numbers. A notice is posted when its day begins, as TED gives no time, and is never taken back.
 */
export function createTed({ apiUrl, fetch, clock }: TedOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT })

  async function readPage(page: number, request: SearchRequest) {
    const paged = { page, limit: PAGE_SIZE, paginationMode: 'PAGE_NUMBER' }
    const asked = { query: questionOf(request), fields: FIELDS, scope: 'ALL', ...paged }
    const answer = await api.ask(new URL(`${apiUrl}/notices/search`), {
      signal: request.signal,
      headers: { accept: 'application/json' },
      body: { type: 'application/json', text: JSON.stringify(asked) },
    })
    const { notices, totalNoticeCount, timedOut } = parseReply(answer, Reply, NAME)
    if (timedOut === true) throw unfinished()
    const posts = readNotices(notices).map(presentNotice)
    if (notices.length > 0 && posts.length === 0) throw changedReply(NAME)
    const isLast = notices.length < PAGE_SIZE || page * PAGE_SIZE >= DEPTH_MAX
    const next = isLast ? null : String(page + 1)
    return { posts, received: notices.length, next, limits: null, hits: totalNoticeCount ?? null }
  }

  return {
    platform: 'ted',
    displayName: 'EU tenders (TED)',
    sources: null,
    key: null,
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: 'Tenders Electronic Daily, © European Union',
      notice:
        'TED brings the tenders of public buyers in the European Union and some countries around it, in the buyers’ languages. Its notices may be reused, for business too, where TED is named as the source.',
    },
    listsLateMs: LISTS_LATE_MS,
    search: (request) =>
      searchListing(request, {
        pageSizeMax: PAGE_SIZE,
        depthMax: DEPTH_MAX,
        isSearched: true,
        // A page's number marks a position only while the page size stays the same.
        read: (place) => readPage(Number(place ?? 1), request),
      }),
  }
}

/** It answers in time with what it has found by then. */
function unfinished(): ChannelError {
  return new ChannelError('unreachable', 'TED did not finish its search in time; we ask again in a minute.', 60_000)
}

/** What is asked in TED's language of experts: every word, the days of the window, and the newest first. */
function questionOf({ query, since, until }: SearchRequest): string {
  const lastDay = new Date(until.getTime() - 1)
  const days = `publication-date >= ${dayOf(since)} AND publication-date <= ${dayOf(lastDay)}`
  return `${[...wordsOf(query), ASKING, days].join(' AND ')} SORT BY publication-date DESC`
}

/** A word cannot become syntax: it is quoted, and what could end the quotes is left out. */
function wordsOf(query: SearchQuery): string[] {
  const terms = wantedTerms(query).map((term) => term.replaceAll('\\', ' ').trim())
  return terms.filter(Boolean).map((term) => `FT ~ "${term}"`)
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10).replaceAll('-', '')
}
