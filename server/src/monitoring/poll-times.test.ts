import { expect, test } from 'vitest'
import { ChannelError } from '../channels/channel.ts'
import { retryAfter } from './poll-times.ts'

test('a server that asks for a hundred thousand years is asked again the next day', () => {
  const error = new ChannelError('rate_limited', 'Not now.', Number.MAX_SAFE_INTEGER)
  expect(retryAfter(error, { failures: 1, everyMs: 240_000 })).toBe(24 * 60 * 60_000)
})
