import type { User } from '@leadlight/contract/accounts'
import type { Caller } from '../../platform/actor.ts'
import type { Account } from './account-store.ts'

export function presentUser(
  account: Account,
  membership: Caller['membership'],
  impersonatedBy: string | null = null,
): User {
  return {
    id: account.id,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    is_verified: account.isVerified,
    avatar_url: account.avatarUrl,
    impersonated_by: impersonatedBy,
    organization_membership: membership && { organization_id: membership.organizationId, role: membership.role },
  }
}
