import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../src/platform/clock.ts'
import type { Outbound, OutboundFetch } from '../src/platform/outbound.ts'
import { html, type Answer } from './answer.ts'
import { companyPage } from './company-page.ts'
import { ABOUTS, ASKERS, COMPANY_SITES } from './demo-people.ts'
import { createHackerNews } from './hacker-news.ts'
import { readMadeUpPosts } from './made-up-posts.ts'
import { createStackExchange } from './stack-exchange.ts'

const NOT_FOUND: Answer = { ...html('<h1>Not found</h1>'), status: 404 }

export interface StandIn {
  /** The variables that lead the product here, a group for each platform. */
  variables: readonly Readonly<Record<string, string>>[]
  /** Brings requests for the made-up companies' websites here, whose names nobody resolves; all others go the guarded way. */
  led: (outbound: Outbound) => OutboundFetch
  close(): Promise<void>
}

/**
 * What the demo searches in place of Hacker News and Stack Exchange: made-up posts, the people who wrote them and their companies'
 * websites, on a port of this machine. It answers as those do, as far as the product asks.
 */
export async function startStandIn(clock: Clock): Promise<StandIn> {
  const posts = await readMadeUpPosts(clock.now())
  const parts = new Map<string, (url: URL) => Answer>([
    ['hacker-news', createHackerNews(posts, ABOUTS)],
    ['stack-exchange', createStackExchange(posts, ASKERS)],
    ['sites', presentSite],
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
      { JETSTREAM_URL: 'off' },
    ],
    led: (outbound) => (url, init) => {
      const { protocol, host, pathname } = new URL(url)
      const isMadeUp = protocol === 'https:' && COMPANY_SITES.has(host)
      return isMadeUp ? outbound.operator(`${address}/sites/${host}${pathname}`, init) : outbound.guarded(url, init)
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Each site is one page: `/foldcraft.example/`. */
function presentSite({ pathname }: URL): Answer {
  const site = COMPANY_SITES.get(pathname.slice(1, -1))
  return site ? html(companyPage(site)) : NOT_FOUND
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
