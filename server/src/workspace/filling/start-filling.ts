import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { lockName } from '../../platform/named-lock.ts'
import type { QueueDependencies } from './column-dependencies.ts'
import { updateColumn, type Column } from '../columns/columns.ts'
import { queueLeadsAfter } from '../leads/column-values.ts'

const LEADS_QUEUED_AT_ONCE = 5_000
const SIX_HOURS_MS = 6 * 60 * 60 * 1000

export const fillColumnJob = defineJob({
  name: 'columns.fill',
  schema: z.object({ organizationId: z.uuid(), columnId: z.uuid(), run: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 2_000,
  expireMs: SIX_HOURS_MS,
  groupOf: ({ organizationId }) => organizationId,
})

/**
 * Locks the project's queues. Whoever adds columns or leads to them holds this lock to the end of the transaction, so
 * that a new column misses no lead.
 */
export async function lockQueues(tx: Tx, projectId: string): Promise<void> {
  await lockName(tx, `columns:${projectId}`)
}

/**
 * Enqueues a job to fill the column, unless one does already; a paused column stays paused. The column must be locked.
 */
export async function startFilling(tx: Tx, deps: QueueDependencies, column: Column): Promise<Column> {
  if (column.run !== null || column.paused !== null) return column
  const run = deps.newId()
  const { organizationId, id: columnId } = column
  await deps.jobs.enqueue(tx, fillColumnJob, { organizationId, columnId, run }, { key: run })
  return updateColumn(tx, column, { run })
}

/** Queues the project's next leads from before the column or its revision. */
export async function queueSomeLeads(tx: Tx, column: Column): Promise<Column> {
  if (column.queuedTo === null) return column
  const queuedTo = (await queueLeadsAfter(tx, column, LEADS_QUEUED_AT_ONCE)) ?? null
  return updateColumn(tx, column, { queuedTo })
}
