import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { lockCompany } from './company-store.ts'
import { companyNotFound } from './prospect-not-found.ts'

/** A company of the project, locked until the transaction ends; any other is reported as missing. */
export async function requireCompany(
  tx: Tx,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  await requireProject(tx, actor, projectId)
  if (!(await lockCompany(tx, { organizationId: actor.organizationId, projectId }, id))) throw companyNotFound()
}
