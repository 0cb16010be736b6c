import { isNameTyped } from '@leadlight/domain/names'
import type { RemovalDependencies } from './removal-dependencies.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { nameOfOrganization } from '../../core/organization/name-of-organization.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { unaudited } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listProjectIds } from '../../core/projects/list-project-ids.ts'
import { eraseOrganization } from './erase-organization.ts'
import { removeProject } from './remove-project.ts'

/**
 * Deletes the actor's organization, whose name they typed to confirm, with everything in it but the sums of its ledger.
 * Its people keep their accounts.
 */
export async function deleteOrganization(
  deps: RemovalDependencies,
  actor: Actor,
  { name }: { name: string },
): Promise<void> {
  requirePermission(actor, 'organization.manage')
  const scope = organizationScope(actor.organizationId)
  // The last transaction writes the audit entry: the organization takes its own log along.
  await unaudited(async () => {
    await deps.db.transaction(scope, async (tx) => {
      await lockOrganizationFor(tx, actor, 'organization.manage')
      if (!isNameTyped(name, await nameOfOrganization(tx, actor.organizationId))) throw nameMismatch()
    })
    await removeProjects(deps, actor.organizationId)
  })
  await deps.db.transaction(scope, (tx) => eraseOrganization(tx, deps, actor.organizationId))
}

/**
 * Removes its projects one after another, each in short transactions; the caller's last one removes the organization.
 * Interrupted in between, it is an organization like any other and can be deleted again.
 */
async function removeProjects(deps: RemovalDependencies, organizationId: string): Promise<void> {
  const scope = organizationScope(organizationId)
  const projectIds = await deps.db.transaction(scope, (tx) => listProjectIds(tx, organizationId))
  for (const projectId of projectIds) await removeProject(deps, organizationId, projectId)
}

function nameMismatch(): AppError {
  const message = "That is not the organization's name. Type it exactly as it is written."
  return new AppError('invalid', 'name_mismatch', message, { errors: [{ path: 'body.name', message }] })
}
