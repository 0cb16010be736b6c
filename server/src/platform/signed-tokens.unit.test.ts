import { expect, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createKeys } from './crypto.ts'
import { createSignedTokens } from './signed-tokens.ts'

const HOUR_MS = 3_600_000
const clock = createManualClock('2026-11-02T09:00:00Z')
const tokens = createSignedTokens(createKeys('a secret that only the tests know of'), clock)

test('a token gives back its claims, for its own purpose only', async () => {
  const token = await tokens.sign('reset', { sub: 'u1', fingerprint: 'f' }, HOUR_MS)

  expect(await tokens.read('reset', token)).toMatchObject({ isExpired: false, claims: { sub: 'u1', fingerprint: 'f' } })
  expect(await tokens.read('verify', token)).toBeUndefined()
  expect(await tokens.read('session', token)).toBeUndefined()
})

test('an old token reads as expired, and a changed one as invalid', async () => {
  const token = await tokens.sign('reset', { sub: 'u1' }, HOUR_MS)
  const [head, , signature] = token.split('.')
  const forged = [head, Buffer.from('{"sub":"u2"}').toString('base64url'), signature].join('.')

  expect(await tokens.read('reset', forged)).toBeUndefined()
  expect(await tokens.read('reset', 'not a token')).toBeUndefined()
  await clock.advance(HOUR_MS + 1000)
  expect(await tokens.read('reset', token)).toMatchObject({ isExpired: true, claims: { sub: 'u1' } })
})

test("another installation's token is invalid here", async () => {
  const other = createSignedTokens(createKeys('a secret that somebody else knows of'), clock)
  expect(await tokens.read('reset', await other.sign('reset', { sub: 'u1' }, HOUR_MS))).toBeUndefined()
})
