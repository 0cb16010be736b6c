import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { fuzz } from '@leadlight/testing/fuzz/fuzz'
import { openStage } from '@leadlight/testing/matrix/site'

/** A million calls take half of this on a quiet machine with two cores. A run goes on at `FUZZ_FROM`, which the last one printed. */
const RUN_MS = Number(process.env['FUZZ_MINUTES'] ?? 60) * 60_000
const CALLS_PER_ROUND = 10_000
const SLOWEST_MS = 2_000
const TIMES_MEDIAN = 50
const TOLD = 20
/** How much the heap may grow from the second quarter of the rounds on. */
const GROWTH = 1.1

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * How the slowest calls compare with the median of their kind, an operation and its answer's status. All calls are
 * compared together: one in ten thousand is not to be found among the few thousands of one kind.
 */
function slowest(durations: ReadonlyMap<string, readonly number[]>) {
  const calls = [...durations].flatMap(([name, ms]) => {
    const median = quantile(
      ms.toSorted((a, b) => a - b),
      0.5,
    )
    return ms.map((one) => ({ name, ms: one, times: one / median }))
  })
  const sorted = calls.toSorted((a, b) => a.times - b.times)
  const tell = ({ name, ms, times }: (typeof calls)[number]) =>
    `${name}: ${ms.toFixed(1)} ms, ${times.toFixed(1)} times its median`
  return {
    late: quantile(
      sorted.map(({ times }) => times),
      0.9999,
    ),
    slow: calls.filter(({ ms }) => ms > SLOWEST_MS).map(tell),
    told: sorted.slice(-TOLD).toReversed().map(tell),
  }
}

test('an hour of calls, or `FUZZ_MINUTES`, made from the API’s description: all answered as it says, none slow, nothing kept', async () => {
  const stage = await openStage()
  const ticking = setInterval(() => void stage.app.clock.advance(250), 10)
  onTestFinished(async () => {
    clearInterval(ticking)
    await stage.close()
  })
  const first = Number(process.env['FUZZ_FROM'] ?? 1)
  const durations = new Map<string, number[]>()
  const [faults, heaps]: [string[], number[]] = [[], []]
  let [seed, calls] = [first, 0]
  for (const end = Date.now() + RUN_MS; Date.now() < end; seed += 1) {
    const round = await fuzz(stage, { seed, calls: CALLS_PER_ROUND })
    calls += round.calls
    faults.push(...round.faults.values())
    // In the first round code is loaded and compiled, and the models are.
    for (const [name, some] of seed === first ? [] : round.durations)
      durations.set(name, [...(durations.get(name) ?? []), ...some])
    // The next round has its own, and Stripe is no part of the product.
    stage.stripe.deleteCustomers()
    collect()
    heaps.push(process.memoryUsage().heapUsed)
    process.stdout.write(
      `${calls} calls, rounds ${first} to ${seed}, heap ${Math.round(heaps.at(-1)! / 1e6)} MB; the next is FUZZ_FROM=${seed + 1}\n`,
    )
  }
  const { late, slow, told } = slowest(durations)
  process.stdout.write(`p99.99 is ${late.toFixed(1)} times the median of its kind; slowest are\n${told.join('\n')}\n`)
  expect({ faults, slow }).toEqual({ faults: [], slow: [] })
  expect(late).toBeLessThanOrEqual(TIMES_MEDIAN)
  const settled = heaps.slice(Math.floor(heaps.length / 4))
  expect(Math.max(...settled)).toBeLessThan(GROWTH * Math.min(...settled))
})
