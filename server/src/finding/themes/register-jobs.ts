import { schedulerScope } from '../../platform/scopes.ts'
import { createKeptThread } from '../../platform/kept-thread.ts'
import { findProjectThemes, type GroupingDependencies } from './find-project-themes.ts'
import type { ThemeDependencies } from './theme-dependencies.ts'
import { findThemesJob, sweepThemesJob } from './theme-jobs.ts'
import { selectDueProjects } from './theme-store.ts'

const SWEEP_EVERY_MS = 5 * 60_000
const PROJECTS_AT_ONCE = 50

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerThemeJobs(given: ThemeDependencies): void {
  const { jobs } = given
  const deps: GroupingDependencies = {
    ...given,
    group: createKeptThread(new URL('./theme-worker.ts', import.meta.url), 'themes'),
  }
  jobs.work(findThemesJob, (ids, { signal }) => findProjectThemes(deps, ids, signal))
  jobs.every(sweepThemesJob, SWEEP_EVERY_MS)
  jobs.work(sweepThemesJob, () => sweepThemes(deps))
}

/** Has the themes of all projects found that are due. */
export async function sweepThemes({
  db,
  clock,
  jobs,
}: Pick<ThemeDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await db.transaction(schedulerScope(), async (tx) => {
    for (const ids of await selectDueProjects(tx, clock.now(), PROJECTS_AT_ONCE)) {
      await jobs.enqueue(tx, findThemesJob, ids, { key: ids.projectId })
    }
  })
}
