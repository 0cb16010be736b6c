import { requirePermission, type Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { organizationScope } from '../platform/scopes.ts'
import { countUnreadLeads } from '../leads/count-unread-leads.ts'
import type { CountedProject } from './get-project.ts'
import { listProjectsOf } from './project-store.ts'

/** The projects the actor may see, oldest first; an organization has few enough to list them whole. */
export function listProjects({ db }: { db: Db }, actor: Actor): Promise<CountedProject[]> {
  requirePermission(actor, 'project.read')
  const reachable = actor.projectIds === 'all' ? 'all' : [...actor.projectIds]
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const projects = await listProjectsOf(tx, actor.organizationId, reachable)
    const ids = projects.map((project) => project.id)
    const unread = await countUnreadLeads(tx, actor.organizationId, ids)
    return projects.map((project) => ({ project, unreadCount: unread.get(project.id) ?? 0 }))
  })
}
