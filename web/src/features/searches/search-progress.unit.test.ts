import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addUp, askedNow, channelProblems, searchesToShow } from './search-progress.ts'
import { channel, runningSearch } from './testing/search.ts'
import { withSearch } from './with-search.ts'

describe('the progress of searches', () => {
  test('adds up what they collected, kept and spent', () => {
    const two = [runningSearch({ credits_spent: 1.5 }), runningSearch({ id: 'b', seen: 50, judged: 50, kept: 1 })]
    expect(addUp(two)).toMatchObject({ seen: 250, judged: 150, kept: 8, creditsSpent: 1.5 })
  })

  test('stays between 0 and 1, and is unknown before any channel is', () => {
    const state = fc.constantFrom('waiting', 'running', 'done', 'failed', 'stopped')
    const search = fc
      .record({ seen: fc.nat(1000), judged: fc.nat(2000), states: fc.array(state, { maxLength: 4 }) })
      .map(({ states, ...counts }) =>
        runningSearch({ ...counts, channels: states.map((one) => channel({ state: one })) }),
      )
    fc.assert(
      fc.property(fc.array(search, { maxLength: 4 }), (searches) => {
        const { done } = addUp(searches)
        const channels = searches.flatMap((one) => one.channels)
        return channels.length === 0 ? done === null : done !== null && done >= 0 && done <= 1
      }),
    )
  })

  test('is complete when every channel has ended and every post is judged', () => {
    expect(addUp([runningSearch({ judged: 200, channels: [channel({ state: 'done' })] })]).done).toBe(1)
  })

  test('is complete when as many are judged as a search judges, however many it saw', () => {
    const over = runningSearch({ seen: 4000, judged: 250, channels: [channel({ state: 'done' })] })
    expect(addUp([over]).done).toBe(1)
    expect(addUp([{ ...over, judged: 125 }]).done).toBe(0.75)
  })

  test('lists each problem once', () => {
    const failing = channel({ state: 'failed', error: 'Stack Exchange wants us to wait until 14:00.' })
    expect(
      channelProblems([runningSearch({ channels: [failing, channel()] }), runningSearch({ channels: [failing] })]),
    ).toEqual([{ platform: 'rss', displayName: 'Feeds', error: 'Stack Exchange wants us to wait until 14:00.' }])
  })
})

test('says what is asked in words, each question once, and nothing where nothing is asked', () => {
  const asking = (display_name: string, words: string) => runningSearch({ asking: { display_name, words } })
  expect(askedNow([asking('Reddit', 'invoice'), asking('Feeds', ''), asking('Reddit', 'invoice')])).toBe(
    'asking Reddit for invoice, Feeds for its newest posts',
  )
  expect(askedNow([runningSearch()])).toBeNull()
})

test('a finished search shows for ten more minutes', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const open = runningSearch({ id: 'open' })
  const fresh = runningSearch({ id: 'fresh', state: 'done', finished_at: '2026-11-20T11:51:00.000Z' })
  const old = runningSearch({ id: 'old', state: 'failed', finished_at: '2026-11-20T11:49:00.000Z' })
  expect(searchesToShow([open, fresh, old], now)).toEqual({ open: [open], ended: [fresh] })
})

test('an updated search keeps its place, and a new one comes first', () => {
  const first = runningSearch({ id: '1' })
  const second = runningSearch({ id: '2' })
  expect(withSearch([first, second], { ...second, kept: 9 }).map((one) => one.kept)).toEqual([7, 9])
  expect(withSearch([first], second).map((one) => one.id)).toEqual(['2', '1'])
})
