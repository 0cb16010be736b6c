import { findPersonByEmail } from '../accounts/find-person.ts'
import { findMembership } from '../organization/find-membership.ts'
import { nameOfOrganization } from '../organization/name-of-organization.ts'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { accountScope, loginScope, organizationScope, transferScope } from '../platform/scopes.ts'
import { moveProject } from '../projects/move-project.ts'
import { projectNotFound, requireProject } from '../projects/require-project.ts'
import { describeTransfer, type DescribedTransfer } from './describe-transfers.ts'
import type { OfferDependencies } from './offer-project.ts'
import { transferToSelf } from './transfer-failures.ts'
import { deleteOtherTransfers, type Transfer } from './transfer-store.ts'

/**
 * Gives a project of the super admin's organization to the organization of the person with this verified address. That
 * person is asked nothing and told nothing: they see it in their list.
 */
export async function moveAtOnce(
  deps: OfferDependencies,
  actor: Actor,
  { projectId, email }: { projectId: string; email: string },
): Promise<DescribedTransfer> {
  const { organizationId, userId } = actor
  const now = deps.clock.now()
  const [projectName, organizationName] = await deps.db.transaction(organizationScope(organizationId), async (tx) => [
    (await requireProject(tx, actor, projectId)).name,
    await nameOfOrganization(tx, organizationId),
  ])
  const receiverId = await requireOrganizationOf(deps.db, email)
  if (receiverId === organizationId) throw transferToSelf()
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
    const move = { projectId, fromOrganizationId: organizationId, toOrganizationId: receiverId }
    if (!(await moveProject(tx, move, now))) throw projectNotFound()
    // Whoever it had been offered to is not the receiver's business.
    await deleteOtherTransfers(tx, receiverId, { projectId, exceptId: transfer.id })
    return describeTransfer(tx, transfer)
  })
}

async function requireOrganizationOf(db: Db, email: string): Promise<string> {
  const person = await db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
  const membership = person?.isVerified
    ? await db.transaction(accountScope(person.id), (tx) => findMembership(tx, person.id))
    : undefined
  if (membership) return membership.organizationId
  const detail = 'Nobody in an organization here has that as their verified address.'
  throw new AppError('not_found', 'user_not_found', detail)
}
