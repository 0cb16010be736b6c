import { z } from 'zod'
import { listDeadLetters } from '../../platform/job-dead-letters.ts'
import { defineJob } from '../../platform/jobs.ts'
import { installationScope } from '../../platform/scopes.ts'
import { catchUpJob } from './catch-up-job.ts'
import { catchUp } from './catch-up.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { failFilling } from './end-filling.ts'
import { fillColumn } from './fill-column.ts'
import { fillColumnJob } from './start-filling.ts'

const COLUMNS_AT_ONCE = 2
const DEAD_LOOKED_AT = 100
const MINUTE_MS = 60_000

/** Ends runs whose job died without a result, or outlived too many workers. */
const endDeadFillingsJob = defineJob({
  name: 'columns.end-dead-fillings',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: MINUTE_MS,
})

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerColumnJobs(deps: ColumnDependencies): void {
  deps.jobs.work(
    fillColumnJob,
    async (payload, { signal, isCrowding: mustMakeRoom, progressed, endsWith }) => {
      try {
        return (await fillColumn(deps, { ...payload, signal, mustMakeRoom, progressed })) ? undefined : 'again'
      } catch (error) {
        if (endsWith(error)) await failFilling(deps, payload)
        throw error
      }
    },
    { concurrency: COLUMNS_AT_ONCE },
  )
  deps.jobs.work(catchUpJob, (payload) => catchUp(deps, payload))
  deps.jobs.every(endDeadFillingsJob, MINUTE_MS)
  deps.jobs.work(endDeadFillingsJob, async () => {
    const letters = await deps.db.transaction(installationScope(), (tx) =>
      listDeadLetters(tx, DEAD_LOOKED_AT, fillColumnJob),
    )
    for (const letter of letters) {
      await failFilling(deps, fillColumnJob.schema.parse(letter.payload))
    }
  })
}
