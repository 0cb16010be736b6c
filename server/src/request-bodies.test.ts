import { login, register } from '@leadlight/contract/accounts'
import { receiveStripeEvent } from '@leadlight/contract/billing'
import { BODY_BYTES_MAX, PUBLIC_BODY_BYTES_MAX } from '@leadlight/contract/endpoint'
import { markRead } from '@leadlight/contract/leads'
import { updateNotificationSettings } from '@leadlight/contract/notifications'
import { createProject } from '@leadlight/contract/projects'
import { receiveSlackInteraction } from '@leadlight/contract/slack'
import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeKey } from '@leadlight/testing/mcp-calls'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { SOCKET_HEADER } from '@leadlight/testing/test-client'
import type { TestOrganization } from '@leadlight/testing/test-organization'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const CHUNK = 1_000
const PER_MINUTE = 4

let app: TestApp
let organization: TestOrganization
let key: string
beforeAll(async () => {
  app = await startTestApp()
  organization = await app.organization()
  key = await makeKey(organization)
})
afterAll(() => app.close())
afterEach(() => void vi.restoreAllMocks())

/** A body that arrives in pieces, and how much of it was read. */
function pieces(text: string) {
  const bytes = Buffer.from(text)
  let taken = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken >= bytes.length) return controller.close()
        controller.enqueue(new Uint8Array(bytes.subarray(taken, taken + CHUNK)))
        taken = Math.min(bytes.length, taken + CHUNK)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, taken: () => taken, length: bytes.length }
}

interface Sent {
  text: string
  headers?: Record<string, string> | undefined
  /** Whether its length is announced. */
  announced?: boolean
  to?: Pick<TestApp, 'app'>
}

/** Posts the body as a socket delivers it, and tells how much of it was read and whether any of it was parsed. */
async function post(path: string, { text, headers = JSON_TYPE, announced = false, to = app }: Sent) {
  const body = pieces(text)
  const parse = vi.spyOn(JSON, 'parse')
  const fields = vi.spyOn(globalThis, 'URLSearchParams')
  const asked: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...headers, ...(announced && { 'content-length': String(body.length) }) },
    body: body.stream,
    duplex: 'half',
  }
  const response = await to.app.hono.request(path, asked)
  const isParsed = parse.mock.calls.some(([json]) => json === text) || fields.mock.calls.some(([form]) => form === text)
  return {
    status: response.status,
    headers: response.headers,
    taken: body.taken(),
    isParsed,
    text: await response.text(),
  }
}

const problemOf = ({ text }: { text: string }) => JSON.parse(text) as { code: string; detail: string }
const padded = (bytes: number) => `{"email":"${'a'.repeat(bytes)}"}`
const keysOf = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`

describe('a body that anybody may send', () => {
  test.each([register.path, login.path])(
    '%s is refused unread where its announced length is too large',
    async (path) => {
      const headers = path === login.path ? FORM_TYPE : JSON_TYPE
      const reply = await post(path, { text: padded(PUBLIC_BODY_BYTES_MAX), headers, announced: true })

      expect(reply).toMatchObject({ status: 413, taken: 0 })
      expect(problemOf(reply)).toMatchObject({ code: 'body_too_large', detail: 'The body is larger than 16 KB.' })
    },
  )

  test('is read no further than its limit where no length is announced', async () => {
    const reply = await post(register.path, { text: padded(900_000) })

    expect(reply).toMatchObject({ status: 413, isParsed: false })
    expect(reply.taken).toBeLessThanOrEqual(PUBLIC_BODY_BYTES_MAX + CHUNK)
  })

  test('takes a token and a password at their longest', async () => {
    const body = { token: 'a'.repeat(4_000), password: '\u{1F511}'.repeat(500) }
    const spelt = JSON.stringify(body).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
    const reply = await post('/auth/reset-password', { text: spelt, announced: true })

    expect(problemOf(reply)).toMatchObject({ code: 'RESET_PASSWORD_BAD_TOKEN' })
  })

  test('has a larger limit only where a third party signs it', () => {
    const larger = app.app.endpoints.filter(
      ({ access, bodyBytesMax }) => access === 'public' && bodyBytesMax > PUBLIC_BODY_BYTES_MAX,
    )

    expect(larger.map(({ name }) => name).toSorted()).toEqual(
      ['receiveSlackEvent', 'receiveSlackInteraction', 'receiveStripeEvent'].toSorted(),
    )
    expect(larger.every(({ errors }) => errors.includes('signature_invalid'))).toBe(true)
  })
})

describe('a body is measured before it is parsed:', () => {
  const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const fields = Array.from({ length: 101 }, (_, at) => `f${at}=1`).join('&')

  test.each([
    { what: 'many keys for Stripe', path: receiveStripeEvent.path, text: keysOf(5_001), status: 413 },
    { what: 'many levels for Stripe', path: receiveStripeEvent.path, text: deep(40), status: 422 },
    { what: 'levels left open', path: register.path, text: `{"a":${'['.repeat(40)}`, status: 422 },
    { what: 'many fields', path: login.path, text: fields, headers: FORM_TYPE, status: 413 },
    {
      what: 'many fields for Slack',
      path: receiveSlackInteraction.path,
      text: fields,
      headers: FORM_TYPE,
      status: 413,
    },
  ])('$what', async ({ path, text, headers, status }) => {
    expect(await post(path, { text, headers, announced: true })).toMatchObject({ status, isParsed: false })
    expect(await post(path, { text, headers })).toMatchObject({ status, isParsed: false })
  })

  test.each([
    { what: 'many keys', text: keysOf(20_000), status: 413 },
    { what: 'many items', text: `{"name":[${'1,'.repeat(100_000)}1]}`, status: 413 },
    { what: 'many levels', text: deep(100_000), status: 422 },
  ])('$what of somebody signed in, and of a key at /mcp', async ({ text, status }) => {
    const as = (token: string) => ({ ...JSON_TYPE, authorization: `Bearer ${token}` })
    const call = await post(createProject.path, { text, headers: as(organization.token), announced: true })
    const tool = await post('/mcp', { text, headers: as(key), announced: true })

    expect(text.length).toBeLessThan(BODY_BYTES_MAX)
    expect(call).toMatchObject({ status, isParsed: false })
    expect(tool).toMatchObject({ status, isParsed: false })
    expect(problemOf(call).detail).toMatch(
      /^(The body holds more than 5,000 values|body: Must not have more than 32 levels)\.$/,
    )
    expect(problemOf(tool)).toEqual({ ...problemOf(call), request_id: expect.any(String) as string })
  })

  test('the longest list of ids fits', async () => {
    const { id: projectId } = await organization.project()
    const lead_ids = Array.from({ length: LEADS_NAMED_MAX }, () => app.dependencies.newId())
    const reply = await organization.ask(markRead, { params: { projectId }, body: { lead_ids } })

    expect(reply).toMatchObject({ status: 200, body: { updated: 0 } })
  })

  test('only a few unknown fields are named', async () => {
    const { id: projectId } = await organization.project()
    const body = JSON.parse(keysOf(4_999)) as Record<string, never>
    const reply = await organization.ask(updateNotificationSettings, { params: { projectId }, body })

    expect(reply.problem()).toMatchObject({ status: 422, detail: 'body.k0: Is not known here.' })
    expect(reply.problem().errors).toHaveLength(20)
  })
})

describe('a call that needs a sign-in is refused unread', () => {
  test.each([
    { who: 'nobody', authorization: undefined },
    { who: 'a token that is none', authorization: 'Bearer a.b.c' },
    { who: 'a key that is none', authorization: `Bearer ll_${'0'.repeat(40)}` },
  ])('by $who', async ({ authorization }) => {
    const headers = { ...JSON_TYPE, ...(authorization && { authorization }) }
    for (const path of [createProject.path, '/mcp']) {
      expect(await post(path, { text: keysOf(60_000), headers, announced: true })).toMatchObject({
        status: 401,
        taken: 0,
      })
      expect(await post(path, { text: keysOf(60_000), headers })).toMatchObject({ status: 401, taken: 0 })
    }
  })
})

describe('calls without a sign-in are counted by client', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await startTestApp({
      environment: { PUBLIC_CALLS_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '10.0.0.1' },
    })
  })
  afterAll(() => limited.close())

  const from = (address: string, headers: Record<string, string> = {}) => ({
    text: padded(10),
    headers: { ...JSON_TYPE, [SOCKET_HEADER]: address, ...headers },
    to: limited,
  })

  test('and refused beyond the limit before they are read', async () => {
    for (let call = 1; call <= PER_MINUTE; call++) {
      const reply = await post(register.path, from('192.0.2.1'))
      expect(reply).toMatchObject({ status: 422, isParsed: true })
      expect(reply.headers.get('ratelimit')).toBe(`"client";r=${PER_MINUTE - call};t=60`)
    }
    const refused = await post(register.path, from('192.0.2.1'))

    expect(refused).toMatchObject({ status: 429, taken: 0 })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(problemOf(refused)).toMatchObject({
      code: 'rate_limited',
      detail: 'Your network has made its 4 calls without signing in of this minute. Go on in 60 seconds.',
    })
    expect((await post(login.path, from('192.0.2.1'))).status).toBe(429)
    expect((await post(register.path, from('192.0.2.2'))).status).toBe(422)
    await limited.clock.advance(60_000)
    expect((await post(register.path, from('192.0.2.1'))).status).toBe(422)
  })

  test('as a trusted proxy names it, the addresses of one IPv6 network together', async () => {
    const behind = (address: string) => from('10.0.0.1', { 'x-forwarded-for': address })
    for (let call = 1; call <= PER_MINUTE; call++) await post(register.path, behind(`2001:db8::${call}`))

    expect((await post(register.path, behind('2001:db8::ffff'))).status).toBe(429)
    expect((await post(register.path, behind('2001:db8:0:1::1'))).status).toBe(422)
  })

  test('and never limit signed-in callers or probes', async () => {
    const somebody = await limited.organization()
    for (let call = 0; call <= PER_MINUTE; call++) await post(register.path, from('192.0.2.9'))

    expect((await somebody.request('GET', '/users_info/me', { from: '192.0.2.9' })).status).toBe(200)
    expect((await limited.request('GET', '/healthz', { from: '192.0.2.9' })).status).toBe(200)
  })
})
