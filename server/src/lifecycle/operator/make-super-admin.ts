import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { giveRole } from '../../core/organization/give-role.ts'
import { AppError } from '../../platform/errors.ts'
import { operatorScope, organizationScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireMember } from './require-user.ts'

interface Wish {
  email: string
  /** The operator vouches for an address that was never verified. */
  isUnverifiedTaken: boolean
}

/** Makes somebody a super admin of the organization they are in. */
export async function makeSuperAdmin(
  { db, newId, ledger: { clock } }: OperatorDependencies,
  { email, isUnverifiedTaken }: Wish,
): Promise<string> {
  const { id, isVerified, isProved, membership } = await db.transaction(operatorScope(), (tx) =>
    requireMember(tx, email),
  )
  const { organizationId, organizationName } = membership
  if (!isVerified && !isUnverifiedTaken) {
    const detail = `${email} has not been verified, so the account may be somebody else's. Have the link in their mail followed, or add --unverified if you know that it is theirs.`
    throw new AppError('conflict', 'address_not_verified', detail)
  }
  if (isVerified && !isProved) {
    const detail = `Whoever reads the mail of ${email} has taken the account by its link and has not signed in since. Have them sign in first.`
    throw new AppError('conflict', 'account_claimed', detail)
  }
  const former = await db.transaction(organizationScope(organizationId), async (tx) => {
    const had = await giveRole(tx, organizationId, id, 'SUPER_ADMIN')
    const done = { action: 'operator.make-super-admin', organizationId, target: { user_id: id } } as const
    if (had !== undefined && had !== 'SUPER_ADMIN') await recordOperatorAction(tx, { clock, newId }, done)
    return had
  })
  if (former === undefined) throw new AppError('conflict', 'member_gone', `${email} has just left ${organizationName}.`)
  const since = former === 'SUPER_ADMIN' ? 'already' : 'now'
  return `${email} is a super admin of ${organizationName} ${since}.`
}
