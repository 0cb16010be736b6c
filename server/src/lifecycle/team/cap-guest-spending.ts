import type { Millicredits } from '@leadlight/domain/credits'
import { capGuests } from '../../core/billing/guest-spending.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { describeGuestsAccess, type GuestsAccess } from './get-guests-access.ts'
import { requireProject } from '../../core/projects/require-project.ts'

/** Caps what all guests together may spend in the project in a calendar month; null removes the cap. */
export function capGuestSpending(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  { projectId, monthlyCap }: { projectId: string; monthlyCap: Millicredits | null },
): Promise<GuestsAccess> {
  requirePermission(actor, 'guest.manage')
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await capGuests(tx, actor.organizationId, projectId, monthlyCap)
    return describeGuestsAccess(tx, actor.organizationId, projectId, clock.now())
  })
}
