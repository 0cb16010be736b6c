import { Email } from '@leadlight/contract/shapes'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findOrganizations } from './operator-store.ts'
import { requireMember } from './require-user.ts'

/**
 * The organization with this id or name, or of the member with this address. Throws unless there is exactly one. `tx`
 * is open in the operator's scope.
 */
export async function requireOrganization(tx: Tx, to: string): Promise<{ id: string; name: string }> {
  const email = Email.safeParse(to)
  if (email.success) {
    const { membership } = await requireMember(tx, email.data)
    return { id: membership.organizationId, name: membership.organizationName }
  }
  const [first, ...more] = await findOrganizations(tx, to)
  if (!first) {
    const detail = `There is no organization with the id or the name ${to}.`
    throw new AppError('not_found', 'organization_not_found', detail)
  }
  if (more.length === 0) return first
  const ids = [first, ...more].map(({ id }) => id).join(', ')
  throw new AppError(
    'conflict',
    'name_ambiguous',
    `Several organizations are called ${to}; say which by its id: ${ids}.`,
  )
}
