import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { giveRole } from '../../core/organization/give-role.ts'
import { operatorScope, organizationScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireMember } from './require-user.ts'

/** Makes a super admin an admin again and ends their impersonations. */
export async function removeSuperAdmin(
  { db, newId, ledger: { clock }, superAdminEmails }: OperatorDependencies,
  { email }: { email: string },
): Promise<string[]> {
  const { id, membership } = await db.transaction(operatorScope(), (tx) => requireMember(tx, email))
  const { organizationId, organizationName, role } = membership
  if (role !== 'SUPER_ADMIN') return [`${email} is no super admin; nothing was changed.`]
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await giveRole(tx, organizationId, id, 'ADMIN')
    const done = { action: 'operator.remove-super-admin', organizationId, target: { user_id: id } } as const
    await recordOperatorAction(tx, { clock, newId }, done)
  })
  const done = `${email} is an admin of ${organizationName} now, and no super admin any more.`
  if (!superAdminEmails.includes(email)) return [done]
  return [done, `SUPER_ADMIN_EMAILS still names them: take them out there, or their next sign-in gives the role back.`]
}
