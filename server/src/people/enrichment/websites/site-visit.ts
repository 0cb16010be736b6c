import { registeredDomain } from '@leadlight/domain/companies'
import { readRetryAfterMs } from '../../../channels/rate-limit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { OutboundError } from '../../../platform/outbound-error.ts'
import type { OutboundFetch } from '../../../platform/outbound.ts'
import { readText } from '../../../platform/read-text.ts'
import type { HostTurns } from './host-turns.ts'
import { readPage, type SitePage } from './read-page.ts'
import { NO_RULES, readRobots, type RobotsRules } from './robots-rules.ts'

const PAGE_BYTES_MAX = 2_000_000
/** The least that RFC 9309 requires. */
const ROBOTS_BYTES_MAX = 512_000
const HEADERS_MS = 10_000
const TOTAL_MS = 20_000
const REDIRECTS_MAX = 5
const HOUR_MS = 3_600_000

/** Why a website was not read. The message is a sentence for a person. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: 'gone' | 'refused' | 'elsewhere' | 'failed'
  readonly retryAfterMs: number | null

  constructor(kind: Refusal['kind'], message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

export interface SiteVisit {
  /** A page of the site. Throws `Refusal`, or `OutboundError` if it could not be fetched. */
  page(url: URL): Promise<SitePage>
}

interface VisitOptions {
  fetch: OutboundFetch
  clock: Clock
  turns: HostTurns
  /** The domain that every page of the site is under. */
  domain: string
  signal: AbortSignal
}

/** One visit to one site: its robots.txt is fetched once and obeyed, and nothing outside of the site is read. */
export function createSiteVisit(options: VisitOptions): SiteVisit {
  const { domain } = options
  const rules = new Map<string, RobotsRules>()

  async function rulesOf(url: URL): Promise<RobotsRules> {
    const known = rules.get(url.origin) ?? (await fetchRules(url, options))
    rules.set(url.origin, known)
    return known
  }

  async function page(url: URL, hop = 0): Promise<SitePage> {
    if (registeredDomain(url.hostname) !== registeredDomain(domain)) {
      throw new Refusal('elsewhere', `${domain} leads to ${url.hostname}, which may be somebody else’s website.`)
    }
    const asked = await rulesOf(url)
    if (!asked.allows(url)) {
      throw new Refusal('refused', `The robots.txt of ${url.hostname} asks machines not to read this website.`)
    }
    const answer = await ask(url, options, { pauseMs: asked.pauseMs, maxBytes: PAGE_BYTES_MAX })
    if (answer.to !== null) {
      if (hop === REDIRECTS_MAX) throw new Refusal('failed', `${domain} only leads from one address to the next.`)
      return page(answer.to, hop + 1)
    }
    requirePage(answer, url, options.clock.now())
    const read = await readPage(answer.text, url.href, answer.headers)
    if (read.isClosed) throw new Refusal('refused', `${url.hostname} asks machines not to keep what its pages say.`)
    return read
  }

  return { page: (url) => page(url) }
}

interface SiteAnswer {
  status: number
  headers: Headers
  text: string
  /** Where it redirects to; null for an answer. */
  to: URL | null
}

function ask(
  url: URL,
  { fetch, turns, signal }: VisitOptions,
  { pauseMs, maxBytes }: { pauseMs: number | undefined; maxBytes: number },
): Promise<SiteAnswer> {
  const headers = { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1', 'accept-language': 'en, *;q=0.5' }
  const limits = { maxBytes, headersMs: HEADERS_MS, totalMs: TOTAL_MS }
  const send = async (): Promise<SiteAnswer> => {
    const response = await fetch(url, { headers, limits, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      const to = URL.parse(location, url.href)
      if (!to) throw new Refusal('failed', `${url.hostname} leads to an address that is none.`)
      return { status: response.status, headers: response.headers, text: '', to }
    }
    if (isFile(response.headers)) {
      await response.body?.cancel()
      return { status: response.status, headers: response.headers, text: '', to: null }
    }
    return { status: response.status, headers: response.headers, text: await readText(response, maxBytes), to: null }
  }
  return turns.take(url.host, send, { signal, pauseMs })
}

function requirePage({ status, headers }: SiteAnswer, { hostname }: URL, now: Date): void {
  if (status === 404 || status === 410) throw new Refusal('gone', `${hostname} has no page there.`)
  if (status === 401 || status === 403 || status === 451) {
    throw new Refusal('refused', `${hostname} refused to show its page (status ${status}).`)
  }
  if (status >= 400) {
    throw new Refusal('failed', `${hostname} is in trouble (status ${status}).`, readRetryAfterMs(headers, now) ?? null)
  }
  if (isFile(headers)) throw new Refusal('failed', `${hostname} answered with a file, not a web page.`)
}

/** Whether it is anything but text for people. */
function isFile(headers: Headers): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'text/html'
  return !/^(?:text\/html|application\/xhtml\+xml|text\/plain)$/u.test(type)
}

/**
 * A host without a robots.txt asks for nothing; of a failing one it is unknown, so nothing is read (RFC 9309 §2.3.1).
 */
async function fetchRules(page: URL, options: VisitOptions): Promise<RobotsRules> {
  const url = new URL('/robots.txt', page)
  let at = url
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const { status, headers, text, to } = await askForRules(at, options)
    if (to !== null) {
      if (registeredDomain(to.hostname) !== registeredDomain(options.domain)) return NO_RULES
      at = to
      continue
    }
    if (status === 429 || status >= 500) {
      const wait = readRetryAfterMs(headers, options.clock.now()) ?? HOUR_MS
      throw new Refusal('failed', `${url.hostname} did not say what it asks of machines (status ${status}).`, wait)
    }
    return status >= 400 ? NO_RULES : readRobots(url, text)
  }
  return NO_RULES
}

async function askForRules(url: URL, options: VisitOptions): Promise<SiteAnswer> {
  try {
    return await ask(url, options, { pauseMs: undefined, maxBytes: ROBOTS_BYTES_MAX })
  } catch (error) {
    if (error instanceof OutboundError && error.kind === 'too_large')
      throw new Refusal('failed', `The robots.txt of ${url.hostname} is too long to be read.`)
    throw error
  }
}
