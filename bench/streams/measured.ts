import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What a server process weighs once all that is garbage has been collected, and the time it has worked. */
export interface Weight {
  rssMb: number
  heapMb: number
  /** Outside of the heap: buffers. */
  externalMb: number
  cpuMs: number
  /** The time it had worked before it was asked: weighing takes some. */
  cpuMsBefore: number
}

/** Answers the parent process, which asks by any message how heavy this one is. Needs `--expose-gc`. */
export function answerWeight(): void {
  process.on('message', () => void weigh().then((weight) => process.send?.(weight)))
  process.on('disconnect', () => process.exit(1))
}

async function weigh(): Promise<Weight> {
  const cpuMsBefore = cpuMs()
  // What one collection finalizes, the next frees.
  for (let time = 0; time < 4; time++) {
    globalThis.gc?.()
    await nextTurn()
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rssMb: rss / 1e6, heapMb: heapUsed / 1e6, externalMb: external / 1e6, cpuMs: cpuMs(), cpuMsBefore }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
