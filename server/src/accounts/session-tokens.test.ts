import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT, base64url, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginScope } from '../platform/scopes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestUser } from '../testing/test-organization.ts'

let app: TestApp
let user: TestUser
let sessionId: string
beforeAll(async () => {
  app = await startTestApp()
  user = await app.user()
  sessionId = (decode(user.token.split('.')[1] ?? '') as { sid: string }).sid
})
afterAll(() => app.close())

const TYPE = 'leadlight-session+jwt'

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

interface Forgery {
  key?: Uint8Array
  header?: Partial<JWTHeaderParameters>
  claims?: JWTPayload
}

/** The token as we would issue it, but for what the forgery changes. A claim set to undefined is left out. */
function forge({ key, header = {}, claims = {} }: Forgery = {}): Promise<string> {
  const nowS = Math.floor(app.clock.now().getTime() / 1000)
  const payload = {
    sub: user.userId,
    sid: sessionId,
    iss: 'leadlight',
    aud: 'leadlight:session',
    iat: nowS,
    exp: nowS + 3600,
  }
  return new SignJWT({ ...payload, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, ...header })
    .sign(key ?? app.dependencies.keys.derive('session'), { crit: { x: true } })
}

const statusOf = async (token: string) => (await app.request('GET', '/users_info/me', { token })).status

test('the same token unforged is taken, so that what follows is refused for its own reason', async () => {
  expect(await statusOf(await forge())).toBe(200)
})

describe('a forged token is refused:', () => {
  const past = 1_600_000_000
  const forgeries: { why: string; make: () => Promise<string> | string }[] = [
    { why: 'the key of another purpose', make: () => forge({ key: app.dependencies.keys.derive('vault') }) },
    { why: 'another key', make: () => forge({ key: new Uint8Array(32).fill(7) }) },
    { why: 'a key of zeros', make: () => forge({ key: new Uint8Array(32) }) },
    { why: 'HS384', make: () => forge({ header: { alg: 'HS384' }, key: app.dependencies.keys.derive('session') }) },
    { why: 'HS512', make: () => forge({ header: { alg: 'HS512' }, key: app.dependencies.keys.derive('session') }) },
    { why: 'no type', make: () => forge({ header: { typ: undefined as unknown as string } }) },
    { why: 'the plain type', make: () => forge({ header: { typ: 'JWT' } }) },
    { why: 'the type of another purpose', make: () => forge({ header: { typ: 'leadlight-verify+jwt' } }) },
    { why: 'another audience', make: () => forge({ claims: { aud: 'leadlight:verify' } }) },
    { why: 'no audience', make: () => forge({ claims: { aud: undefined as unknown as string } }) },
    { why: 'another issuer', make: () => forge({ claims: { iss: 'elsewhere' } }) },
    { why: 'no issuer', make: () => forge({ claims: { iss: undefined as unknown as string } }) },
    { why: 'expired', make: () => forge({ claims: { iat: past, exp: past + 60 } }) },
    { why: 'no expiry', make: () => forge({ claims: { exp: undefined as unknown as number } }) },
    { why: 'not valid yet', make: () => forge({ claims: { nbf: 4_000_000_000 } }) },
    { why: 'no time of issue', make: () => forge({ claims: { iat: undefined as unknown as number } }) },
    { why: 'an unknown session', make: () => forge({ claims: { sid: randomUUID() } }) },
    { why: 'no session', make: () => forge({ claims: { sid: undefined } }) },
    { why: 'a session that is no id', make: () => forge({ claims: { sid: "' or true --" } }) },
    { why: 'a session that is no text', make: () => forge({ claims: { sid: [sessionId] } }) },
    { why: 'an unknown account', make: () => forge({ claims: { sub: randomUUID() } }) },
    { why: 'an account that is no id', make: () => forge({ claims: { sub: 'admin' } }) },
    { why: 'no account', make: () => forge({ claims: { sub: undefined as unknown as string } }) },
    { why: 'a header that must be understood', make: () => forge({ header: { crit: ['x'], x: 1 } }) },
    { why: 'unsigned', make: () => unsigned('none') },
    { why: 'unsigned, spelt otherwise', make: () => unsigned('None') },
    { why: 'unsigned, in capitals', make: () => unsigned('NONE') },
    {
      why: 'the library’s unsecured form',
      make: () => new UnsecuredJWT({ sub: user.userId, sid: sessionId }).encode(),
    },
    { why: 'its signature stripped', make: async () => (await forge()).replace(/[^.]*$/, '') },
    { why: 'its signature and dot stripped', make: async () => (await forge()).replace(/\.[^.]*$/, '') },
    { why: 'its signature shortened', make: async () => (await forge()).slice(0, -4) },
    {
      why: 'another’s signature',
      make: async () => (await forge()).replace(/[^.]*$/, (await forge({ claims: { exp: 4e9 } })).split('.')[2] ?? ''),
    },
    { why: 'its claims exchanged', make: () => withClaims({ sub: randomUUID() }) },
    { why: 'its expiry pushed out', make: () => withClaims({ exp: 4_000_000_000 }) },
    { why: 'one part', make: () => 'token' },
    { why: 'empty parts', make: () => '..' },
    { why: 'five parts', make: async () => `${await forge()}.a.b` },
    { why: 'no JSON inside', make: () => `${base64url.encode('{')}.${base64url.encode('}')}.${base64url.encode('x')}` },
    { why: 'very long', make: () => 'a'.repeat(7000) },
  ]

  test.each(forgeries)('$why', async ({ make }) => {
    expect(await statusOf(await make())).toBe(401)
  })

  async function unsigned(alg: string): Promise<string> {
    const claims = (await forge()).split('.')[1] ?? ''
    return `${base64url.encode(JSON.stringify({ alg, typ: TYPE }))}.${claims}.`
  }

  async function withClaims(changes: JWTPayload): Promise<string> {
    const [header = '', claims = '', signature = ''] = (await forge()).split('.')
    const changed = { ...(decode(claims) as JWTPayload), ...changes }
    return `${header}.${base64url.encode(JSON.stringify(changed))}.${signature}`
  }
})

test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer null', 'bearer undefined'])(
  'the header %j is nobody',
  async (authorization) => {
    const reply = await app.request('GET', '/users_info/me', { headers: { authorization } })

    expect(reply.problem()).toMatchObject({ status: 401, detail: 'Unauthorized', code: 'unauthorized' })
  },
)

test('a token that was taken is refused from the second it expires', async () => {
  const token = await forge({ claims: { exp: Math.floor(app.clock.now().getTime() / 1000) + 60 } })
  expect(await statusOf(token)).toBe(200)
  await app.clock.advance(59_000)
  expect(await statusOf(token)).toBe(200)
  await app.clock.advance(1_000)
  expect(await statusOf(token)).toBe(401)
})

test('a token that was taken is refused with its claims exchanged', async () => {
  const token = await forge()
  expect(await statusOf(token)).toBe(200)
  const [header, , signature] = token.split('.')
  const claims = base64url.encode(JSON.stringify({ ...(decode(token.split('.')[1] ?? '') as JWTPayload), exp: 4e9 }))
  expect(await statusOf(`${header}.${claims}.${signature}`)).toBe(401)
})

test('an account that is gone takes its sessions with it', async () => {
  const gone = await app.user()
  await app.db.transaction(loginScope(), (tx) => sql`delete from account where id = ${gone.userId}`.execute(tx))

  expect(await statusOf(gone.token)).toBe(401)
})
