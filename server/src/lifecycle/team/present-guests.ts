import type { GuestsAccess as WireGuestsAccess } from '@leadlight/contract/guests'
import { toCredits } from '@leadlight/domain/credits'
import type { GuestsAccess } from './get-guests-access.ts'

export function presentGuests({ guests, spending }: GuestsAccess): WireGuestsAccess {
  return {
    guests: guests.map(({ person, grantedAt }) => ({
      user_id: person.id,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      granted_at: grantedAt.toISOString(),
      credits_spent_this_month: toCredits(spending.chargedThisMonth.get(person.id) ?? 0),
    })),
    monthly_credit_cap: spending.monthlyCap === null ? null : toCredits(spending.monthlyCap),
  }
}
