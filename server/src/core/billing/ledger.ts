import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import { endReservation, reserve as holding, type CreditLevel, type Movement } from '@leadlight/domain/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewId } from '../../platform/ids.ts'
import { syncAccount, granted, lockedAccount, systemContext, post, type Move } from './account.ts'
import { requireWithinGuestCap } from './guest-spending.ts'
import {
  findEntry,
  insertAccount,
  readReservation,
  type AccountState,
  type Entry,
  type LedgerContext,
} from './ledger-store.ts'

export type { LedgerContext } from './ledger-store.ts'

/** The rest has gone below one of the two marks. */
export interface Crossing {
  organizationId: string
  level: CreditLevel
  left: Millicredits
  /** A new id for each crossing. */
  crossingId: string
}

export interface LedgerDependencies {
  clock: Clock
  newId: NewId
  /** What the included plan grants each calendar month. */
  monthlyMillicredits: Millicredits
  /** Where plans are bought: the trial of a new organization. Undefined if the plan is included. */
  trialMillicredits?: Millicredits | undefined
  /** Notifies those it concerns, by jobs of the same transaction. */
  onCrossing?: ((tx: Tx, crossing: Crossing) => Promise<void>) | undefined
  /** Told of each movement once it is committed. */
  onMoved?: ((movement: Movement) => void) | undefined
}

/** Opens an organization's credit account with what is due to it now. Repeating it changes nothing. */
export async function openAccount(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<void> {
  await insertAccount(tx, organizationId)
  await lockedAccount(tx, ledger, organizationId)
}

/** The balance that can be spent now, with the account locked until the transaction ends. */
export async function lockedBalance(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<Millicredits> {
  return (await lockedAccount(tx, ledger, organizationId)).balance
}

/**
 * Adds credits once for each `key`, for good: no period takes them back. Returns what was granted under it, now or
 * before, and the balance. The month's grant is unaffected.
 */
export async function grantCredits(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  grant: { key: string; amount: Millicredits; what: string },
): Promise<{ granted: Millicredits; isNew: boolean; balance: Millicredits }> {
  const account = await lockedAccount(tx, ledger, organizationId)
  const before = await findEntry(tx, organizationId, grant.key)
  if (before) return { granted: before.amount, isNew: false, balance: account.balance }
  const { key, amount, what } = grant
  const { balance } = await post(tx, ledger, account, [granted(amount, { key, occasion: systemContext(what) })])
  return { granted: amount, isNew: true, balance }
}

/**
 * Reserves credits at the worst-case price of work that is about to start. `key` names the work: reserving again under
 * the same key changes nothing. Throws `payment_required` if the balance does not cover it or a guest's work would pass
 * the project's guest cap.
 */
export async function reserveCredits(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  reservation: { key: string; amount: Millicredits; occasion: LedgerContext },
): Promise<void> {
  if (reservation.amount === 0) return
  const reading = await readReservation(tx, organizationId, { key: reservation.key, mustBeHeld: false })
  if (!reading || reading.entries.length > 0) return
  const account = await syncAccount(tx, ledger, reading.account)
  if (account.balance < reservation.amount) {
    const detail = `This needs ${toCredits(reservation.amount)} credits; ${toCredits(account.balance)} are left.`
    throw new AppError('payment_required', 'no_credits_left', detail)
  }
  await requireWithinGuestCap(tx, organizationId, reservation, ledger.clock.now())
  const about = {
    key: reservation.key,
    reservationKey: reservation.key,
    occasion: reservation.occasion,
    expiresAt: account.expiresAt,
  }
  await post(tx, ledger, account, [[holding(account, reservation.amount), about]])
}

/**
 * Ends a reservation: charges what the work used, never more than was reserved, and releases the rest. Settling the
 * same one again, or one that never was, changes nothing. Returns what was charged.
 */
export async function settleReservation(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  { key, used }: { key: string; used: Millicredits },
): Promise<Millicredits> {
  const reading = await readReservation(tx, organizationId, { key, mustBeHeld: true })
  const entries = reading?.entries ?? []
  const held = entries.find(({ kind }) => kind === 'hold')
  if (!reading || !held) return 0
  const charge = entries.find(({ kind }) => kind === 'charge')
  if (entries.some(({ kind }) => kind === 'release')) return charge ? -charge.amount : 0
  const account = await syncAccount(tx, ledger, reading.account)
  const moves = movesToEnd(held, used, account)
  await post(tx, ledger, account, moves)
  return moves.reduce((sum, [{ kind, amount }]) => (kind === 'charge' ? sum - amount : sum), 0)
}

function movesToEnd(held: Entry, used: Millicredits, account: AccountState): Move[] {
  const { what, work, projectId, signalId, accountId, role, expiresAt } = held
  const occasion = { what, work, projectId, signalId, accountId, role }
  const isPeriodOver = expiresAt?.getTime() !== account.expiresAt?.getTime()
  return endReservation(held, used, isPeriodOver).map((movement) => {
    const about = { key: `${held.key}:${movement.kind}`, reservationKey: held.key, occasion, expiresAt }
    return [movement, about]
  })
}

/**
 * Gives back what a piece of work was charged, once, for good. Returns what was given back, 0 if nothing was charged
 * under the key or it was given back before.
 */
export async function refundCharge(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  { key, why }: { key: string; why: string },
): Promise<Millicredits> {
  const reading = await readReservation(tx, organizationId, { key, mustBeHeld: true })
  const entries = reading?.entries ?? []
  const charge = entries.find(({ kind }) => kind === 'charge')
  if (!reading || !charge || entries.some(({ kind }) => kind === 'refund')) return 0
  const account = await syncAccount(tx, ledger, reading.account)
  const { work, projectId, signalId, accountId, role } = charge
  const occasion = { what: why, work, projectId, signalId, accountId, role }
  const amount = -charge.amount
  const about = { key: `${key}:refund`, reservationKey: key, occasion }
  await post(tx, ledger, account, [[{ kind: 'refund', amount, expiring: 0 }, about]])
  return amount
}
