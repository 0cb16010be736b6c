import { expect, test } from 'vitest'
import { hasDirectMessages } from './communities.ts'

test.each(['reddit', 'bluesky', 'mastodon', 'lemmy', 'discourse', 'x'])('%s has direct messages', (platform) => {
  expect(hasDirectMessages(platform)).toBe(true)
})

test.each(['hacker_news', 'stack_exchange', 'github', 'dev', 'product_hunt', 'youtube', 'feed', 'unheard_of'])(
  '%s has none',
  (platform) => expect(hasDirectMessages(platform)).toBe(false),
)
