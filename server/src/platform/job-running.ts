import { slept, type Clock } from './clock.ts'
import { executeRun, type RunContext } from './job-run.ts'
import type { Run } from './job-settling.ts'
import type { JobHandler } from './jobs.ts'

interface Running {
  name: string
  taken: AbortController
  ended: Promise<void>
}

/** The runs that this worker has going. */
export interface RunningJobs {
  count(name: string): number
  runIds(): string[]
  launch(run: Run, handler: JobHandler<unknown>): void
  /** Forgets every run and aborts it: the jobs are no longer ours, or soon will not be. */
  abandon(why: string): void
  /** Resolves when every run ended, or after `ms`; true when every run ended. */
  finishWithin(ms: number): Promise<boolean>
}

export function createRunningJobs(context: RunContext, onEnd: () => void): RunningJobs {
  const running = new Map<string, Running>()

  async function follow(run: Run, handler: JobHandler<unknown>, taken: AbortSignal): Promise<void> {
    await executeRun(context, run, handler, taken)
    running.delete(run.runId)
    onEnd()
  }

  return {
    count: (name) => [...running.values()].filter((run) => run.name === name).length,
    runIds: () => [...running.keys()],
    launch(run, handler) {
      const taken = new AbortController()
      running.set(run.runId, { name: run.job.name, taken, ended: follow(run, handler, taken.signal) })
    },
    abandon(why) {
      for (const { taken } of running.values()) taken.abort(new Error(why))
      running.clear()
    },
    async finishWithin(ms) {
      const all = Promise.all([...running.values()].map(({ ended }) => ended))
      return withinMs(context.clock, all, ms)
    },
  }
}

async function withinMs(clock: Clock, work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = new AbortController()
  const isDone = await Promise.race([work.then(() => true), slept(clock, ms, done.signal).then(() => false)])
  done.abort()
  return isDone
}
