import type { Source } from '@leadlight/contract/sources'
import { expect, test } from 'vitest'
import { nameSource } from './name-source.ts'

const source = (platform: string, platform_name: string, name: string, url: string | null) =>
  ({ platform, platform_name, name, url }) as Source

const SOURCES = [
  source('hacker_news', 'Hacker News', 'Hacker News', null),
  source('stack_exchange', 'Stack Exchange', 'Stack Exchange: serverfault', null),
  source('feed', 'Feeds', 'Ops weekly', 'https://feeds.example/a.xml'),
  source('mastodon', 'Mastodon', '#devops on ops.example', 'https://ops.example/tags/devops'),
  source('dev', 'DEV', 'devops', 'https://dev.to/t/devops'),
]

test.each([
  ['hacker_news', '', 'Hacker News'],
  ['stack_exchange', 'serverfault', 'Stack Exchange: serverfault'],
  ['feed', 'https://feeds.example/a.xml', 'Ops weekly'],
  ['mastodon', 'https://ops.example#devops', '#devops on ops.example'],
  ['dev', 'devops', 'devops'],
  ['dev', 'ops', 'DEV: ops'],
  ['feed', 'https://gone.example/a.xml', 'Feeds: gone.example/a.xml'],
  ['lemmy', '', 'Lemmy'],
])('%s with the id "%s" is named %s', (platform, id, name) => {
  expect(nameSource(SOURCES, { platform, source: id })).toBe(name)
})
