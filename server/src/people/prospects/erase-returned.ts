import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { askToErase } from './erase-job.ts'
import { findErased } from './erased-authors.ts'

/**
 * Erases authors who were erased from the organization again if these posts of theirs become leads. The caller has
 * noted their accounts in the same transaction.
 */
export async function eraseReturned(
  tx: Tx,
  jobs: Jobs,
  { organizationId, posts }: { organizationId: string; posts: Parameters<typeof findErased>[2] },
): Promise<void> {
  const erased = await findErased(tx, organizationId, posts)
  if (erased.size > 0) await askToErase(tx, jobs, organizationId)
}
