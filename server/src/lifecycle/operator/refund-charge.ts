import { toCredits } from '@leadlight/domain/credits'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { refundEntry } from '../../core/billing/refund-entry.ts'
import { operatorScope, organizationScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireOrganization } from './require-organization.ts'

interface Refund {
  /** An organization's id or name, or the address of somebody in it. */
  to: string
  entryId: string
  why: string | undefined
}

/** Refunds an organization's charge for one piece of work, once. */
export async function refundCharge(
  { db, newId, ledger }: OperatorDependencies,
  { to, entryId, why = 'Given back by the operator' }: Refund,
): Promise<string> {
  const organization = await db.transaction(operatorScope(), (tx) => requireOrganization(tx, to))
  const back = await db.transaction(organizationScope(organization.id), async (tx) => {
    const refunded = await refundEntry(tx, ledger, organization.id, { entryId, why })
    const target = { credits: String(toCredits(refunded)), entry_id: entryId }
    const action = { action: 'operator.refund-charge', organizationId: organization.id, target } as const
    if (refunded > 0) await recordOperatorAction(tx, { clock: ledger.clock, newId }, action)
    return refunded
  })
  if (back === 0) return `What ${organization.name} was charged there was given back before; nothing was changed.`
  return `Gave ${toCredits(back)} credits back to ${organization.name}.`
}
