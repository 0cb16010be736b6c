import { closeAccount } from '../../core/billing/close-account.ts'
import { releaseCustomer } from '../../core/billing/release-customer.ts'
import { stopFillingOf } from '../../workspace/filling/end-filling.ts'
import { stopSearchesOf } from '../../finding/matching/finish-search.ts'
import type { RemovalDependencies } from './removal-dependencies.ts'
import { stopMonitoringOf } from '../../finding/monitoring/stop-monitoring.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteLockedOrganization, lockOrganization } from '../../core/members/lock-organization.ts'
import { listProjectIds } from '../../core/projects/list-project-ids.ts'
import { lockAllProjects } from '../../core/projects/lock-project.ts'

/** A hundred thousand leads take two to four seconds. */
const ERASE_MS_MAX = 10 * 60_000

/**
 * Deletes an organization and everything in it, for good, in the caller's transaction; only its ledger's sums are kept.
 * Running searches are stopped and settled first. Posts stay. An organization already gone is no failure. For large
 * organizations see `deleteOrganization`, which keeps transactions short.
 */
export async function eraseOrganization(tx: Tx, deps: RemovalDependencies, organizationId: string): Promise<void> {
  if (!(await lockOrganization(tx, organizationId))) return
  await stopSearchesOf(tx, deps, organizationId, await listProjectIds(tx, organizationId))
  // Nobody can start another search of a locked project; one may have been started before.
  const projectIds = await lockAllProjects(tx, organizationId)
  await stopSearchesOf(tx, deps, organizationId, projectIds)
  await stopMonitoringOf(tx, deps, organizationId, projectIds)
  await stopFillingOf(tx, deps, organizationId, projectIds)
  await closeAccount(tx, deps.ledger, organizationId)
  await releaseCustomer(tx, deps.jobs, organizationId)
  await limitStatements(tx, ERASE_MS_MAX)
  await deleteLockedOrganization(tx, organizationId)
}
