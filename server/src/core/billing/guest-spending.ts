import { monthStart, nextMonth, toCredits, type Millicredits } from '@leadlight/domain/credits'
import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  deleteGuestCap,
  findGuestCap,
  putGuestCap,
  sumChargesByGuest,
  sumGuestSpending,
} from './guest-spending-store.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

export interface GuestSpending {
  /** What all guests together may spend in the project in a calendar month; null for no limit. */
  monthlyCap: Millicredits | null
  /** What each was charged as a guest since the month began; nothing for anybody not in it. */
  chargedThisMonth: ReadonlyMap<string, Millicredits>
}

export async function getGuestSpending(
  tx: Tx,
  organizationId: string,
  projectId: string,
  now: Date,
): Promise<GuestSpending> {
  const stretch = { projectId, since: monthStart(now) }
  return {
    monthlyCap: (await findGuestCap(tx, organizationId, projectId)) ?? null,
    chargedThisMonth: await sumChargesByGuest(tx, organizationId, stretch),
  }
}

/** Caps what guests may spend in the project from now on; null removes the cap. What they have spent counts. */
export async function capGuests(
  tx: Tx,
  organizationId: string,
  projectId: string,
  monthlyCap: Millicredits | null,
): Promise<void> {
  if (monthlyCap === null) await deleteGuestCap(tx, organizationId, projectId)
  else await putGuestCap(tx, organizationId, projectId, monthlyCap)
}

interface Wanted {
  amount: Millicredits
  occasion: { projectId: string | null; role: Role | null }
}

/**
 * Throws if a guest's reservation would take the project beyond its cap. This month's charges count, and all that is
 * reserved for guests now, even since last month, as this month will be charged. The account is locked, so racers are
 * checked in turn.
 */
export async function requireWithinGuestCap(
  tx: Tx,
  organizationId: string,
  { amount, occasion: { projectId, role } }: Wanted,
  now: Date,
): Promise<void> {
  if (role !== 'GUEST' || projectId === null) return
  const cap = await findGuestCap(tx, organizationId, projectId)
  if (cap === undefined) return
  const { charged, held } = await sumGuestSpending(tx, organizationId, { projectId, since: monthStart(now) })
  if (charged + held + amount <= cap) return
  const left = toCredits(Math.max(0, cap - charged - held))
  const detail =
    `This needs ${toCredits(amount)} credits, and guests may spend ${left} more in this project this month. ` +
    `Ask an admin, or come back on ${DAY.format(nextMonth(now))}.`
  throw new AppError('payment_required', 'guest_cap_reached', detail)
}
