import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { askAgainJob } from '../opinions/ask-again-job.ts'
import { drawChecks } from '../opinions/check-teaching.ts'
import { teachJob } from '../opinions/teach-job.ts'
import { askAgain } from './ask-again.ts'
import { teach } from './teach.ts'
import type { RereadingDependencies } from './rereading-dependencies.ts'

const ORGANIZATIONS_AT_ONCE = 2
const HOUR_MS = 3_600_000

const drawChecksJob = defineJob({
  name: 'opinions.draw-checks',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: HOUR_MS,
})

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerOpinionJobs(deps: RereadingDependencies & { embedder: Pick<Embedder, 'model'> }): void {
  deps.jobs.work(
    askAgainJob,
    ({ organizationId }, { signal, progressed }) => askAgain(deps, { organizationId, signal, progressed }),
    {
      concurrency: ORGANIZATIONS_AT_ONCE,
    },
  )
  deps.jobs.work(teachJob, (of) => teach(deps, of))
  deps.jobs.every(drawChecksJob, HOUR_MS)
  deps.jobs.work(drawChecksJob, (_payload, { signal }) => drawChecks(deps, signal))
}
