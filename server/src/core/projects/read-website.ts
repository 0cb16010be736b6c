import { AppError, invalidPart, type ErrorKind } from '../../platform/errors.ts'
import { OutboundError } from '../../platform/outbound-error.ts'
import type { OutboundErrorKind } from '../../platform/outbound-error.ts'
import type { OutboundFetch } from '../../platform/outbound.ts'
import { readText } from '../../platform/read-text.ts'
import { parseWebsiteAddress } from './website-address.ts'
import { readWebsiteFacts } from './website-facts.ts'
import type { WebsiteFacts } from './website-facts.ts'

const PAGE_BYTES_MAX = 3_000_000
const BY_HAND = 'You can fill in the next step by hand.'

export interface Website extends WebsiteFacts {
  /** The page's address after redirects. */
  url: string
}

interface ReadWebsiteOptions {
  /** Must be the guarded one: the address is whatever somebody typed. */
  fetch: OutboundFetch
  signal?: AbortSignal | undefined
}

/**
 * Reads the home page of a business. Every failure is an AppError whose sentence says what happened and that the next
 * step can be filled in by hand: `invalid` if the address is at fault, `upstream` if the site is.
 */
export async function readWebsite(typed: string, { fetch, signal }: ReadWebsiteOptions): Promise<Website> {
  const address = parseWebsiteAddress(typed)
  try {
    const response = await ask(address, { fetch, signal }, !/^http/i.test(typed.trim()))
    await requirePage(response, address)
    const html = await readText(response, PAGE_BYTES_MAX)
    const url = response.url || address.href
    const facts = await readWebsiteFacts(html, url)
    if (isSilent(facts))
      throw unread(address, 'website_empty', 'shows nothing that can be read without running scripts')
    return { url, ...facts }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof OutboundError) throw explain(error, address)
    throw error
  }
}

/** An address without a scheme may be a site that does not support https. */
async function ask(address: URL, { fetch, signal }: ReadWebsiteOptions, mayTryHttp: boolean): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1', 'accept-language': 'en, *;q=0.5' },
      limits: { maxBytes: PAGE_BYTES_MAX },
      signal: signal ?? null,
    })
  } catch (error) {
    const noHttps = error instanceof OutboundError && (error.kind === 'tls' || error.kind === 'unreachable')
    if (!mayTryHttp || !noHttps) throw error
    return ask(new URL(address.href.replace(/^https:/, 'http:')), { fetch, signal }, false)
  }
}

async function requirePage(response: Response, address: URL): Promise<void> {
  const fault = faultOf(response, address)
  if (!fault) return
  await response.body?.cancel()
  throw fault
}

function faultOf({ ok, status, headers }: Response, address: URL): AppError | undefined {
  if (status === 404 || status === 410)
    return unread(address, 'website_not_found', `has no page there (status ${status})`)
  if (!ok) return unread(address, 'website_refused', `refused to show the page (status ${status})`)
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'text/html'
  if (/^(text\/html|application\/xhtml\+xml|text\/plain)$/.test(type)) return undefined
  return unread(address, 'website_not_html', `answered with a file (${type}), not a web page`)
}

function isSilent({ title, description, headings, paragraphs, jsonLd }: WebsiteFacts): boolean {
  return title === null && description === null && headings.length + paragraphs.length + jsonLd.length === 0
}

type Explanation = [kind: ErrorKind, code: string, whatHappened: string]

const notPublic: Explanation = ['invalid', 'website_invalid', 'is not a public website']

const EXPLANATIONS: Record<OutboundErrorKind, Explanation> = {
  bad_url: notPublic,
  not_http: notPublic,
  credentials_in_url: notPublic,
  port_refused: notPublic,
  private_address: notPublic,
  unknown_host: ['invalid', 'website_not_found', 'cannot be found on the internet; check the spelling'],
  unreachable: ['upstream', 'website_unreachable', 'cannot be reached just now'],
  broken_answer: ['upstream', 'website_unreachable', 'sent an answer that cannot be read'],
  tls: ['upstream', 'website_not_secure', 'has no valid certificate, so it cannot be read safely'],
  timeout: ['upstream', 'website_timeout', 'took too long to answer'],
  too_large: ['upstream', 'website_too_large', 'sent far more than a web page'],
  too_many_redirects: ['upstream', 'website_redirects', 'only leads from one address to the next'],
}

function explain(error: OutboundError, address: URL): AppError {
  const [kind, code, whatHappened] = EXPLANATIONS[error.kind]
  const detail = `${address.host} ${whatHappened}. ${BY_HAND}`
  if (kind === 'invalid') return invalidPart('project.website', code, detail, error)
  return new AppError(kind, code, detail, { cause: error })
}

function unread(address: URL, code: string, whatHappened: string): AppError {
  return new AppError('upstream', code, `${address.host} ${whatHappened}. ${BY_HAND}`)
}
