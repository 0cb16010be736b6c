import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addUp, channelProblems, doneNow, lastRun, searchFigures } from './search-progress.ts'
import { channel, runningSearch } from './testing/search.ts'
import { withSearch } from './with-search.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('the figures of searches', () => {
  test('are added up', () => {
    const two = [runningSearch({ credits_spent: 1.5 }), runningSearch({ id: 'b', seen: 50, judged: 50, kept: 1 })]
    expect(addUp(two)).toMatchObject({ collected: 250, judged: 150, kept: 8, newLeads: 10, creditsSpent: 1.5 })
  })

  test('leave out new leads that an earlier version did not count', () => {
    expect(addUp([runningSearch(), runningSearch({ id: 'b', new_leads: null })]).newLeads).toBeNull()
  })

  test('stand in one order, under one name each', () => {
    expect(searchFigures({ collected: 3120, judged: 400, kept: 41 })).toBe('3,120 collected · 400 judged · 41 kept')
  })

  test('come with each problem once', () => {
    const failing = channel({ state: 'failed', error: 'Stack Exchange wants us to wait until 14:00.' })
    expect(
      channelProblems([runningSearch({ channels: [failing, channel()] }), runningSearch({ channels: [failing] })]),
    ).toEqual([{ platform: 'rss', displayName: 'Feeds', error: 'Stack Exchange wants us to wait until 14:00.' }])
  })
})

describe('what searches do', () => {
  const asking = (display_name: string, words: string, question: number, until: string | null = null) =>
    runningSearch({ asking: { display_name, words, question, until } })

  test('is what is asked in words, each question once', () => {
    expect(doneNow([asking('Reddit', 'invoice', 3), asking('Feeds', '', 1), asking('Reddit', 'invoice', 3)], NOW)).toBe(
      'asking Reddit for invoice, question 3 · asking Feeds for its newest posts, question 1',
    )
  })

  test('is waiting, and until when, where a channel wants that', () => {
    const until = new Date(2026, 10, 20, 14, 5).toISOString()
    expect(doneNow([asking('Reddit', 'invoice', 3, until)], NOW)).toMatch(/^waiting for Reddit until .*14:05$/u)
  })

  test('is how far judging and comparing are, over all searches', () => {
    const at = (what: 'comparing' | 'judging', done: number, of: number) =>
      runningSearch({ progress: { what, done, of } })
    expect(doneNow([at('judging', 120, 388)], NOW)).toBe('judging 120 of 388')
    expect(doneNow([at('judging', 1, 2), at('comparing', 64, 1280), at('judging', 3, 5)], NOW)).toBe(
      'comparing 64 of 1,280 with what you look for · judging 4 of 7',
    )
  })

  test('is unknown between two steps', () => {
    expect(doneNow([runningSearch()], NOW)).toBeNull()
  })
})

describe('the last run', () => {
  const at = (time: string) => `2026-11-${time}:00.000Z`
  const search = (id: string, began: string, ended: string | null) =>
    runningSearch({
      id,
      state: ended === null ? 'running' : 'done',
      created_at: at(began),
      finished_at: ended === null ? null : at(ended),
    })

  test('is the searches that ran beside the newest one, whichever ended first', () => {
    const [a, b, c] = [
      search('a', '20T10:00', '20T10:01'),
      search('b', '20T10:00', '20T10:09'),
      search('c', '20T10:08', null),
    ]
    expect(lastRun([a, b, c], NOW).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    const before = search('before', '19T10:00', '19T11:00')
    expect(lastRun([before, a, b, c], NOW).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  test('is all of them, in whatever order they are listed', () => {
    const all = [
      search('a', '20T10:00', '20T10:01'),
      search('b', '20T10:00', '20T10:09'),
      search('c', '20T10:08', null),
    ]
    for (const listed of [all, all.toReversed()]) expect(lastRun(listed, NOW)).toHaveLength(3)
  })

  test('is the same days later, and shows for a week after its last search ended', () => {
    const run = [search('a', '12T10:00', '12T10:01'), search('b', '12T10:00', '13T12:01')]
    expect(lastRun(run, NOW)).toHaveLength(2)
    expect(lastRun(run, new Date('2026-11-20T12:02:00Z'))).toEqual([])
  })

  test('is of one kind: a search is not added to posts that are judged again', () => {
    const again = { ...search('again', '20T10:00', null), reanalysis: { done: 1, gained: 0, lost: 0 } }
    expect(lastRun([search('a', '20T10:00', '20T10:30'), again], NOW).map(({ id }) => id)).toEqual(['again'])
  })
})

test('the figures of a search never go back, in whatever order its descriptions arrive', () => {
  const described = fc.array(fc.nat(9), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(described, (steps) => {
      let list = withSearch([], runningSearch({ step: steps[0]!, seen: steps[0]! }))
      for (const step of steps) {
        const before = list[0]!.seen
        list = withSearch(list, runningSearch({ step, seen: step }))
        expect(list[0]!.seen).toBe(Math.max(before, step))
      }
    }),
  )
})

test('an updated search keeps its place, and a new one comes first', () => {
  const first = runningSearch({ id: '1' })
  const second = runningSearch({ id: '2' })
  expect(withSearch([first, second], { ...second, kept: 9 }).map((one) => one.kept)).toEqual([7, 9])
  expect(withSearch([first], second).map((one) => one.id)).toEqual(['2', '1'])
})
