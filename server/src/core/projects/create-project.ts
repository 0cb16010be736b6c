import { defaultProjectName, WRITING_DEFAULT } from '@leadlight/domain/projects'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Outbound } from '../../platform/outbound.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { ProjectHooks } from './project-hooks.ts'
import { requireRoomForProject } from './project-limit.ts'
import { insertProject, type Project } from './project-store.ts'
import { normalizeWebsite } from './website.ts'

interface CreateDependencies extends Pick<ProjectHooks, 'onProjectCreated'> {
  db: Db
  clock: Clock
  newId: NewId
  checkAddress: Outbound['check']
}

export async function createProject(
  { db, clock, newId, checkAddress, onProjectCreated }: CreateDependencies,
  actor: Actor,
  wanted: { name?: string | undefined; website?: string | undefined },
): Promise<Project> {
  requirePermission(actor, 'project.create')
  const website = normalizeWebsite(wanted.website ?? null, checkAddress)
  const now = clock.now()
  const project: Project = {
    id: newId(),
    organizationId: actor.organizationId,
    name: wanted.name ?? defaultProjectName(website),
    website,
    businessName: null,
    businessDescription: null,
    purpose: null,
    writing: WRITING_DEFAULT,
    createdAt: now,
    updatedAt: now,
  }
  nameTarget({ id: project.id })
  await db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireRoomForProject(tx, actor.organizationId)
    await insertProject(tx, actor.organizationId, project)
    await onProjectCreated(tx, actor.organizationId, { projectId: project.id, accountId: actor.userId })
  })
  return project
}
