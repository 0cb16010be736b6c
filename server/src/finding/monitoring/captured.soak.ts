import { measuredShare } from '@leadlight/domain/quality'
import { createDice } from '@leadlight/engine/testing/dice'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { asOnHackerNews, startHackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { expect, test } from 'vitest'
import { createHackerNews } from '../../channels/hacker-news.ts'
import { createOutbound } from '../../platform/outbound.ts'
import { systemClock } from '../../platform/clock.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const SINCE = new Date(NOW.getTime() - 10 * 60_000)
const POSTS = 300
const HIDDEN = 9
const RUNS = 1_000
const DRAWS = 6
const HELD_MIN = 930

test('where 3 % of the posts are hidden, the interval of what was drawn holds the truth', async () => {
  const posts = Array.from({ length: POSTS }, (_, at) =>
    asOnHackerNews(corpusPost(at + 1, { at: new Date(SINCE.getTime() + at * 1_000), words: 'tide' })),
  )
  const double = await startHackerNewsDouble({ posts, clock: createManualClock(NOW) })
  const outbound = createOutbound({ userAgent: 'Leadlight (+https://leads.example.com)' })
  // Its pace is that of real time, which a thousand runs have no time for.
  const clock = { ...systemClock, sleep: () => Promise.resolve(), now: hastening() }
  const { draws } = createHackerNews({ ...double, fetch: outbound.operator, clock })
  try {
    const hidden = new Set(double.items.filter((_, at) => at % (POSTS / HIDDEN) < 1).map(({ id }) => String(id)))
    expect(hidden.size).toBe(HIDDEN)
    const dice = createDice('captured')
    const chance = () => dice.share()
    let held = 0
    for (let run = 0; run < RUNS; run += 1) {
      const drawn: string[] = []
      const request = { source: null, since: SINCE, until: NOW, chance, signal: new AbortController().signal }
      for (let draw = 0; draw < DRAWS; draw += 1) drawn.push(...((await draws?.draw(request)) ?? []))
      const { low, high } = measuredShare(drawn.filter((id) => !hidden.has(id)).length, drawn.length)
      const truth = 1 - HIDDEN / POSTS
      if (low <= truth && truth <= high) held += 1
    }
    expect(held, `of ${RUNS} intervals hold the truth`).toBeGreaterThanOrEqual(HELD_MIN)
  } finally {
    await outbound.close()
    await double.close()
  }
})

/** A second later at each look. */
function hastening(): () => Date {
  let atMs = NOW.getTime()
  return () => new Date((atMs += 1_000))
}
