import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../../../platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startCompanySitesDouble, type CompanySitesDouble } from '@leadlight/testing/doubles/website-double'
import { createWebsites } from './create-websites.ts'
import type { CompanyWebsite, WebsiteReading } from './website-reading.ts'

const { signal } = new AbortController()

let double: CompanySitesDouble
let outbound: Outbound
beforeAll(async () => {
  double = await startCompanySitesDouble()
  outbound = createOutbound({ userAgent: 'Leadlight/1 (+https://leads.example.com)', allow: [double.hostAndPort] })
})
afterEach(() => {
  double.recover()
  double.questions.length = 0
})
afterAll(async () => {
  await outbound.close()
  await double.close()
})

function read(domain: string, fetch = double.led(outbound.guarded)): Promise<WebsiteReading> {
  return createWebsites({ fetch, clock: createImpatientClock('2026-11-21T12:00:00Z') }).read(domain, signal)
}

async function siteOf(domain: string): Promise<CompanyWebsite> {
  const reading = await read(domain)
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading))
  return reading.website
}

test('a site gives its schema.org description, location, size and its people’s accounts', async () => {
  const site = await siteOf('oxbow.example')
  expect(site).toMatchObject({
    url: 'https://www.oxbow.example/',
    name: 'Oxbow Software',
    description: { value: expect.stringMatching(/^Oxbow makes scheduling/u), url: 'https://www.oxbow.example/' },
    location: 'Ghent, Belgium',
    employees: '11–50',
  })
  expect(site.accounts).toEqual([
    { key: 'github:wilhelmina', as: 'founder' },
    { key: 'bluesky:otto', as: 'employee' },
    { key: 'github:oxbow', as: 'own' },
  ])
  expect(double.askedOf('oxbow.example')).toEqual(['/robots.txt', '/'])
  expect(double.askedOf('www.oxbow.example')).toEqual(['/robots.txt', '/'])
  expect(double.questions[0]?.headers['user-agent']).toMatch(/^Leadlight/u)
})

test('if the home page says little, the page about the company is read and named as the source', async () => {
  const site = await siteOf('plainly.example')
  expect(site.name).toBe('Plainly')
  expect(site.description).toEqual({
    value: expect.stringMatching(/^Plainly is a law firm in Antwerp/u),
    url: 'https://plainly.example/who-we-are',
  })
  expect(double.askedOf('plainly.example')).toEqual(['/robots.txt', '/', '/who-we-are'])
})

test('JSON-LD that is cut short is ignored, and the rest is read', async () => {
  const site = await siteOf('brokenld.example')
  expect(site.name).toBe('Brokenld')
  expect(site.description?.value).toMatch(/^Freight forwarding/u)
})

test('of several organizations the one that names this site is taken, and of customers alone none', async () => {
  expect((await siteOf('several.example')).name).toBe('Several Ltd')
  expect(await siteOf('customers.example')).toMatchObject({ name: 'Customers', location: null, accounts: [] })
})

test('a hostile page says no more than words', async () => {
  const site = await siteOf('hostile.example')
  expect(site).toMatchObject({ location: 'ZZZ', employees: null, accounts: [] })
  expect(site.description?.value.length).toBeLessThanOrEqual(2_000)
})

test('a site without https is read by http', async () => {
  expect((await siteOf('oldways.example')).url).toBe('http://oldways.example/')
})

test.each([
  ['unwilling.example', 'refused', /robots\.txt/u, ['/robots.txt']],
  ['noindex.example', 'refused', /not to keep/u, ['/robots.txt', '/']],
  ['reserved.example', 'refused', /not to keep/u, ['/robots.txt', '/']],
  ['forbidden.example', 'refused', /status 403/u, ['/robots.txt', '/']],
  ['bought.example', 'elsewhere', /leads to megacorp\.example/u, ['/robots.txt', '/']],
  ['inward.example', 'elsewhere', /169\.254\.169\.254/u, ['/robots.txt', '/']],
  ['loop.example', 'failed', /one address to the next/u, ['/robots.txt', '/', '/', '/', '/', '/', '/']],
  ['file.example', 'failed', /a file/u, ['/robots.txt', '/']],
  ['troubled.example', 'failed', /status 503/u, ['/robots.txt', '/']],
  ['troubled-robots.example', 'failed', /did not say/u, ['/robots.txt']],
  ['huge.example', 'failed', /more than is accepted/u, ['/robots.txt', '/']],
] as const)('%s is %s, with the reason', async (domain, kind, why, asked) => {
  const reading = await read(domain)
  expect(reading).toMatchObject({ kind, why: expect.stringMatching(why) })
  expect(double.askedOf(domain)).toEqual(asked)
  expect(double.askedOf('megacorp.example')).toEqual([])
})

test('a failing site says when to come again', async () => {
  expect(await read('troubled.example')).toMatchObject({ retryAfterMs: 7_200_000 })
})

test('a robots.txt that redirects to another site is ignored', async () => {
  expect((await read('inward-robots.example')).kind).toBe('read')
})

test('a host that is not public is never asked', async () => {
  const reading = await read('10.0.0.1')
  expect(reading).toMatchObject({ kind: 'failed', why: expect.stringMatching(/not on the public internet/u) })
})

test('a slow site is given up, and one that breaks off has failed', async () => {
  const impatient = createOutbound({ userAgent: 'test', allow: [double.hostAndPort] })
  const soon: typeof impatient.guarded = (url, init) =>
    impatient.guarded(url, { ...init, limits: { ...init?.limits, headersMs: 50, totalMs: 100 } })
  double.failNext({ kind: 'hang' })
  expect(await read('slow.example', double.led(soon))).toMatchObject({
    kind: 'failed',
    why: expect.stringMatching(/did not answer/u),
  })
  double.failNext({ kind: 'reset' }, 3)
  expect((await read('slow.example')).kind).toBe('failed')
  await impatient.close()
})

test('an aborted read throws the caller’s own reason', async () => {
  const gone = new Error('nobody waits any more')
  const websites = createWebsites({
    fetch: double.led(outbound.guarded),
    clock: createImpatientClock('2026-11-21T12:00:00Z'),
  })
  await expect(websites.read('oxbow.example', AbortSignal.abort(gone))).rejects.toBe(gone)
})

test('a host is asked one thing at a time, with a pause, or a longer one if it asks for it', async () => {
  const clock = createImpatientClock('2026-11-21T12:00:00Z')
  const asked: { path: string; at: number }[] = []
  let open = 0
  let openMost = 0
  const led = double.led(outbound.guarded)
  const watched: typeof led = async (url, init) => {
    openMost = Math.max(openMost, ++open)
    asked.push({ path: new URL(url).pathname, at: clock.now().getTime() })
    try {
      return await led(url, init)
    } finally {
      open -= 1
    }
  }
  const websites = createWebsites({ fetch: watched, clock })
  await Promise.all([websites.read('plainly.example', signal), websites.read('plainly.example', signal)])
  const gaps = asked.slice(1).map(({ at }, position) => at - (asked[position]?.at ?? 0))
  expect(openMost).toBe(1)
  expect(asked).toHaveLength(6)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)

  asked.length = 0
  await websites.read('oxbow.example', signal)
  const own = asked.filter(({ path }) => path === '/').map(({ at }) => at)
  await websites.read('oxbow.example', signal)
  const [, , , , again = { at: 0 }] = asked
  expect(again.at - (own[0] ?? 0)).toBeGreaterThanOrEqual(3_000)
})
