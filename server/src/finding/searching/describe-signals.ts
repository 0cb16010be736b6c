import type { ProjectIds } from '../../platform/actor.ts'
import type { IntentSignal } from '@leadlight/contract/signals'
import { listAnswers } from '../learning/list-answers.ts'
import { describeAudits, NEVER_AUDITED } from '../audits/describe-audits.ts'
import { countSignalLeads } from '../../workspace/leads/count-signal-leads.ts'
import { measureQuality } from '../../workspace/leads/measure-quality.ts'
import { lastSearches } from '../matching/describe-search.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { describeMonitoring, NEVER_MONITORED } from '../monitoring/describe-monitoring.ts'
import { describeTeaching } from '../opinions/describe-teaching.ts'
import type { Tx } from '../../platform/db.ts'
import { presentSignal } from './present-signal.ts'
import { selectSignals, type SignalRow } from '../../core/signals/signals.ts'

/** The project's signals as the API shows them, oldest first. */
export async function describeSignals(tx: Tx, deps: SearchingDependencies, ids: ProjectIds): Promise<IntentSignal[]> {
  return describe(tx, deps, ids, await selectSignals(tx, ids.organizationId, ids.projectId))
}

/** One signal, as the caller's transaction sees it. */
export async function describeSignal(
  tx: Tx,
  deps: SearchingDependencies,
  organizationId: string,
  signal: SignalRow,
): Promise<IntentSignal> {
  const [described] = await describe(tx, deps, { organizationId, projectId: signal.projectId }, [signal])
  if (!described) throw new Error(`Signal ${signal.id} could not be described`)
  return described
}

async function describe(
  tx: Tx,
  deps: SearchingDependencies,
  { organizationId, projectId }: ProjectIds,
  signals: readonly SignalRow[],
): Promise<IntentSignal[]> {
  const ids = signals.map((signal) => signal.id)
  const searches = await lastSearches(tx, deps, organizationId, ids)
  const monitorings = await describeMonitoring(tx, deps, { organizationId, projectId }, signals)
  const judged = await measureQuality(tx, organizationId, projectId)
  const audits = await describeAudits(tx, organizationId, { projectId, now: deps.clock.now(), judged })
  const teachings = await describeTeaching(
    tx,
    deps,
    organizationId,
    signals.filter(({ kind }) => kind === 'intent'),
  )
  const leads = await countSignalLeads(tx, { organizationId, projectId }, ids)
  const answers = await listAnswers(tx, organizationId, ids)
  return signals.map((signal) =>
    presentSignal(signal, {
      monitoring: monitorings.get(signal.id) ?? NEVER_MONITORED,
      leads: leads.get(signal.id) ?? 0,
      lastSearch: searches.get(signal.id) ?? null,
      quality: judged.get(signal.id)?.quality ?? null,
      audit: audits.get(signal.id) ?? NEVER_AUDITED,
      teaching: teachings.get(signal.id) ?? null,
      answers: answers.get(signal.id) ?? [],
    }),
  )
}
