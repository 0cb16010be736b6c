import type { Caller } from './actor.ts'
import { AppError } from './errors.ts'

/** Refuses a super admin who looks at the product as the user: only the user may change how they sign in. */
export function refuseImpersonation(caller: Caller): void {
  if (caller.impersonatorId === null) return
  const detail = 'You are looking at the product as this user. How they sign in is theirs alone to change.'
  throw new AppError('forbidden', 'impersonation_refused', detail)
}
