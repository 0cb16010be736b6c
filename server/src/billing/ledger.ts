import { monthlyGrant, monthOf, settle, toCredits, type Millicredits } from '@leadlight/domain/credits'
import type { Role } from '@leadlight/domain/roles'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { NewId } from '../platform/ids.ts'
import { together } from '../platform/together.ts'
import { requireWithinGuestCap } from './guest-spending.ts'
import { appendEntry, findEntry, insertAccount, lockAccount, setGrantedMonth, type Entry } from './ledger-store.ts'

export interface LedgerDependencies {
  clock: Clock
  newId: NewId
  /** What the included plan grants each calendar month. */
  monthlyMillicredits: Millicredits
}

/** What an entry is about, for whoever reads the ledger. */
export interface Occasion {
  what: string
  projectId: string | null
  accountId: string | null
  /** In which role they spend; null where nobody spends in person, as when a grant comes or a search goes on. */
  role: Role | null
}

/** Opens an organization's credit account with the grant of the running month. Opening it again changes nothing. */
export async function openAccount(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<void> {
  await insertAccount(tx, organizationId)
  await lockedBalance(tx, ledger, organizationId)
}

/**
 * The balance that can be spent now, with the account locked until the transaction ends. The first look at it in a
 * month brings the month's grant.
 */
export async function lockedBalance(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<Millicredits> {
  const { balance, grantedMonth } = await lockAccount(tx, organizationId)
  const month = monthOf(ledger.clock.now())
  if (grantedMonth !== null && grantedMonth >= month) return balance
  await setGrantedMonth(tx, organizationId, month)
  const amount = monthlyGrant(balance, ledger.monthlyMillicredits)
  if (amount === 0) return balance
  const occasion = { what: `Monthly grant, ${month}`, projectId: null, accountId: null, role: null }
  return appendEntry(tx, organizationId, balance, entry(ledger, 'grant', amount, { key: `grant:${month}`, occasion }))
}

/**
 * Adds credits once for each `key`; answers what was granted under it, now or before, and the balance. The month's grant
 * stays what it is.
 */
export async function grantCredits(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  grant: { key: string; amount: Millicredits; what: string },
): Promise<{ granted: Millicredits; isNew: boolean; balance: Millicredits }> {
  const balance = await lockedBalance(tx, ledger, organizationId)
  const before = await findEntry(tx, organizationId, grant.key)
  if (before) return { granted: before.amount, isNew: false, balance }
  const { key, amount, what } = grant
  const occasion = { what, projectId: null, accountId: null, role: null }
  const after = await appendEntry(tx, organizationId, balance, entry(ledger, 'grant', amount, { key, occasion }))
  return { granted: amount, isNew: true, balance: after }
}

/**
 * Sets credits aside at the worst-case price of work that is about to start. `key` names the work: holding again under
 * the same key changes nothing. Throws `payment_required` when the balance does not cover it, or a guest's work would go
 * beyond what guests may spend in its project.
 */
export async function holdCredits(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  hold: { key: string; amount: Millicredits; occasion: Occasion },
): Promise<void> {
  if (hold.amount === 0) return
  const [balance, before] = await together([
    lockedBalance(tx, ledger, organizationId),
    findEntry(tx, organizationId, hold.key),
  ])
  if (before) return
  if (balance < hold.amount) {
    const detail = `This needs ${toCredits(hold.amount)} credits; ${toCredits(balance)} are left.`
    throw new AppError('payment_required', 'no_credits_left', detail)
  }
  await requireWithinGuestCap(tx, organizationId, hold, ledger.clock.now())
  await appendEntry(tx, organizationId, balance, entry(ledger, 'hold', -hold.amount, { ...hold, holdKey: hold.key }))
}

/**
 * Ends a hold: what was held comes back, what the work used is charged, never more than was held. Settling the same
 * hold again, or one that was never taken, changes nothing. Answers what was charged.
 */
export async function settleHold(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  settlement: { key: string; used: Millicredits },
): Promise<Millicredits> {
  const held = await findEntry(tx, organizationId, settlement.key)
  if (!held) return 0
  let balance = await lockedBalance(tx, ledger, organizationId)
  const charge = await findEntry(tx, organizationId, `${settlement.key}:charge`)
  if (await findEntry(tx, organizationId, `${settlement.key}:release`)) return charge ? -charge.amount : 0
  const { released, charged } = settle(-held.amount, settlement.used)
  const { what, projectId, accountId, role } = held
  const occasion = { what, projectId, accountId, role }
  const note = (suffix: string) => ({ key: `${settlement.key}:${suffix}`, holdKey: settlement.key, occasion })
  balance = await appendEntry(tx, organizationId, balance, entry(ledger, 'release', released, note('release')))
  if (charged > 0) await appendEntry(tx, organizationId, balance, entry(ledger, 'charge', -charged, note('charge')))
  return charged
}

function entry(
  ledger: LedgerDependencies,
  kind: Entry['kind'],
  amount: Millicredits,
  about: { key: string; holdKey?: string; occasion: Occasion },
): Entry {
  return {
    id: ledger.newId(),
    kind,
    amount,
    key: about.key,
    holdKey: about.holdKey ?? null,
    createdAt: ledger.clock.now(),
    ...about.occasion,
  }
}
