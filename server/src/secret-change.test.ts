import { expect, test } from 'vitest'
import { startProgram } from '@leadlight/testing/start-program'
import { createTestDatabase } from '@leadlight/testing/test-database'

const FIRST = 'a first secret of some length, for tests'
const SECOND = 'a second secret of some length, for tests'

const credentials = { email: 'rosa@example.com', password: 'a lantern on the harbour wall' }

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ username: credentials.email, password: credentials.password })
  const reply = await fetch(`${origin}/auth/jwt/login`, { method: 'POST', body })
  return ((await reply.json()) as { access_token: string }).access_token
}

async function isSignedIn(origin: string, token: string): Promise<boolean> {
  return (await fetch(`${origin}/users_info/me`, { headers: { authorization: `Bearer ${token}` } })).ok
}

test('a secret is changed beside the running installation, and each mistake on the way is told', async () => {
  const { databaseUrl } = await createTestDatabase()
  const given = { DATABASE_URL: databaseUrl }
  const [before, during, after] = [
    { ...given, SECRET_KEY: FIRST },
    { ...given, SECRET_KEY: SECOND, SECRET_KEY_OLD: FIRST },
    { ...given, SECRET_KEY: SECOND },
  ]
  const rotate = (environment: NodeJS.ProcessEnv) => startProgram('operator', environment, 'rotate-key').ended

  const first = startProgram('main', before)
  const origin = await first.address()
  const headers = { 'content-type': 'application/json' }
  await fetch(`${origin}/auth/register`, { method: 'POST', headers, body: JSON.stringify(credentials) })
  const token = await signIn(origin)
  expect(await startProgram('main', after).ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^SECRET_KEY is not the secret/),
  })
  expect(await rotate(during)).toMatchObject({ code: 1, err: expect.stringMatching(/^Nothing has been started/) })

  const second = startProgram('main', during)
  const renewed = await second.address()
  expect(await isSignedIn(renewed, token)).toBe(true)
  // The one that was not started again stops by itself.
  expect(await first.ended).toMatchObject({
    code: 1,
    out: expect.stringContaining('SECRET_KEY was changed since this process started.'),
  })
  expect(await rotate(after)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The change to this secret is not finished/),
  })
  expect(await rotate(during)).toMatchObject({ code: 0, err: '' })
  expect(await isSignedIn(renewed, token)).toBe(true)
  const newToken = await signIn(renewed)
  second.child.kill('SIGTERM')

  const third = startProgram('main', after)
  const last = await third.address()
  expect(await Promise.all([token, newToken].map((one) => isSignedIn(last, one)))).toEqual([false, true])
  expect(await startProgram('main', before).ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^SECRET_KEY is one that was replaced/),
  })
  third.child.kill('SIGTERM')
  expect(await third.ended).toMatchObject({ code: 0, err: '' })
})
