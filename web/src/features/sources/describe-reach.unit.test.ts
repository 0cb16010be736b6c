import type { Source, SourceChannel } from '@leadlight/contract/sources'
import { expect, test } from 'vitest'
import { describeReach } from './describe-reach.ts'

type State = SourceChannel['state']

const built = (platform: string, platform_name: string, name = platform_name, on = true) =>
  ({ kind: 'built_in', platform, platform_name, name, on }) as Source
const own = (name: string, platform = 'feed', on = true) =>
  ({ kind: platform === 'feed' ? 'feed' : 'community', platform, platform_name: platform, name, on }) as Source
const channel = (platform: string, name: string, state: State) => ({ platform, name, state }) as SourceChannel

const HN = built('hacker_news', 'Hacker News')
const SITES = ['serverfault', 'superuser', 'webmasters'].map((site) =>
  built('stack_exchange', 'Stack Exchange', `Stack Exchange: ${site}`),
)
const ON = [channel('hacker_news', 'Hacker News', 'on'), channel('stack_exchange', 'Stack Exchange', 'on')]
const reddit = (state: State) => channel('reddit', 'Reddit', state)

test('the sites of a platform are counted, and a channel that is off is named', () => {
  expect(describeReach([HN, ...SITES], [...ON, reddit('off')])).toEqual({
    searched: 'Hacker News and 3 Stack Exchange sites',
    off: 'Reddit is off',
    offCount: 1,
    waiting: '',
  })
})

test('sources of the project’s own are named, or counted from four', () => {
  const said = (names: string[]) => describeReach([HN, ...names.map((name) => own(name))], ON).searched
  expect(said(['Ops weekly', 'Ops daily'])).toBe('Hacker News, Ops weekly and Ops daily')
  expect(said(['a', 'b', 'c', 'd'])).toBe('Hacker News and 4 sources of your own')
})

test.each<[string, Source[], SourceChannel[], Partial<ReturnType<typeof describeReach>>]>([
  [
    'a source whose channel is off is not searched',
    [HN, own('r/freelance', 'reddit', false)],
    [],
    { searched: 'Hacker News' },
  ],
  [
    'several are off',
    [HN],
    [reddit('off'), channel('github', 'GitHub', 'off')],
    { off: 'Reddit and GitHub are off', offCount: 2 },
  ],
  [
    'a channel is on and has nothing to read',
    [HN],
    [...ON.slice(0, 1), reddit('on')],
    { waiting: 'Reddit waits for a community' },
  ],
  [
    'a channel has something to read',
    [HN, own('r/freelance', 'reddit')],
    [reddit('on')],
    { searched: 'Hacker News and r/freelance', waiting: '' },
  ],
  ['one lacks a key', [HN], [channel('x', 'X', 'needs_key')], { waiting: 'X needs a key' }],
  [
    'many lack a key',
    [HN],
    ['Bluesky', 'X', 'YouTube', 'Product Hunt'].map((name) => channel(name, name, 'needs_key')),
    { waiting: '4 others need a key' },
  ],
  [
    'one waits and one lacks a key',
    [HN],
    [reddit('on'), channel('x', 'X', 'needs_key')],
    { waiting: 'Reddit waits for a community and X needs a key' },
  ],
  ['nothing is on', [], [], { searched: '', off: '', waiting: '' }],
])('%s', (_case, sources, channels, said) => {
  expect(describeReach(sources, channels)).toMatchObject(said)
})
