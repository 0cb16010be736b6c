import type { ProfileFetch } from '@leadlight/contract/identity'
import { expect, test } from 'vitest'
import { profileReadWords } from './profile-read-words.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const NAMED = [
  { field: 'name', source: 'profile' },
  { field: 'bio', source: 'profile' },
  { field: 'location', source: 'model' },
] as const

function words(look: Partial<ProfileFetch>, facts: Parameters<typeof profileReadWords>[1]['facts'] = NAMED): string {
  const read = { looked_at: '2026-11-12T10:00:00.000Z', next_at: null, error: null, ...look }
  return profileReadWords({ profile_id: 'p', platform: 'github', state: 'done', ...read }, { facts, now: NOW })
}

test.each<[string, Partial<ProfileFetch>]>([
  ['Not read yet. Its turn comes by itself.', { state: 'never', looked_at: null }],
  ['Being read.', { state: 'waiting', looked_at: null, next_at: NOW.toISOString() }],
  [
    'Read 12 Nov 2026: name, what they say of themselves. Again 12 Dec 2026.',
    { state: 'done', next_at: '2026-12-12T10:00:00.000Z' },
  ],
  ['Gone or closed when it was looked at, 12 Nov 2026. What it said was not kept.', { state: 'gone' }],
  ['Could not be read 12 Nov 2026. GitHub is in trouble.', { state: 'failed', error: 'GitHub is in trouble.' }],
  ['Profiles on GitHub are not read.', { state: 'not_offered' }],
])('%s', (said, look) => {
  expect(words(look)).toBe(said)
})

test('a platform’s requested wait is named with its end', () => {
  const later = new Date(NOW.getTime() + 600_000).toISOString()
  expect(words({ state: 'waiting', next_at: later })).toMatch(
    /^Waits until GitHub lets it be read, at \d\d:\d\d or later\.$/u,
  )
  expect(words({ state: 'failed', error: 'GitHub is in trouble.', next_at: later })).toMatch(
    /Tried again \d\d:\d\d\.$/u,
  )
})

test('an empty profile is reported as empty', () => {
  expect(words({}, [])).toBe('Read 12 Nov 2026; it says nothing.')
})
