import type { ProjectIds } from '../../platform/actor.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { findBriefs } from '../../core/signals/signals.ts'
import { findKeysSet } from '../sources/find-keys-set.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import { projectSources } from '../sources/project-sources.ts'
import { selectMonitors } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { planWatches } from './plan-watches.ts'
import { firstPollsApart } from './poll-times.ts'
import { deleteStale, selectStale } from './stale-store.ts'
import { callWithNewKey, setWatches } from './watch-store.ts'

type ListeningDependencies = Pick<
  MonitoringDependencies,
  'db' | 'clock' | 'newId' | 'platformSources' | 'streamed' | 'canListenTo' | 'takesWords'
>

const STALE_AT_ONCE = 200

/** Updates what a project listens to, from its sources and monitored signals; nothing where none is monitored. */
export async function refreshListening(deps: ListeningDependencies, project: ProjectIds): Promise<void> {
  const { organizationId, projectId } = project
  await deps.db.transaction(monitoringScope(organizationId), async (tx) => {
    // Cleared before reading: a change from here on makes the project stale again.
    await deleteStale(tx, project)
    const monitored = (await selectMonitors(tx, organizationId, projectId)).filter(({ enabled }) => enabled)
    const briefs = await findBriefs(tx, organizationId, projectId)
    const platformSources = await projectSources(tx, deps.platformSources, project)
    const off = await findTurnedOff(tx, organizationId, projectId)
    const streamed = deps.streamed.filter((platform) => !off.has(platform))
    const said = monitored.flatMap(({ signalId }) => briefs.get(signalId) ?? [])
    const now = deps.clock.now()
    const { canListenTo, takesWords } = deps
    const wanted = planWatches({ projectId, platformSources, streamed, canListenTo, takesWords }, said)
    await setWatches(
      tx,
      project,
      wanted.map((watch) => ({ ...watch, id: deps.newId(), apartMs: firstPollsApart(deps.platformSources, watch) })),
      now,
    )
    for (const [platform, setAt] of await findKeysSet(tx, organizationId, projectId)) {
      await callWithNewKey(tx, { projectId, platform }, { setAt, now })
    }
  })
}

/** The same for every project whose sources or wordings have changed. */
export async function refreshStaleListening(deps: ListeningDependencies): Promise<void> {
  const stale = await deps.db.transaction(monitoringScope(), (tx) => selectStale(tx, STALE_AT_ONCE))
  await oneByOne(stale, (project) => refreshListening(deps, project))
}
