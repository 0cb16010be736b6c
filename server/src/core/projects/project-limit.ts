import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganization } from '../members/lock-organization.ts'
import { countProjects } from './project-store.ts'

const PROJECTS_MAX = 200

/** Throws for one project too many, also of several created at the same moment. */
export async function requireRoomForProject(tx: Tx, organizationId: string): Promise<void> {
  if (!(await lockOrganization(tx, organizationId))) {
    throw new AppError('forbidden', 'organization_required', 'That organization was deleted at this very moment.')
  }
  if ((await countProjects(tx, organizationId)) < PROJECTS_MAX) return
  const detail = `An organization can have at most ${PROJECTS_MAX} projects. Delete one you no longer need.`
  throw new AppError('conflict', 'project_limit_reached', detail)
}
