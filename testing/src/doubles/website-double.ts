import { gzipSync } from 'node:zlib'
import type { OutboundFetch } from '@leadlight/server/platform/outbound'
import { startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { COMPANY_SITES } from './company-sites.ts'
import { BLOG_FEED, HOME_PAGE, LATIN1_PAGE, SCRIPT_ONLY_PAGE } from './website-pages.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const GIGABYTE = 1_000_000_000
const BOMB = gzipSync(Buffer.alloc(50_000_000, '<p>so much to say</p>'))

export interface WebsiteDouble extends Double {
  /** The home page, as a user would type it. */
  homeUrl: string
}

/**
 * The site of Larkbill, a made-up seller of invoicing software, at `/`, and hostile or broken ones: `/gigabyte`,
 * `/bomb`, `/inward`, `/loop`, `/pdf`, `/missing`, `/broken`, `/empty`, `/deep`, `/script-only`, `/latin1`.
 */
export async function startWebsiteDouble(options: DoubleOptions = {}): Promise<WebsiteDouble> {
  const double = await startDouble(({ url }: Question) => PAGES[url.pathname] ?? PAGES['/missing']!, options)
  return { ...double, homeUrl: `${double.url}/` }
}

export interface CompanySitesDouble extends Double {
  /**
   * Routes requests for the sites, by their own names and https, to the double; loopback has neither. All others go
   * where they would.
   */
  led(fetch: OutboundFetch): OutboundFetch
  /** The paths requested of a site so far. */
  askedOf(host: string): string[]
}

/** The websites of made-up companies, good and bad, each under a name of its own in `.example`. */
export async function startCompanySitesDouble(options: DoubleOptions = {}): Promise<CompanySitesDouble> {
  const double = await startDouble(({ url }) => answerOfSite(url), options)
  return {
    ...double,
    led: (fetch) => (url, init) => {
      const { protocol, host, pathname } = new URL(url)
      const isOurs = Object.hasOwn(COMPANY_SITES, host) && (protocol === 'https:' || HTTP_ONLY.has(host))
      return fetch(
        isOurs && !(protocol === 'https:' && HTTP_ONLY.has(host)) ? `${double.url}/${host}${pathname}` : url,
        init,
      )
    },
    askedOf(host) {
      const paths = double.questions.map(({ url }) => url.pathname.split('/'))
      return paths.filter(([, asked]) => asked === host).map(([, , ...path]) => `/${path.join('/')}`)
    },
  }
}

/** Sites without https. */
const HTTP_ONLY = new Set(['oldways.example'])

function answerOfSite({ pathname }: URL): Answer {
  const [, host = '', ...path] = pathname.split('/')
  return COMPANY_SITES[host]?.[`/${path.join('/')}`] ?? { status: 404, headers: HTML, body: '<h1>Not found</h1>' }
}

const PAGES: Record<string, Answer> = {
  '/': { headers: HTML, body: HOME_PAGE },
  '/blog/feed.xml': { headers: { 'content-type': 'application/rss+xml' }, body: BLOG_FEED },
  '/moved': { status: 301, headers: { location: '/' }, body: '' },
  '/latin1': { headers: { 'content-type': 'text/html; charset=iso-8859-1' }, body: Buffer.from(LATIN1_PAGE, 'latin1') },
  '/script-only': { headers: HTML, body: SCRIPT_ONLY_PAGE },
  '/empty': { headers: HTML, body: '' },
  '/deep': { headers: HTML, body: '<div>'.repeat(200_000) },
  '/bomb': { headers: { ...HTML, 'content-encoding': 'gzip' }, body: BOMB },
  '/gigabyte': { headers: { ...HTML, 'content-length': String(GIGABYTE) }, body: '' },
  '/inward': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' }, body: '' },
  '/loop': { status: 302, headers: { location: '/loop' }, body: '' },
  '/pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' },
  '/broken': { status: 503, headers: HTML, body: '<h1>Service unavailable</h1>' },
  '/missing': { status: 404, headers: HTML, body: '<h1>Not found</h1>' },
}
