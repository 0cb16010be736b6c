import type { ProjectEvent } from '@leadlight/contract/installation'
import { can, type Role } from '@leadlight/domain/roles'

/** Whether somebody with this role is told of it: where a project listens, and how that goes, may be a private address. */
export function mayHear(role: Role, payload: ProjectEvent): boolean {
  return payload.type !== 'source' || can(role, 'source.read')
}
