import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'

/** Its data names nobody: the accounts to erase are in the database, as hashes. */
export const eraseJob = defineJob({
  name: 'erasure.erase',
  schema: z.object({ organizationId: z.uuid() }),
  retryLimit: 20,
  retryDelayMs: 1_000,
  expireMs: 10 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Queues the erasure of the organization's erased accounts, once the caller's transaction commits. */
export async function askToErase(tx: Tx, jobs: Jobs, organizationId: string): Promise<void> {
  await jobs.enqueue(tx, eraseJob, { organizationId }, { key: organizationId })
}
