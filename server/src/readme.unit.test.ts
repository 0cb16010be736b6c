import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Channel } from './channels/channel.ts'
import { installationSources } from './channels/installation-sources.ts'
import type { PlatformSources } from './channels/platform-sources.ts'
import { createChannels } from './channels/registry.ts'
import { sourcesInUse } from './finding/sources/project-sources.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { createOutbound } from './platform/outbound.ts'

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const { channels: config } = readConfig({})
const SITE = { name: 'stackoverflow', displayName: 'Stack Overflow', host: 'stackoverflow.com' }

/** What the README says of a source: its name, whether a new project searches it, and what it needs. */
function rowOf({ platform, displayName, key }: Channel): string[] {
  const places = installationSources(config, [SITE]).filter((place) => place.platform === platform)
  return [displayName, searchedAtFirst(places), needs(places, key !== null)]
}

function searchedAtFirst(places: readonly PlatformSources[]): string {
  if (places.some(({ isOffAtFirst }) => isOffAtFirst)) return 'off'
  const used = sourcesInUse(places, [], [])
  if (used.length === 0) return 'once it has the key'
  return used.some(({ sources }) => sources?.length !== 0) ? 'yes' : 'what you add'
}

function needs(places: readonly PlatformSources[], takesKey: boolean): string {
  const agreement = places.some(({ isOffAtFirst }) => isOffAtFirst) ? 'your agreement; ' : ''
  if (places.some(({ isPaid }) => isPaid)) return 'a key that pays by the post'
  if (places.every(({ ownKey }) => ownKey === 'required')) return `${agreement}a key`
  return `${agreement}${takesKey ? 'no key, and reads more with one' : 'nothing'}`
}

function tableOfSources(): string[][] {
  const [, table = ''] = README.split('## Sources\n')
  const rows = table.split('\n## ')[0]?.match(/^\|.*\|$/gmu) ?? []
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('the README lists every source, whether a new project searches it, and what it needs', () => {
  const channels = createChannels({
    ...config,
    stackExchange: { ...config.stackExchange, sites: [SITE] },
    outbound: createOutbound({ userAgent: 'test' }),
    clock: systemClock,
  })
  expect(tableOfSources()).toEqual(channels.map(rowOf))
})

test('the README gives the measured quality as the page of it has it', () => {
  const quality = readFileSync(new URL('../../docs/quality.md', import.meta.url), 'utf8')
  const kept = /of 100 posts that the judge keeps (\d+)(?: \([^)]*\))? are leads, and of 100 leads it keeps (\d+)/u
  expect(kept.exec(README.replaceAll('\n', ' '))?.slice(1)).toEqual(kept.exec(quality.replaceAll('\n', ' '))?.slice(1))
})
