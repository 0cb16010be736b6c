import type { PostOrigin } from '../../core/posts/post-origin.ts'
import type { Tx } from '../../platform/db.ts'
import { originOf } from '../sources/origin-of.ts'
import type { KeyHolder } from './key-holder.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectProjectsOf, type WatchRow } from './watch-store.ts'

const PROJECTS_AT_ONCE = 1_000

/** For whom a watch reads: everybody, the one whose key it uses, or all who listen to the address now. */
export async function findWatchOrigin(
  tx: Tx,
  { platformSources }: Pick<MonitoringDependencies, 'platformSources'>,
  { watch, keyHolder }: { watch: Pick<WatchRow, 'id' | 'platform' | 'keyProjectId'>; keyHolder: KeyHolder },
): Promise<PostOrigin> {
  const usesOwnKey = watch.keyProjectId !== null
  const holders = keyHolder ? [keyHolder] : []
  const origin = originOf(platformSources, { platform: watch.platform, usesOwnKey, projects: holders })
  if (origin === 'everybody' || usesOwnKey) return origin
  const projects = []
  for (;;) {
    const after = projects.at(-1)?.projectId
    const page = await selectProjectsOf(tx, watch.id, { after, limit: PROJECTS_AT_ONCE })
    projects.push(...page)
    if (page.length < PROJECTS_AT_ONCE) return projects
  }
}
