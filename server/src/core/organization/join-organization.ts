import { isOpen } from '@leadlight/domain/account-states'
import { confirmAddress } from '../accounts/confirm-address.ts'
import { findPerson } from '../accounts/find-person.ts'
import { insertMembership } from '../members/memberships.ts'
import type { Caller } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { grantProjects } from '../projects/grants.ts'
import { describeInvite, type DescribedInvite } from './describe-invites.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { deleteInvite, type Invite } from './invite-store.ts'
import { lockOrganization } from '../members/lock-organization.ts'
import { raiseIfListed, type RaiseDependencies } from './raise-super-admin.ts'

export interface JoiningDependencies extends RaiseDependencies {
  db: Db
}

/**
 * Makes the caller a member by an invite, which it deletes. Checks everything in that one transaction, so of many at
 * the same moment one joins. The caller has proved the invite's address: it is verified, or `byLink` says that they
 * have the mailed link.
 */
export function joinOrganization(
  dependencies: JoiningDependencies,
  caller: Caller,
  { id, organizationId, byLink }: Pick<Invite, 'id' | 'organizationId'> & { byLink: boolean },
): Promise<DescribedInvite> {
  const { db, clock } = dependencies
  const now = clock.now()
  nameTarget({ id })
  return db.transaction(organizationScope(organizationId), async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) throw inviteNotFound()
    const invite = await deleteInvite(tx, organizationId, id)
    const person = await findPerson(tx, caller.userId)
    if (!invite || invite.expiresAt <= now || !person) throw inviteNotFound()
    if (person.email.toLowerCase() !== invite.email) throw byLink ? inviteForAnother(invite.email) : inviteNotFound()
    if (!isOpen(person.state) && !byLink) throw inviteNotFound()
    const member = { accountId: person.id, role: invite.role, joinedAt: now }
    const { inserted } = await insertMembership(tx, organizationId, member)
    if (!inserted) throw alreadyJoined()
    if (!isOpen(person.state)) await confirmAddress(tx, caller, now)
    await grantProjects(tx, organizationId, {
      projectIds: invite.projectIds,
      accountId: person.id,
      grantedAt: now,
    })
    await raiseIfListed(tx, dependencies, { organizationId, userId: person.id })
    return describeInvite(tx, invite)
  })
}

function inviteForAnother(email: string): AppError {
  const detail = `This invite is for ${email}. Sign in with that address to accept it.`
  return new AppError('forbidden', 'invite_for_another', detail)
}

function alreadyJoined(): AppError {
  const detail = 'You are in an organization already. Leave your organization first, then accept.'
  return new AppError('conflict', 'organization_already_joined', detail)
}
