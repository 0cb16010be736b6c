import { randomUUID } from 'node:crypto'
import {
  SignJWT,
  UnsecuredJWT,
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeys } from '../../platform/crypto.ts'
import { loginScope, organizationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestUser } from '@leadlight/testing/test-organization'

let app: TestApp
let user: TestUser
let sessionId: string
beforeAll(async () => {
  app = await startTestApp()
  user = await app.user()
  sessionId = sessionOf(user.token)
})
afterAll(() => app.close())

const TYPE = 'leadlight-session+jwt'

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

function sessionOf(token: string): string {
  return (decode(token.split('.')[1] ?? '') as { sid: string }).sid
}

interface Forgery {
  key?: Uint8Array
  header?: Partial<JWTHeaderParameters>
  claims?: JWTPayload
}

/** A token as we issue it, except for what the forgery changes. A claim set to undefined is left out. */
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

test('an unforged token is accepted, so that each forgery is refused for its own reason', async () => {
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
    { why: 'a key that it brings along', make: () => withOwnKey('jwk') },
    { why: 'an address where its key lies', make: () => withOwnKey('jku') },
    { why: 'a certificate that it brings along', make: () => withOwnKey('x5c') },
    { why: 'an address where its certificate lies', make: () => withOwnKey('x5u') },
    {
      why: 'a key named by a path to an empty file',
      make: () => forge({ header: { kid: '../../../../dev/null' }, key: new Uint8Array(1) }),
    },
    { why: 'a key named by SQL', make: () => forge({ header: { kid: "' union select 'x' --" }, key: bytes('x') }) },
    { why: 'a public key taken for a secret', make: async () => forge({ key: bytes(await publicKey()) }) },
    { why: 'RS256', make: () => signedWith('RS256') },
    { why: 'ES256', make: () => signedWith('ES256') },
    { why: 'EdDSA', make: () => signedWith('EdDSA') },
    { why: 'expired this second', make: () => forge({ claims: { exp: nowS() } }) },
    { why: 'expired before it was issued', make: () => forge({ claims: { exp: -1 } }) },
    { why: 'an expiry in words', make: () => forge({ claims: { exp: '4000000000' as unknown as number } }) },
    { why: 'an expiry that is no number', make: () => forge({ claims: { exp: null as unknown as number } }) },
    { why: 'not valid for a second yet', make: () => forge({ claims: { nbf: nowS() + 1 } }) },
    { why: 'two audiences, neither ours', make: () => forge({ claims: { aud: ['a', 'b'] } }) },
    { why: 'the link of a reset', make: () => mailed('reset') },
    { why: 'the link of a verification', make: () => mailed('verify') },
    { why: 'the link of an invite', make: () => mailed('invite') },
    {
      why: 'a link’s key for a session’s token',
      make: () => forge({ key: app.dependencies.keys.derive('token:reset') }),
    },
    { why: 'a session’s purpose, signed as a link', make: () => mailed('session') },
    { why: 'another installation', make: () => forge({ key: createKeys('the secret of another').derive('session') }) },
    { why: 'another’s session', make: async () => forge({ claims: { sid: sessionOf((await app.user()).token) } }) },
    { why: 'a header that is no object', make: async () => (await forge()).replace(/^[^.]*/, base64url.encode('[]')) },
    { why: 'padding', make: async () => `${await forge()}=` },
    { why: 'something after it', make: async () => `${await forge()} x` },
    { why: 'one part', make: () => 'token' },
    { why: 'empty parts', make: () => '..' },
    { why: 'five parts', make: async () => `${await forge()}.a.b` },
    { why: 'no JSON inside', make: () => `${base64url.encode('{')}.${base64url.encode('}')}.${base64url.encode('x')}` },
    { why: 'very long', make: () => 'a'.repeat(7000) },
  ]

  test.each(forgeries)('$why', async ({ make }) => {
    expect(await statusOf(await make())).toBe(401)
  })

  const nowS = () => Math.floor(app.clock.now().getTime() / 1000)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const mailed = (purpose: string) =>
    app.dependencies.signedTokens.sign(purpose, { sub: user.userId, sid: sessionId }, 3_600_000)

  /** Signed with the forger's own key, which the header offers to check it by. */
  async function withOwnKey(way: 'jwk' | 'jku' | 'x5c' | 'x5u'): Promise<string> {
    const { privateKey, publicKey: own } = await generateKeyPair('RS256')
    const offers = {
      jwk: { jwk: await exportJWK(own) },
      jku: { jku: 'https://forger.example/keys.json' },
      x5c: { x5c: [Buffer.from(await exportSPKI(own)).toString('base64')] },
      x5u: { x5u: 'https://forger.example/certificate.pem' },
    }
    return new SignJWT(decode((await forge()).split('.')[1] ?? '') as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', typ: TYPE, ...offers[way] })
      .sign(privateKey)
  }

  async function signedWith(alg: string): Promise<string> {
    const { privateKey } = await generateKeyPair(alg)
    return new SignJWT(decode((await forge()).split('.')[1] ?? '') as JWTPayload)
      .setProtectedHeader({ alg, typ: TYPE })
      .sign(privateKey)
  }

  async function publicKey(): Promise<string> {
    return exportSPKI((await generateKeyPair('RS256')).publicKey)
  }

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
  'the header %j gets 401',
  async (authorization) => {
    const reply = await app.request('GET', '/users_info/me', { headers: { authorization } })

    expect(reply.problem()).toMatchObject({ status: 401, detail: 'Unauthorized', code: 'unauthorized' })
  },
)

test('an accepted token is refused from the second it expires', async () => {
  const token = await forge({ claims: { exp: Math.floor(app.clock.now().getTime() / 1000) + 60 } })
  expect(await statusOf(token)).toBe(200)
  await app.clock.advance(59_000)
  expect(await statusOf(token)).toBe(200)
  await app.clock.advance(1_000)
  expect(await statusOf(token)).toBe(401)
})

test('an accepted token is refused once its claims are replaced', async () => {
  const token = await forge()
  expect(await statusOf(token)).toBe(200)
  const [header, , signature] = token.split('.')
  const claims = base64url.encode(JSON.stringify({ ...(decode(token.split('.')[1] ?? '') as JWTPayload), exp: 4e9 }))
  expect(await statusOf(`${header}.${claims}.${signature}`)).toBe(401)
})

test('deleting an account ends its sessions', async () => {
  const gone = await app.user()
  await app.db.transaction(loginScope(), (tx) => sql`delete from account where id = ${gone.userId}`.execute(tx))

  expect(await statusOf(gone.token)).toBe(401)
})

test.each(['logout', 'sign_out_everywhere'])('a token is refused once its session ended by %s', async (way) => {
  const leaving = await app.user()
  expect(await statusOf(leaving.token)).toBe(200)
  await leaving.request('POST', way === 'logout' ? '/auth/jwt/logout' : '/users_info/sign_out_everywhere')

  expect(await statusOf(leaving.token)).toBe(401)
})

test('somebody removed from their organization has no access from the next request on', async () => {
  const organization = await app.organization()
  const member = await organization.member('MEMBER')
  const ask = async () => (await member.request('GET', '/api/v1/project')).status
  expect(await ask()).toBe(200)
  await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
    sql`delete from membership where account_id = ${member.userId}`.execute(tx),
  )

  expect([await ask(), await statusOf(member.token)]).toEqual([403, 200])
})

test('an impersonation ends when its account becomes a super admin', async () => {
  const [admin, organization] = [await app.user(), await app.organization()]
  await app.database.pool.query('update session set impersonator_id = $1 where id = $2', [
    admin.userId,
    sessionOf(organization.token),
  ])
  expect(await statusOf(organization.token)).toBe(200)
  await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
    sql`update membership set role = 'SUPER_ADMIN' where account_id = ${organization.userId}`.execute(tx),
  )

  expect(await statusOf(organization.token)).toBe(401)
})
