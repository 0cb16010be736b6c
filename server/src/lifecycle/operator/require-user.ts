import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findUser, type ListedUser } from './operator-store.ts'

export interface Member extends ListedUser {
  membership: NonNullable<ListedUser['membership']>
}

/** The account with this address. `tx` is open in the operator's scope. */
export async function requireUser(tx: Tx, email: string): Promise<ListedUser> {
  const user = await findUser(tx, email)
  if (user) return user
  throw new AppError('not_found', 'user_not_found', `Nobody has an account with the address ${email}.`)
}

/** As `requireUser`, for somebody in an organization. */
export async function requireMember(tx: Tx, email: string): Promise<Member> {
  const user = await requireUser(tx, email)
  const { membership } = user
  if (membership) return { ...user, membership }
  const detail = `${email} is in no organization yet: they create one, or accept an invite, before this can be done.`
  throw new AppError('conflict', 'organization_required', detail)
}
