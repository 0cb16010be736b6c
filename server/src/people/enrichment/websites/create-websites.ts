import { companyKey } from '@leadlight/domain/companies'
import type { Clock } from '../../../platform/clock.ts'
import { OutboundError } from '../../../platform/outbound-error.ts'
import type { OutboundFetch } from '../../../platform/outbound.ts'
import { createSiteVisit, Refusal, type SiteVisit } from './site-visit.ts'
import { createHostTurns } from './host-turns.ts'
import { readOrganization, type StatedOrganization } from './read-organization.ts'
import type { SitePage } from './read-page.ts'
import type { CompanyWebsite, Sited, WebsiteReading, Websites } from './website-reading.ts'

/** The shortest description; less is a slogan. */
const DESCRIPTION_MIN = 40
const PARAGRAPH_MIN = 60
const ABOUT_PATH =
  /^\/(?:[a-z]{2}\/)?(?:about(?:[-_]?us)?|company|our-story|who-we-are|ueber-uns|a-propos|over-ons|nosotros)\/?$/iu
const ABOUT_WORDS =
  /^(?:about|about us|company|our story|who we are|über uns|à propos|over ons|sobre nosotros|nosotros)$/iu

interface WebsitesOptions {
  /** Must be the guarded one: the address is whatever somebody wrote into their profile. */
  fetch: OutboundFetch
  clock: Clock
}

/** Reads companies' websites: the home page and, if that does not say what they do, the page about them. */
export function createWebsites({ fetch, clock }: WebsitesOptions): Websites {
  const turns = createHostTurns(clock)
  return {
    async read(domain, signal) {
      try {
        const visit = createSiteVisit({ fetch, clock, turns, domain, signal })
        const home = await readHome(visit, domain)
        const organization = readOrganization(home.blocks, home.url)
        const about = isTold(home, organization) ? undefined : await readAbout(visit, home)
        return { kind: 'read', website: tell(domain, { home, about, organization }) }
      } catch (error) {
        signal.throwIfAborted()
        return failureOf(error)
      }
    },
  }
}

/** By https or, failing that, under www. or by http, as old sites are. */
async function readHome(visit: SiteVisit, domain: string): Promise<SitePage> {
  try {
    return await visit.page(new URL(`https://${domain}/`))
  } catch (error) {
    if (!isNotThere(error)) throw error
    for (const other of [`https://www.${domain}/`, `http://${domain}/`]) {
      const page = await orNothing(() => visit.page(new URL(other)))
      if (page) return page
    }
    throw error
  }
}

/**
 * The page about the company, by the home page's link to it or at its usual addresses; undefined if none can be read.
 */
async function readAbout(visit: SiteVisit, home: SitePage): Promise<SitePage | undefined> {
  const site = new URL(home.url)
  const own = home.links.filter(({ url }) => url.hostname === site.hostname && url.pathname !== site.pathname)
  const linked =
    own.find(({ url }) => ABOUT_PATH.test(url.pathname)) ??
    own.find(({ words }) => ABOUT_WORDS.test(words.replaceAll(/\s+/gu, ' ').trim()))
  try {
    return await visit.page(linked?.url ?? new URL('/about', site))
  } catch (error) {
    if (error instanceof OutboundError || error instanceof Refusal) return undefined
    throw error
  }
}

function isTold({ description }: SitePage, organization: StatedOrganization | undefined): boolean {
  return (organization?.description ?? description ?? '').length >= DESCRIPTION_MIN
}

interface Told {
  home: SitePage
  about: SitePage | undefined
  organization: StatedOrganization | undefined
}

function tell(domain: string, { home, about, organization: ofHome }: Told): CompanyWebsite {
  const organization = ofHome ?? (about && readOrganization(about.blocks, about.url))
  const pages = about ? [home, about] : [home]
  const description = describe({ home, about, organization })
  return {
    url: home.url,
    name: organization?.name ?? home.siteName ?? nameInTitle(home.title, domain),
    description,
    location: organization?.location ?? null,
    employees: organization?.employees ?? null,
    accounts: organization?.accounts ?? [],
    words: {
      types: organization?.types ?? [],
      title: home.title ?? '',
      description: description?.value ?? '',
      headings: pages.flatMap(({ headings }) => headings),
      paragraphs: pages.flatMap(({ paragraphs }) => paragraphs),
    },
  }
}

/**
 * The longest of the site's own descriptions: its JSON-LD, its meta description, or the beginning of its page about it.
 */
function describe({ home, about, organization }: Told): Sited | null {
  const paragraph = about?.paragraphs.find(({ length }) => length >= PARAGRAPH_MIN)
  const told: [string | null | undefined, SitePage | undefined][] = [
    [organization?.description, home],
    [home.description, home],
    [about?.description, about],
    [paragraph, about],
  ]
  const all = told.flatMap(([value, page]) => (value && page ? [{ value, url: page.url }] : []))
  return all.find(({ value }) => value.length >= DESCRIPTION_MIN) ?? all[0] ?? null
}

/** The part of a title that resembles the domain: of 'Larkbill – invoices' at larkbill.com, Larkbill. */
function nameInTitle(title: string | null, domain: string): string | null {
  const label = companyKey(domain.split('.')[0] ?? '')
  const parts = (title ?? '').split(/\s*[|–—:·•]\s*|\s+-\s+/u).map((part) => part.trim())
  return parts.find((part) => companyKey(part) === label) ?? null
}

async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isNotThere(error)) return undefined
    throw error
  }
}

function isNotThere(error: unknown): boolean {
  return error instanceof OutboundError && ['unknown_host', 'unreachable', 'tls'].includes(error.kind)
}

function failureOf(error: unknown): WebsiteReading {
  if (error instanceof Refusal) {
    const { kind, message, retryAfterMs } = error
    return kind === 'failed' ? { kind, why: message, retryAfterMs } : { kind, why: message }
  }
  if (error instanceof OutboundError) return { kind: 'failed', why: error.message, retryAfterMs: null }
  throw error
}
