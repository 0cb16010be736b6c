import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../src/platform/clock.ts'
import type { Outbound, OutboundFetch } from '../src/platform/outbound.ts'
import { html, type Answer } from './answer.ts'
import { companyPage } from './company-page.ts'
import { ABOUTS, ASKERS, COMPANY_SITES } from './demo-people.ts'
import { createDev } from './dev.ts'
import { createDiscourse } from './discourse.ts'
import { createFeed } from './feed.ts'
import { createHackerNews } from './hacker-news.ts'
import { createLemmy } from './lemmy.ts'
import { readMadeUpPosts, type MadeUpPost } from './made-up-posts.ts'
import { createMastodon } from './mastodon.ts'
import { createReddit } from './reddit.ts'
import { createStackExchange } from './stack-exchange.ts'

export const SERVERS = {
  feed: 'makersdigest.example',
  discourse: 'studiotable.example',
  lemmy: 'commons.example',
  mastodon: 'gathering.example',
} as const

const NOT_FOUND: Answer = { ...html('<h1>Not found</h1>'), status: 404 }

const AWAY: Answer = { ...html('<h1>Back soon</h1>'), status: 503 }

export interface StandIn {
  /** The variables that lead the product here, a group for each platform. */
  variables: readonly Readonly<Record<string, string>>[]
  /** Brings requests for the made-up companies' websites here, whose names nobody resolves; all others go the guarded way. */
  led: (outbound: Outbound) => OutboundFetch
  /** One of its servers answers nothing until it is set again. */
  setAway(host: string | undefined): void
  close(): Promise<void>
}

/**
 * What the demo searches in place of eight platforms: made-up posts, the people who wrote them and their companies' websites, on a port
 * of this machine. It answers as those do, as far as the product asks.
 */
export async function startStandIn(clock: Clock): Promise<StandIn> {
  const posts = await readMadeUpPosts(clock.now())
  const servers = createServers(posts)
  let away: string | undefined
  const parts = new Map<string, (url: URL) => Answer>([
    ['hacker-news', createHackerNews(posts, ABOUTS)],
    ['stack-exchange', createStackExchange(posts, ASKERS)],
    ['dev', createDev(posts)],
    ['reddit', createReddit(posts)],
    ['sites', (url) => (url.pathname.startsWith(`/${away}/`) ? AWAY : presentSite(servers, url))],
  ])
  const server = createServer((request, response) => {
    const [, part = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const { status, type, body } = parts.get(part)?.(new URL(`http://stand-in${path}`)) ?? NOT_FOUND
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const address = await listen(server)
  return {
    variables: [
      {
        HACKER_NEWS_API_URL: `${address}/hacker-news/api/v1`,
        HACKER_NEWS_ITEMS_URL: `${address}/hacker-news/v0`,
      },
      { STACK_EXCHANGE_API_URL: `${address}/stack-exchange/2.3` },
      { DEV_API_URL: `${address}/dev/api` },
      { REDDIT_SITE_URL: `${address}/reddit` },
      { JETSTREAM_URL: 'off' },
    ],
    led: (outbound) => (url, init) => {
      const { protocol, host, pathname, search } = new URL(url)
      const isMadeUp = protocol === 'https:' && (COMPANY_SITES.has(host) || servers.has(host))
      return isMadeUp
        ? outbound.operator(`${address}/sites/${host}${pathname}${search}`, init)
        : outbound.guarded(url, init)
    },
    setAway(host) {
      away = host
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The servers where people meet, by the names that the demo's project adds. */
function createServers(posts: readonly MadeUpPost[]): ReadonlyMap<string, (url: URL) => Answer> {
  return new Map([
    [SERVERS.feed, createFeed(posts, 'Makers’ Digest')],
    [SERVERS.discourse, createDiscourse(posts, 'Studio Table')],
    [SERVERS.lemmy, createLemmy(posts, SERVERS.lemmy)],
    [SERVERS.mastodon, createMastodon(posts, SERVERS.mastodon)],
  ])
}

/** A server answers at all its paths, `/commons.example/api/v3/site`; a company's site is one page: `/foldcraft.example/`. */
function presentSite(servers: ReadonlyMap<string, (url: URL) => Answer>, { pathname, search }: URL): Answer {
  const [, host = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? []
  const server = servers.get(host)
  if (server) return server(new URL(`http://stand-in${path}${search}`))
  const site = path === '/' ? COMPANY_SITES.get(host) : undefined
  return site ? html(companyPage(site)) : NOT_FOUND
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
