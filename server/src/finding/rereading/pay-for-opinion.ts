import type { Millicredits } from '@leadlight/domain/credits'
import { reserveCredits, lockedBalance, settleReservation, type LedgerDependencies } from '../../core/billing/ledger.ts'
import { addToSearchSpent, searchBudgetLeft } from '../matching/search-budget.ts'
import { addToMonthSpent, monthBudgetLeft } from '../monitoring/month-budget.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { WaitingOpinion } from '../opinions/kept-opinions.ts'

interface Paying {
  clock: Clock
  ledger: LedgerDependencies
}

/** Whether the paying budget and the balance suffice for an opinion. The caller holds the signal's lock. */
export async function canPay(
  tx: Tx,
  deps: Paying,
  opinion: Pick<WaitingOpinion, 'organizationId' | 'signalId' | 'searchId'>,
  price: Millicredits,
): Promise<boolean> {
  if (price === 0) return true
  const { organizationId, searchId } = opinion
  const left = searchId
    ? await searchBudgetLeft(tx, { organizationId, searchId })
    : await monthBudgetLeft(tx, deps, opinion)
  if (left !== null && left < price) return false
  return (await lockedBalance(tx, deps.ledger, organizationId)) >= price
}

/**
 * Charges a later opinion exactly once, in the transaction that records it. Nothing is reserved while the model is
 * asked: a reservation left by a crash would be worse than one unpaid answer.
 */
export async function payForOpinion(tx: Tx, deps: Paying, opinion: WaitingOpinion, price: Millicredits): Promise<void> {
  const { organizationId, projectId, signalId, postId, revision, searchId } = opinion
  const key = `opinion:${signalId}:${postId}:${revision}`
  const work = searchId ? ('search' as const) : ('monitoring' as const)
  const what = 'A post judged by a large model too'
  const occasion = { what, work, projectId, signalId, accountId: null, role: null }
  await reserveCredits(tx, deps.ledger, organizationId, { key, amount: price, occasion })
  const charged = await settleReservation(tx, deps.ledger, organizationId, { key, used: price })
  if (charged === 0) return
  if (searchId) await addToSearchSpent(tx, { organizationId, searchId }, charged)
  else await addToMonthSpent(tx, deps, opinion, charged)
}
