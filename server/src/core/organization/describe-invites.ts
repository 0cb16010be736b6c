import { findPeople, nameOf } from '../accounts/find-people.ts'
import type { Tx } from '../../platform/db.ts'
import type { Invite } from './invite-store.ts'
import { listOrganizations } from '../members/organizations.ts'

export interface DescribedInvite extends Invite {
  organizationName: string
  /** Null if the account is gone. */
  inviterName: string | null
}

/**
 * Adds the names of the invites' organizations and senders, as far as the transaction's scope sees the organizations.
 */
export async function describeInvites(tx: Tx, invites: readonly Invite[]): Promise<DescribedInvite[]> {
  const organizations = await listOrganizations(tx, [...new Set(invites.map((invite) => invite.organizationId))])
  const nameById = new Map(organizations.map((organization) => [organization.id, organization.name]))
  const people = await findPeople(
    tx,
    invites.flatMap(({ invitedBy }) => invitedBy ?? []),
  )
  return invites.flatMap((invite) => {
    const organizationName = nameById.get(invite.organizationId)
    const inviter = invite.invitedBy === null ? undefined : people.get(invite.invitedBy)
    return organizationName === undefined
      ? []
      : [{ ...invite, organizationName, inviterName: inviter ? nameOf(inviter) : null }]
  })
}

/** The same for one invite, in its organization's own scope. */
export async function describeInvite(tx: Tx, invite: Invite): Promise<DescribedInvite> {
  const [described] = await describeInvites(tx, [invite])
  if (!described) throw new Error(`The organization of the invite ${invite.id} is out of the transaction's sight.`)
  return described
}
