import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { ProjectHooks } from './project-hooks.ts'
import type { Project } from './project-store.ts'
import { requireProject } from './require-project.ts'

export interface CountedProject {
  project: Project
  unreadCount: number
}

export function getProject(
  { db, countUnreadLeads }: Pick<ProjectHooks, 'countUnreadLeads'> & { db: Db },
  actor: Actor,
  id: string,
): Promise<CountedProject> {
  requirePermission(actor, 'project.read')
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const project = await requireProject(tx, actor, id)
    const unread = await countUnreadLeads(tx, actor.organizationId, [id])
    return { project, unreadCount: unread.get(id) ?? 0 }
  })
}
