import { disableMonitoring } from '@leadlight/contract/signals'
import { listCoverage, listGaps, listSources } from '@leadlight/contract/sources'
import { afterEach, expect, test } from 'vitest'
import { startMonitored } from '../testing/monitoring-stand.ts'
import { otherPost, startStreamStand, wantedPost, type StreamStand } from '../testing/stream-stand.ts'
import { until } from '../testing/until.ts'

let stand: StreamStand
afterEach(() => stand.close())

const key = (number: number) => `w${number}`
const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => key(from + index))

function say(...numbers: number[]): void {
  for (const number of numbers) {
    stand.jetstream.tellPost(`o${number}`, otherPost(number))
    stand.jetstream.tellPost(key(number), wantedPost(number))
  }
}

async function listening() {
  const org = await stand.app.organization()
  const { projectId, signalId } = await startMonitored(org)
  await stand.untilHeard()
  return { org, projectId, params: { projectId }, signalId }
}

test('what is said in a stream becomes leads, and only what is wanted is kept', async () => {
  stand = await startStreamStand()
  const { org, projectId, params } = await listening()
  say(0, 1, 2)
  await stand.untilLeads(org, projectId, keys(0, 3))
  const { rows } = await stand.app.database.pool.query(`select count(*)::int as n from post where platform = 'bluesky'`)
  expect(rows).toEqual([{ n: 3 }])
  const looks = await until(async () => {
    const found = await org.call(listCoverage, { params })
    return found[0]?.seen === 6 && found
  })
  expect(looks).toEqual([expect.objectContaining({ platform: 'bluesky', kept: 3, gap: false, error: null })])
  const [bluesky] = await org.call(listSources, { params })
  expect(bluesky).toMatchObject({ platform: 'bluesky', health: 'working', last_seen: 6 })
})
