import type { KeyScope } from '@leadlight/domain/api-keys'
import { can, type Permission, type Role } from '@leadlight/domain/roles'
import type { Allowance } from './allowance.ts'
import { AppError } from './errors.ts'

/** Someone signed in, with or without an organization. */
export interface Caller {
  userId: string
  /** For a personal key, the key's own id; session endpoints refuse keys. */
  sessionId: string
  /** The super admin who looks at the product as this user, if one does. */
  impersonatorId: string | null
  membership: { organizationId: string; role: Role } | null
  /** The personal key they call with, if any; `projectIds` is null where the key is not limited to projects. */
  key: { id: string; scope: KeyScope; projectIds: readonly string[] | null } | null
  /** Null where their calls are not counted. */
  allowance: Allowance | null
}

/** Who is asking, and the one organization they ask for. Every verb takes one. */
export interface Actor {
  userId: string
  organizationId: string
  role: Role
  /** The projects of the organization they may see: all, those granted to a guest, or those a key is limited to. */
  projectIds: 'all' | ReadonlySet<string>
}

export function requirePermission(actor: Actor, permission: Permission): void {
  if (!can(actor.role, permission)) {
    throw new AppError('forbidden', 'role_too_low', 'Your role in this organization does not allow this. Ask an admin.')
  }
}

/** Whether the actor's role and grants reach a project of their organization. */
export function reaches(actor: Actor, projectId: string): boolean {
  return actor.projectIds === 'all' || actor.projectIds.has(projectId)
}

/** A project, and the organization whose it is. */
export interface ProjectIds {
  organizationId: string
  projectId: string
}
