import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { grantCredits as grant } from '../../core/billing/ledger.ts'
import { operatorScope, organizationScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireOrganization } from './require-organization.ts'

interface Gift {
  /** An organization's id or name, or the address of somebody in it. */
  to: string
  amount: Millicredits
  note: string | undefined
  /** A key grants once, so that an interrupted script can run again. */
  key: string | undefined
}

/** Adds credits to an organization's balance for good: the next month's grant does not take them back. */
export async function grantCredits(
  { db, newId, ledger }: OperatorDependencies,
  { to, amount, note, key }: Gift,
): Promise<string> {
  const organization = await db.transaction(operatorScope(), (tx) => requireOrganization(tx, to))
  const gift = { key: `operator:${key ?? newId()}`, amount, what: note ?? 'Granted by the operator' }
  const done = await db.transaction(organizationScope(organization.id), async (tx) => {
    const granted = await grant(tx, ledger, organization.id, gift)
    const target = { credits: String(toCredits(amount)) }
    const action = { action: 'operator.grant-credits', organizationId: organization.id, target } as const
    if (granted.isNew) await recordOperatorAction(tx, { clock: ledger.clock, newId }, action)
    return granted
  })
  const balance = `The balance is ${toCredits(done.balance)}.`
  if (done.isNew) return `Granted ${toCredits(amount)} credits to ${organization.name}. ${balance}`
  return `Under the key ${key ?? ''} ${toCredits(done.granted)} credits were granted before; nothing was changed. ${balance}`
}
