import { can, type Permission } from './roles.ts'

/**
 * What a personal key may do at most: read, change what members change, and what is left to admins. Each scope includes
 * those before it. A key never exceeds its user's role at the time of the call.
 */
export const KEY_SCOPES = ['read', 'write', 'manage'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const KEYS_PER_USER_MAX = 20
export const KEY_DAYS_MAX = 366

/** Whether a key of scope `held` may make a call that needs `needed`. */
export function includesScope(held: KeyScope, needed: KeyScope): boolean {
  return KEY_SCOPES.indexOf(held) >= KEY_SCOPES.indexOf(needed)
}

/**
 * The least scope for a call that takes `permission`; null if no key may make it, as with everything that reaches
 * beyond one organization.
 */
export function scopeFor(permission: Permission, { changes }: { changes: boolean }): KeyScope | null {
  if (can('MEMBER', permission)) return changes ? 'write' : 'read'
  return can('ADMIN', permission) ? 'manage' : null
}
