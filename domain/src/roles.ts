export const ROLES = ['SUPER_ADMIN', 'ADMIN', 'MEMBER', 'GUEST'] as const
export type Role = (typeof ROLES)[number]

/** The roles that an admin may give. SUPER_ADMIN is given by the operator's command alone. */
export const GIVEN_ROLES = ['ADMIN', 'MEMBER', 'GUEST'] as const satisfies readonly Role[]
export type GivenRole = (typeof GIVEN_ROLES)[number]

const GUEST = [
  'lead.read',
  'lead.triage',
  'lead.draft',
  'signal.read',
  'project.read',
  'organization.read',
  'events.read',
  'notification.own',
] as const

const MEMBER = [
  ...GUEST,
  'lead.delete',
  'lead.export',
  'status.write',
  'view.share',
  'column.write',
  'signal.write',
  'project.create',
  'project.update',
  'source.read',
  'source.write',
  'webhook.read',
  'webhook.write',
  'slack.read',
  'slack.write',
  'member.read',
] as const

const ADMIN = [
  ...MEMBER,
  'project.delete',
  'project.transfer',
  'guest.manage',
  'member.manage',
  'invite.manage',
  'organization.manage',
  'audit.read',
  'billing.manage',
] as const

const SUPER_ADMIN = [...ADMIN, 'installation.operate'] as const

export type Permission = (typeof SUPER_ADMIN)[number]

const GRANTED: Record<Role, ReadonlySet<Permission>> = {
  GUEST: new Set<Permission>(GUEST),
  MEMBER: new Set<Permission>(MEMBER),
  ADMIN: new Set<Permission>(ADMIN),
  SUPER_ADMIN: new Set<Permission>(SUPER_ADMIN),
}

/** The one table of what a role may do. A guest's permissions hold only in the projects granted to them. */
export function can(role: Role, permission: Permission): boolean {
  return GRANTED[role].has(permission)
}

/** Whether the role runs its organization: admins and super admins. */
export function isAdmin(role: Role): boolean {
  return can(role, 'organization.manage')
}

/** Every permission, for tests and documents that must cover all. */
export const PERMISSIONS: readonly Permission[] = SUPER_ADMIN
