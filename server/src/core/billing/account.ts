import { monthlyGrant, monthOf, type Millicredits } from '@leadlight/domain/credits'
import { creditLevel, expire, isCrossedDownwards, moved, type Movement } from '@leadlight/domain/ledger'
import { afterCommit, type Tx } from '../../platform/db.ts'
import type { LedgerDependencies } from './ledger.ts'
import { appendEntries, lockAccount, type AccountState, type Entry, type LedgerContext } from './ledger-store.ts'

/** Stands in for a month once the trial is granted. */
const TRIAL = 'trial'
/** For what nobody in particular does. */
const NOBODY = { work: null, projectId: null, signalId: null, accountId: null, role: null }

/** What an entry says besides its amount. */
export interface About {
  key: string
  reservationKey?: string
  occasion: LedgerContext
  expiresAt?: Date | null
}

export type Move = readonly [Movement, About]

/** What an installation or a plan does, in words. */
export function systemContext(what: string): LedgerContext {
  return { what, ...NOBODY }
}

/** The account as it is now, locked until the transaction ends. */
export async function lockedAccount(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<AccountState> {
  return syncAccount(tx, ledger, await lockAccount(tx, organizationId))
}

/**
 * Ends the credits of a period that is over and adds what is due: the included plan's monthly grant, else the trial
 * once. The first read of the account does so.
 */
export async function syncAccount(tx: Tx, ledger: LedgerDependencies, found: AccountState): Promise<AccountState> {
  let account = found
  const now = ledger.clock.now()
  if (account.expiring > 0 && account.expiresAt !== null && account.expiresAt <= now) {
    account = await post(tx, ledger, account, [expiry(ledger, account)])
  }
  if (ledger.trialMillicredits !== undefined) return startTrial(tx, ledger, account, ledger.trialMillicredits)
  const month = monthOf(now)
  const before = account.grantedMonth === TRIAL ? null : account.grantedMonth
  if (before !== null && before >= month) return account
  const amount = monthlyGrant(account.balance, ledger.monthlyMillicredits)
  const about = { key: `grant:${month}`, occasion: systemContext(`Monthly grant, ${month}`) }
  return post(tx, ledger, { ...account, grantedMonth: month }, amount === 0 ? [] : [granted(amount, about)])
}

/** No trial for an organization that had grants of the included plan before the installation sold plans. */
function startTrial(
  tx: Tx,
  ledger: LedgerDependencies,
  account: AccountState,
  amount: Millicredits,
): Promise<AccountState> {
  if (account.grantedMonth !== null) return Promise.resolve(account)
  const opened = { ...account, grantedMonth: TRIAL, allowance: account.allowance ?? amount }
  const about = { key: 'grant:trial', occasion: systemContext('Trial') }
  return post(tx, ledger, opened, amount === 0 ? [] : [granted(amount, about)])
}

/**
 * Ends what is left of the account's period. The balance says whether anything is left, so its key is random: credits
 * paid late for a past period get an entry of their own.
 */
export function expiry(ledger: LedgerDependencies, account: AccountState): Move {
  const at = account.expiresAt?.toISOString() ?? ''
  const occasion = systemContext(`Credits of the period to ${at.slice(0, 10)} ended`)
  return [expire(account), { key: `expiry:${at}:${ledger.newId()}`, occasion, expiresAt: account.expiresAt }]
}

/** Credits that stay until they are spent; the `expiring` part ends with its period. */
export function granted(amount: Millicredits, about: About, { expiring = 0 } = {}): Move {
  return [{ kind: 'grant', amount, expiring }, about]
}

/**
 * Writes the movements and the resulting account, which must be locked, and returns it. When spending takes the rest
 * below a mark, the admins are told once, until credits rise above the mark again.
 */
export async function post(
  tx: Tx,
  ledger: LedgerDependencies,
  account: AccountState,
  moves: readonly Move[],
): Promise<AccountState> {
  const movements = moves.map(([movement]) => movement)
  const fixtures = moved(account, movements)
  const left = fixtures.balance + fixtures.held
  const level = creditLevel(left, fixtures.allowance ?? ledger.monthlyMillicredits)
  const entries = moves.map(([movement, about]) => toEntry(ledger, movement, about))
  const after = { ...fixtures, level }
  await appendEntries(tx, account, after, entries)
  const { onMoved } = ledger
  if (onMoved) afterCommit(tx, () => movements.forEach(onMoved))
  const isSpent = movements.some(({ kind }) => kind === 'charge' || kind === 'expiry')
  if (isSpent && isCrossedDownwards(account.level, level)) {
    await ledger.onCrossing?.(tx, { organizationId: account.organizationId, level, left, crossingId: ledger.newId() })
  }
  return after
}

function toEntry(ledger: LedgerDependencies, movement: Movement, about: About): Entry {
  return {
    id: ledger.newId(),
    ...movement,
    key: about.key,
    reservationKey: about.reservationKey ?? null,
    expiresAt: about.expiresAt ?? null,
    createdAt: ledger.clock.now(),
    ...about.occasion,
  }
}
