import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Outbound } from '../../platform/outbound.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { CountedProject } from './get-project.ts'
import type { ProjectHooks } from './project-hooks.ts'
import { setProject, type ProjectChanges } from './project-store.ts'
import { projectNotFound, requireProject } from './require-project.ts'
import { normalizeWebsite } from './website.ts'

interface UpdateDependencies extends Pick<ProjectHooks, 'countUnreadLeads'> {
  db: Db
  clock: Clock
  checkAddress: Outbound['check']
}

/** In the words of the settings. */
const FIELDS = [
  ['name', 'the name'],
  ['website', 'the website'],
  ['businessName', 'the business name'],
  ['businessDescription', 'the business description'],
  ['purpose', 'the purpose'],
  ['writing', 'how drafts are written'],
] as const

/** Changes what is sent and nothing else. Empty text is stored as null, so that "not filled in" has one form. */
export function updateProject(
  { db, clock, checkAddress, countUnreadLeads }: UpdateDependencies,
  actor: Actor,
  id: string,
  wanted: ProjectChanges,
): Promise<CountedProject> {
  requirePermission(actor, 'project.update')
  const changes: ProjectChanges = {
    ...(wanted.name !== undefined && { name: wanted.name }),
    ...(wanted.website !== undefined && { website: normalizeWebsite(wanted.website, checkAddress) }),
    ...(wanted.businessName !== undefined && { businessName: wanted.businessName || null }),
    ...(wanted.businessDescription !== undefined && { businessDescription: wanted.businessDescription || null }),
    ...(wanted.purpose !== undefined && { purpose: wanted.purpose || null }),
    ...(wanted.writing !== undefined && { writing: wanted.writing }),
  }
  nameTarget({
    changed: FIELDS.filter(([field]) => field in changes)
      .map(([, words]) => words)
      .join(', '),
  })
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, id)
    const project = await setProject(tx, actor.organizationId, id, { ...changes, updatedAt: clock.now() })
    if (!project) throw projectNotFound()
    const unread = await countUnreadLeads(tx, actor.organizationId, [id])
    return { project, unreadCount: unread.get(id) ?? 0 }
  })
}
