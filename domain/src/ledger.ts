import { hasCredits, toCredits, type Millicredits } from './credits.ts'

/** What an entry of the ledger does. Holds and releases cancel out; the others say what came, went and was spent. */
export const ENTRY_KINDS = ['charge', 'refund', 'grant', 'expiry', 'hold', 'release'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** What credits are spent on. */
export const WORK_KINDS = ['search', 'monitoring', 'draft', 'column'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** Where an account stands between two entries. */
export interface Account {
  /** What can be spent: never below 0. */
  balance: Millicredits
  /** Set aside for work under way, and not in the balance. */
  held: Millicredits
  /** How much of the balance goes with its period; the rest stays. */
  expiring: Millicredits
}

/** What an entry adds, with its sign, and how much of that is of the credits that go with their period. */
export interface Movement {
  kind: EntryKind
  amount: Millicredits
  expiring: Millicredits
}

/** Sets aside what work may cost at worst. What goes soonest is spent first. */
export function hold(account: Account, amount: Millicredits): Movement {
  return { kind: 'hold', amount: -amount, expiring: -Math.min(account.expiring, amount) || 0 }
}

/**
 * Ends a hold: the whole of it comes back and what was used is charged, never more than was held. What comes back of a period that
 * is over goes at once, as it would have gone with the rest.
 */
export function endHold(held: Movement, used: Millicredits, isPeriodOver: boolean): Movement[] {
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

/** Lets go what is left of a period that is over. */
export function expire({ expiring }: Account): Movement {
  return { kind: 'expiry', amount: -expiring || 0, expiring: -expiring || 0 }
}

/** Where the account stands after the movements. Throws where that is nowhere an account can stand. */
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

/** How an organization stands for credits: `low` from a fifth of what a period brings, `empty` once it has none. */
export type CreditLevel = 'fine' | 'low' | 'empty'

/** `left` is what is not spent yet, held or not: work under way may still give back what it holds. */
export function creditLevel(left: Millicredits, allowance: Millicredits): CreditLevel {
  if (!hasCredits(toCredits(left))) return 'empty'
  return left * 5 <= allowance ? 'low' : 'fine'
}

const RANK: Record<CreditLevel, number> = { fine: 0, low: 1, empty: 2 }

/** Whether going from one level to the other is bad news. */
export function isCrossedDownwards(from: CreditLevel, to: CreditLevel): boolean {
  return RANK[to] > RANK[from]
}
