import { findPeople, type Person } from '../../core/accounts/find-people.ts'
import { getGuestSpending, type GuestSpending } from '../../core/billing/guest-spending.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listGuestsOf } from '../../core/projects/grants.ts'
import { requireProject } from '../../core/projects/require-project.ts'

const LISTED_MAX = 1000

export interface GuestsAccess {
  /** Oldest grant first. */
  guests: { person: Person; grantedAt: Date }[]
  spending: GuestSpending
}

/** The guests who see the project, and what they spent and may spend in it. */
export function getGuestsAccess(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  projectId: string,
): Promise<GuestsAccess> {
  requirePermission(actor, 'guest.manage')
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return describeGuestsAccess(tx, actor.organizationId, projectId, clock.now())
  })
}

export async function describeGuestsAccess(
  tx: Tx,
  organizationId: string,
  projectId: string,
  now: Date,
): Promise<GuestsAccess> {
  const grants = await listGuestsOf(tx, organizationId, { projectId, limit: LISTED_MAX })
  const people = await findPeople(
    tx,
    grants.map(({ accountId }) => accountId),
  )
  const guests = grants.flatMap(({ accountId, grantedAt }) => {
    const person = people.get(accountId)
    return person ? [{ person, grantedAt }] : []
  })
  return { guests, spending: await getGuestSpending(tx, organizationId, projectId, now) }
}
