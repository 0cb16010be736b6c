import { requireProject } from '../../core/projects/require-project.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findThemesJob } from './theme-jobs.ts'
import type { ThemeDependencies } from './theme-dependencies.ts'
import { postponeRun } from './theme-store.ts'

const HOUR_MS = 60 * 60_000

/** Has a project's themes found now, without waiting for its week to be over. Asking again meanwhile changes nothing. */
export async function refreshThemes(
  { db, clock, jobs }: Pick<ThemeDependencies, 'db' | 'clock' | 'jobs'>,
  actor: Actor,
  projectId: string,
): Promise<void> {
  const { organizationId } = actor
  const ids = { organizationId, projectId }
  const now = clock.now()
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await postponeRun(tx, ids, { dueAt: new Date(now.getTime() + HOUR_MS), askedAt: now })
    await jobs.enqueue(tx, findThemesJob, ids, { key: projectId })
  })
}
