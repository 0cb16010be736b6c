import { isOpen } from '@leadlight/domain/account-states'
import { isAdmin } from '@leadlight/domain/roles'
import { findPersonByEmail } from '../../core/accounts/find-person.ts'
import { askToErase } from '../../people/prospects/erase-job.ts'
import { findMembership } from '../../core/members/memberships.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { nameOfOrganization } from '../../core/organization/name-of-organization.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget, unaudited } from '../../platform/changes.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope, loginScope, organizationScope, transferScope } from '../../platform/scopes.ts'
import { projectNotFound, requireProject } from '../../core/projects/require-project.ts'
import { noteAuthorsOfNotices } from '../privacy/note-authors-of-notices.ts'
import { describeTransfer, type DescribedTransfer } from './describe-transfers.ts'
import { moveProject } from './move-project.ts'
import type { OfferDependencies } from './offer-project.ts'
import { transferToSelf } from './transfer-failures.ts'
import { deleteOtherTransfers, type Transfer } from './transfer-store.ts'

export interface MoveDependencies extends OfferDependencies {
  suppression: Suppression
}

/**
 * Gives a project of the super admin's organization to the organization that the holder of this verified address is an
 * admin of. They are neither asked nor mailed: they see it in their list. Anybody erased from that organization is
 * erased from the project too.
 */
export async function moveAtOnce(
  deps: MoveDependencies,
  actor: Actor,
  { projectId, email }: { projectId: string; email: string },
): Promise<DescribedTransfer> {
  const { organizationId, userId } = actor
  const now = deps.clock.now()
  // Its lock counts as written, and the entry is the receiver's.
  const [projectName, organizationName] = await unaudited(() =>
    deps.db.transaction(organizationScope(organizationId), async (tx) => {
      await requireStillSuperAdmin(tx, actor)
      return [(await requireProject(tx, actor, projectId)).name, await nameOfOrganization(tx, organizationId)]
    }),
  )
  const receiverId = await requireReceiver(deps.db, organizationId, email)
  nameTarget({ organization_name: organizationName })
  const transfer: Transfer = {
    id: deps.newId(),
    organizationId,
    projectId,
    projectName,
    organizationName,
    email,
    requestedBy: userId,
    state: 'accepted',
    createdAt: now,
    expiresAt: now,
  }
  return deps.db.transaction(transferScope(receiverId, projectId), async (tx) => {
    const left = { projectName, how: 'given', userId } as const
    const move = { projectId, fromOrganizationId: organizationId, toOrganizationId: receiverId, left }
    if (!(await moveProject(tx, deps, move))) throw projectNotFound()
    // The receiver must not learn whom it was offered to.
    await deleteOtherTransfers(tx, receiverId, { projectId, exceptId: transfer.id })
    await noteAuthorsOfNotices(tx, deps.suppression, receiverId, { projectId })
    await askToErase(tx, deps.jobs, receiverId)
    return describeTransfer(tx, transfer)
  })
}

/** Somebody who lost the role while they waited would have to offer the project and wait for an answer. */
async function requireStillSuperAdmin(tx: Tx, actor: Actor): Promise<void> {
  const { role } = await lockOrganizationFor(tx, actor, 'project.transfer')
  if (role === 'SUPER_ADMIN') return
  throw new AppError('forbidden', 'role_too_low', 'You are no super admin any more. Offer the project instead.')
}

/** The other organization that the holder of the address is an admin of. */
async function requireReceiver(db: Db, senderId: string, email: string): Promise<string> {
  const person = await db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
  const membership =
    person && isOpen(person.state)
      ? await db.transaction(accountScope(person.id), (tx) => findMembership(tx, person.id))
      : undefined
  if (membership?.organizationId === senderId) throw transferToSelf()
  if (membership && isAdmin(membership.role)) return membership.organizationId
  const detail = 'No admin of another organization has that address.'
  throw new AppError('not_found', 'user_not_found', detail)
}
