import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startDouble } from '@leadlight/testing/doubles/double-server'
import type { Answer, Double, Question } from '@leadlight/testing/doubles/double-server'
import { createManualClock } from '@leadlight/testing/manual-clock'
import type { ManualClock } from '@leadlight/testing/manual-clock'
import { createOutbound, streamLimits } from './outbound.ts'
import type { Outbound } from './outbound.ts'

const BOMB = gzipSync(Buffer.alloc(50_000_000))

let site: Double
let other: Double
let outbound: Outbound
let clock: ManualClock
let warnings: string[]

function answerOn(question: Question): Answer {
  const { pathname, searchParams } = question.url
  const to = searchParams.get('to')
  if (pathname === '/redirect')
    return { status: Number(searchParams.get('status') ?? 302), headers: { location: to ?? '' }, body: 'gone' }
  if (pathname === '/count') return redirectTo(`/count?n=${Number(searchParams.get('n')) + 1}`)
  if (pathname === '/bomb') return { headers: { 'content-encoding': 'gzip' }, body: BOMB }
  if (pathname === '/gigabyte') return { headers: { 'content-length': '1000000000' }, body: '' }
  if (pathname === '/odd') return { status: 999, body: 'no' }
  if (pathname === '/nothing') return { status: 204, body: '' }
  return { headers: { 'content-type': 'text/plain' }, body: `${question.method} ${pathname}` }
}

function redirectTo(location: string): Answer {
  return { status: 302, headers: { location }, body: '' }
}

beforeEach(async () => {
  site = await startDouble(answerOn)
  other = await startDouble(answerOn)
  clock = createManualClock('2026-11-21T00:00:00Z')
  warnings = []
  outbound = createOutbound({
    userAgent: 'Leadlight/1 (+https://leads.example.com)',
    allow: [site.hostAndPort],
    clock,
    limits: { maxBytes: 1_000_000, headersMs: 15_000, totalMs: 30_000 },
    log: { warn: (_fields, message) => warnings.push(message) },
  })
})

afterEach(async () => {
  await outbound.close()
  await Promise.all([site.close(), other.close()])
})

async function waitFor(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const redirect = (to: string, status = 302) => `${site.url}/redirect?status=${status}&to=${encodeURIComponent(to)}`

test('a response names its last address, and the request says who sent it', async () => {
  const response = await outbound.guarded(redirect('/here'))
  expect(await response.text()).toBe('GET /here')
  expect(response.url).toBe(`${site.url}/here`)
  expect(site.questions[1]?.headers['user-agent']).toBe('Leadlight/1 (+https://leads.example.com)')
})

test('an answer without a body is a valid response', async () => {
  const response = await outbound.guarded(`${site.url}/nothing`)
  expect([response.status, await response.text()]).toEqual([204, ''])
})

describe('a redirect', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
    'http://[::ffff:127.0.0.1]/',
    'http://127.1/',
  ])('to a private address is refused: %s', async (to) => {
    await expect(outbound.guarded(redirect(to))).rejects.toMatchObject({ kind: 'private_address' })
    expect(warnings).toHaveLength(1)
  })

  test('to another port of an allowed host is refused', async () => {
    await expect(outbound.guarded(redirect(other.url))).rejects.toMatchObject({ name: 'OutboundError' })
    expect(other.questions).toEqual([])
  })

  test('of a host the operator configured to a private one is refused too', async () => {
    expect(await (await outbound.operator(`${other.url}/open`)).text()).toBe('GET /open')
    const there = `${other.url}/redirect?to=${encodeURIComponent('http://10.0.0.1/')}`
    await expect(outbound.operator(there)).rejects.toMatchObject({ kind: 'private_address' })
  })

  test('to another scheme is refused', async () => {
    await expect(outbound.guarded(redirect('file:///etc/passwd'))).rejects.toMatchObject({ kind: 'not_http' })
  })

  test('is followed five times and no more', async () => {
    await expect(outbound.guarded(`${site.url}/count?n=0`)).rejects.toMatchObject({ kind: 'too_many_redirects' })
    expect(site.questions).toHaveLength(6)
  })

  test('is returned or refused where the caller wants that', async () => {
    const response = await outbound.guarded(redirect('/x'), { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/x'])
    await expect(outbound.guarded(redirect('/x'), { redirect: 'error' })).rejects.toMatchObject({
      kind: 'too_many_redirects',
    })
  })

  test.each([
    { status: 303, sent: 'GET /x' },
    { status: 302, sent: 'GET /x' },
    { status: 307, sent: 'POST /x' },
    { status: 308, sent: 'POST /x' },
  ])('of a POST by $status requests $sent', async ({ status, sent }) => {
    const response = await outbound.guarded(redirect('/x', status), { method: 'POST', body: 'a' })
    expect(await response.text()).toBe(sent)
  })

  test('to another origin carries no key along', async () => {
    const allowing = createOutbound({ userAgent: 'test', allow: [site.hostAndPort, other.hostAndPort] })
    const headers = { authorization: 'Bearer s3cret', 'x-api-key': 's3cret', cookie: 'a=s3cret', accept: 'text/html' }
    await (await allowing.guarded(redirect(`${other.url}/x`), { headers })).text()
    expect(JSON.stringify(site.questions[0]?.headers)).toContain('s3cret')
    expect(JSON.stringify(other.questions[0]?.headers)).not.toContain('s3cret')
    expect(other.questions[0]?.headers.accept).toBe('text/html')
    await allowing.close()
  })
})

describe('an answer too large', () => {
  test('is refused by its declared length', async () => {
    await expect(outbound.guarded(`${site.url}/gigabyte`)).rejects.toMatchObject({ kind: 'too_large' })
  })

  test('is cut off while it decompresses, however small it was', async () => {
    expect(BOMB.length).toBeLessThan(100_000)
    const response = await outbound.guarded(`${site.url}/bomb`)
    await expect(response.text()).rejects.toMatchObject({ kind: 'too_large' })
  })

  test('is accepted where the caller accepts more', async () => {
    const response = await outbound.guarded(`${site.url}/bomb`, { limits: { maxBytes: 60_000_000 } })
    expect((await response.arrayBuffer()).byteLength).toBe(50_000_000)
  })
})

describe('an answer without an end', () => {
  test('is read as long as data arrives, and given up once it is silent', async () => {
    site.failNext({ kind: 'drip' })
    const response = await outbound.guarded(`${site.url}/long`, { limits: streamLimits(60_000) })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value).toHaveLength(1)
    const second = reader?.read()
    await clock.advance(59_999)
    expect((await second)?.value).toHaveLength(1)
    const third = reader?.read().catch((error: unknown) => error)
    await clock.advance(60_000)
    expect(await third).toMatchObject({ kind: 'timeout', message: expect.stringContaining('60 seconds') })
    expect(clock.sleeping()).toBe(0)
  })

  test('is not given up while nobody reads', async () => {
    const response = await outbound.guarded(`${site.url}/late`, { limits: streamLimits(60_000) })
    await clock.advance(3_600_000)
    expect(await response.text()).toBe('GET /late')
    expect(clock.sleeping()).toBe(0)
  })
})

describe('a host that misbehaves', () => {
  test('by never answering is given up after the time for headers', async () => {
    site.failNext({ kind: 'hang' })
    const answer = outbound.guarded(site.url).catch((error: unknown) => error)
    await waitFor(() => site.questions.length === 1)
    await clock.advance(15_000)
    expect(await answer).toMatchObject({ kind: 'timeout', message: expect.stringContaining('15 seconds') })
    expect(clock.sleeping()).toBe(0)
  })

  test('by sending a byte a second is given up after the whole time', async () => {
    site.failNext({ kind: 'drip' })
    const text = (await outbound.guarded(`${site.url}/long`)).text().catch((error: unknown) => error)
    await clock.advance(29_999)
    expect(clock.sleeping()).toBe(1)
    await clock.advance(1)
    expect(await text).toMatchObject({ kind: 'timeout', message: expect.stringContaining('30 seconds') })
    expect(clock.sleeping()).toBe(0)
  })

  test.each([
    { fault: { kind: 'reset' } as const, kind: 'unreachable' },
    { fault: { kind: 'reset_mid_body' } as const, kind: 'unreachable' },
  ])('by $fault.kind becomes an error of ours', async ({ fault, kind }) => {
    site.failNext(fault)
    const read = async () => (await outbound.guarded(`${site.url}/long-enough-to-be-cut`)).text()
    await expect(read()).rejects.toMatchObject({ name: 'OutboundError', kind })
    expect(clock.sleeping()).toBe(0)
  })

  test('by not being there gets an error that says so', async () => {
    await expect(outbound.operator('http://127.0.0.1:9/')).rejects.toMatchObject({ name: 'OutboundError' })
    const port = Number(new URL(other.url).port)
    await other.close()
    await expect(outbound.operator(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(outbound.operator(site.url.replace('http', 'https'))).rejects.toMatchObject({ kind: 'tls' })
    await expect(outbound.guarded(`${site.url}/odd`)).rejects.toMatchObject({ kind: 'broken_answer' })
  })
})

test('a caller who gives up gets their own reason, before and while the body comes', async () => {
  const gone = new Error('nobody waits any more')
  await expect(outbound.guarded(site.url, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
  const giveUp = new AbortController()
  site.failNext({ kind: 'drip' })
  const response = await outbound.guarded(site.url, { signal: giveUp.signal })
  const text = response.text().catch((error: unknown) => error)
  giveUp.abort(gone)
  expect(await text).toBe(gone)
  expect(clock.sleeping()).toBe(0)
})

test('nothing is sent while a transaction is open', async () => {
  const careful = createOutbound({
    userAgent: 'test',
    allow: [site.hostAndPort],
    assertNoTransaction: () => {
      throw new Error('a transaction is open')
    },
  })
  await expect(careful.guarded(site.url)).rejects.toThrow('a transaction is open')
  expect(site.questions).toEqual([])
  await careful.close()
})
