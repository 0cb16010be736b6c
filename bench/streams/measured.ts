import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A server process's memory after garbage collection, and its processor time. */
export interface Weight {
  rssMb: number
  heapMb: number
  /** Outside the heap: buffers. */
  externalMb: number
  cpuMs: number
  /** The processor time before the question, since measuring takes some. */
  cpuMsBefore: number
}

/** Answers any message of the parent process with this one's memory. Needs `--expose-gc`. */
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
