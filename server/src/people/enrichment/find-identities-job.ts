import type { ProjectIds } from '../../platform/actor.ts'
import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'

const SOON_MS = 20_000

/** Compares a project's accounts to find those that may belong to one person. */
export const findIdentitiesJob = defineJob({
  name: 'identity.find',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 3,
  retryDelayMs: 10_000,
  expireMs: 10 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Queues a comparison of a project's accounts; asked again before one has run, it runs once more after it. */
export function enqueueFinding(
  tx: Tx,
  { jobs }: { jobs: Jobs },
  { organizationId, projectId }: ProjectIds,
  { soon = false }: { soon?: boolean } = {},
): Promise<void> {
  const options = { key: projectId, ...(soon && { startAfterMs: SOON_MS }) }
  return jobs.enqueue(tx, findIdentitiesJob, { organizationId, projectId }, options)
}
