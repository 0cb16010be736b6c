import { z } from 'zod'
import { settleReservation } from '../../core/billing/ledger.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { DraftDependencies } from './draft-dependencies.ts'

/** Longer than any draft takes, so that a reservation is released only once its process has died. */
export const RELEASE_AFTER_MS = 5 * 60_000

/** Releases a draft's credits if they are still reserved. */
export const releaseJob = defineJob({
  name: 'drafts.release',
  schema: z.object({ organizationId: z.uuid(), runId: z.uuid() }),
  retryLimit: 10,
  retryDelayMs: 60_000,
  expireMs: 60_000,
})

/** The ledger's key for one draft's reservation. */
export function reservationKey(runId: string): string {
  return `draft:${runId}`
}

export async function releaseStaleReservation(
  { db, ledger }: Pick<DraftDependencies, 'db' | 'ledger'>,
  { organizationId, runId }: z.output<typeof releaseJob.schema>,
): Promise<void> {
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await settleReservation(tx, ledger, organizationId, { key: reservationKey(runId), used: 0 })
  })
}

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerDraftJobs(deps: Pick<DraftDependencies, 'db' | 'ledger'> & { jobs: Jobs }): void {
  deps.jobs.work(releaseJob, (payload) => releaseStaleReservation(deps, payload))
}
