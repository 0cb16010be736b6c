import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { askToErase } from './erase-job.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { AuthoredPost } from './note-authors.ts'

/**
 * Erases authors who were erased from the organization again if these posts of theirs become leads. The caller has
 * noted their accounts in the same transaction.
 */
export async function eraseReturned(
  tx: Tx,
  { jobs, suppression }: { jobs: Jobs; suppression: Suppression },
  of: { organizationId: string; posts: readonly AuthoredPost[] },
): Promise<void> {
  const welcome = await withoutSuppressed(tx, suppression, of)
  if (welcome.length < of.posts.length) await askToErase(tx, jobs, of.organizationId)
}
