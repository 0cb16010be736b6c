import type { RereadingDependencies } from './rereading-dependencies.ts'
import { askAgainJob } from '../opinions/ask-again-job.ts'
import { askAgain } from './ask-again.ts'

const ORGANIZATIONS_AT_ONCE = 2

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerOpinionJobs(deps: RereadingDependencies): void {
  deps.jobs.work(
    askAgainJob,
    ({ organizationId }, { signal, progressed }) => askAgain(deps, { organizationId, signal, progressed }),
    {
      concurrency: ORGANIZATIONS_AT_ONCE,
    },
  )
}
