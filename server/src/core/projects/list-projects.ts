import { dayAfter, dayIn, daysBetween, dayStarts } from '@leadlight/domain/days'
import { DAYS_ON_A_CARD } from '@leadlight/domain/projects'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { CountedProject } from './get-project.ts'
import type { ProjectHooks } from './project-hooks.ts'
import { listProjectsOf } from './project-store.ts'

/** A project in the list; if a time zone was given, with how many leads it found on each of the last days. */
export interface ListedProject extends CountedProject {
  leadsByDay?: number[]
}

/** The projects the actor may see, oldest first; few enough to list without pages. */
export function listProjects(
  {
    db,
    clock,
    countUnreadLeads,
    countFoundLeads,
  }: Pick<ProjectHooks, 'countUnreadLeads' | 'countFoundLeads'> & { db: Db; clock: Clock },
  actor: Actor,
  timeZone?: string,
): Promise<ListedProject[]> {
  requirePermission(actor, 'project.read')
  const reachable = actor.projectIds === 'all' ? 'all' : [...actor.projectIds]
  const starts = timeZone === undefined ? null : startsOfLastDays(timeZone, clock.now())
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const projects = await listProjectsOf(tx, actor.organizationId, reachable)
    const ids = projects.map((project) => project.id)
    const unread = await countUnreadLeads(tx, actor.organizationId, ids)
    const found = starts && (await countFoundLeads(tx, actor.organizationId, ids, starts))
    return projects.map((project) => ({
      project,
      unreadCount: unread.get(project.id) ?? 0,
      ...(found && { leadsByDay: found.get(project.id) ?? Array.from({ length: DAYS_ON_A_CARD }, () => 0) }),
    }))
  })
}

function startsOfLastDays(timeZone: string, now: Date): Date[] {
  const today = dayIn(timeZone, now)
  return dayStarts(timeZone, daysBetween(dayAfter(today, 1 - DAYS_ON_A_CARD), today))
}
