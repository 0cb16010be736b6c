import { hasCredits, toCredits, type Millicredits } from './credits.ts'

/** What an entry of the ledger does. Holds and releases cancel out; the others say what came, went and was spent. */
export const ENTRY_KINDS = ['charge', 'refund', 'grant', 'expiry', 'hold', 'release'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** What credits are spent on. */
export const WORK_KINDS = ['search', 'monitoring', 'draft', 'column'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** The state of an account between two entries. */
export interface Account {
  /** What can be spent; never below 0. */
  balance: Millicredits
  /** Reserved for work under way, and not part of the balance. */
  held: Millicredits
  /** The part of the balance that expires with its period; the rest stays. */
  expiring: Millicredits
}

/** What an entry adds, with its sign, and the part of that which expires with its period. */
export interface Movement {
  kind: EntryKind
  amount: Millicredits
  expiring: Millicredits
}

/** Reserves the most that work may cost. What expires soonest is used first. */
export function reserve(account: Account, amount: Millicredits): Movement {
  return { kind: 'hold', amount: -amount, expiring: -Math.min(account.expiring, amount) || 0 }
}

/**
 * Ends a reservation: all of it comes back, and what was used is charged, never more than was reserved. What comes back
 * of a period that is over expires at once, as the rest did.
 */
export function endReservation(held: Movement, used: Millicredits, isPeriodOver: boolean): Movement[] {
  if (!Number.isInteger(used) || used < 0) throw new RangeError(`Used credits must be whole thousandths, got ${used}`)
  const [whole, expiring] = [-held.amount, -held.expiring]
  const charged = Math.min(whole, used)
  const ofPeriod = Math.min(expiring, charged)
  const movements: Movement[] = [{ kind: 'release', amount: whole, expiring: expiring || 0 }]
  if (charged > 0) movements.push({ kind: 'charge', amount: -charged, expiring: -ofPeriod || 0 })
  const gone = expiring - ofPeriod
  if (isPeriodOver && gone > 0) movements.push({ kind: 'expiry', amount: -gone, expiring: -gone })
  return movements
}

/** Expires what is left of a period that is over. */
export function expire({ expiring }: Account): Movement {
  return { kind: 'expiry', amount: -expiring || 0, expiring: -expiring || 0 }
}

/** The account after the movements. Throws if no account can be in that state. */
export function moved<State extends Account>(account: State, movements: readonly Movement[]): State {
  let { balance, held, expiring } = account
  for (const movement of movements) {
    balance += movement.amount
    expiring += movement.expiring
    if (movement.kind === 'hold' || movement.kind === 'release') held -= movement.amount
    if (balance < 0 || held < 0 || expiring < 0 || expiring > balance) {
      throw new RangeError(`An account cannot stand at ${balance}, ${held} held, ${expiring} of them expiring.`)
    }
  }
  return { ...account, balance, held, expiring }
}

/** How an organization stands for credits: `low` from a fifth of what a period brings, `empty` at none. */
export type CreditLevel = 'fine' | 'low' | 'empty'

/** `left` is what is not spent yet, reserved or not: work under way may still give back what it reserved. */
export function creditLevel(left: Millicredits, allowance: Millicredits): CreditLevel {
  if (!hasCredits(toCredits(left))) return 'empty'
  return left * 5 <= allowance ? 'low' : 'fine'
}

const RANK: Record<CreditLevel, number> = { fine: 0, low: 1, empty: 2 }

/** Whether going from one level to the other is bad news. */
export function isCrossedDownwards(from: CreditLevel, to: CreditLevel): boolean {
  return RANK[to] > RANK[from]
}
