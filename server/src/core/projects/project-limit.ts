import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { countProjectsLocked } from './project-store.ts'

const PROJECTS_MAX = 200

/** Refuses one project too many, also of several that come to the organization at the same moment. */
export async function requireRoomForProject(tx: Tx, organizationId: string): Promise<void> {
  const count = await countProjectsLocked(tx, organizationId)
  if (count === undefined) {
    throw new AppError('forbidden', 'organization_required', 'That organization was deleted at this very moment.')
  }
  if (count < PROJECTS_MAX) return
  const detail = `An organization can have at most ${PROJECTS_MAX} projects. Delete one you no longer need.`
  throw new AppError('conflict', 'project_limit_reached', detail)
}
