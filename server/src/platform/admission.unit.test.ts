import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requireAllowance } from './admission.ts'
import type { Allowance } from './allowance.ts'
import { AppError } from './errors.ts'

async function ask(allowance: Allowance) {
  let refused: AppError | undefined
  const app = new Hono()
  app.get('/', (c) => {
    requireAllowance(c, allowance)
    return c.text('answered')
  })
  app.onError((error, c) => {
    if (!(error instanceof AppError)) throw error
    refused = error
    return c.text('refused')
  })
  const response = await app.request('/')
  return { headers: response.headers, said: await response.text(), refused }
}

const allowance: Allowance = { policy: 'key', callsMax: 60, left: 0, isSpent: false, resetsInMs: 30_000 }

test('the last call within the allowance is answered, and its headers say so', async () => {
  const { said, headers } = await ask(allowance)
  expect(said).toBe('answered')
  expect(headers.get('ratelimit')).toContain('r=0')
})

test.each([
  [
    'key',
    30_000,
    'This key has used up its 60 calls of this minute (heavy ones count as several). Go on in 30 seconds.',
    30_000,
  ],
  [
    'session',
    1_001,
    'You have used up your 60 calls of this minute (heavy ones count as several). Go on in 2 seconds.',
    1_001,
  ],
  [
    'organization',
    3_000,
    'Your organization has used up its 60 calls of this minute (heavy ones count as several). Go on in 3 seconds.',
    3_000,
  ],
  ['client', 400, 'Your network has made its 60 calls without signing in of this minute. Go on in a second.', 1_000],
] as const)(
  'a %s call beyond the allowance with %i ms to go is refused',
  async (policy, resetsInMs, sentence, retryAfterMs) => {
    const { refused } = await ask({ ...allowance, policy, isSpent: true, resetsInMs })
    expect(refused).toMatchObject({ code: 'rate_limited', message: sentence, retryAfterMs })
  },
)
