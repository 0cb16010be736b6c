import type { OfSignal } from '../../core/signals/signals.ts'
import { scoreOf } from '@leadlight/domain/scoring'
import { CHANGED_LEADS_MAX } from '@leadlight/contract/changed'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { announce } from '../../core/events/announce.ts'
import { rescoreMatches } from '../../workspace/leads/rescore-matches.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findSignal } from '../../core/signals/signals.ts'
import { addedTo } from './adjust-judgement.ts'
import { deleteLearned, findLearned, saveLearned } from './adjustment-store.ts'
import { fitAdjustment } from './adjustment.ts'
import { selectLabels } from './label-store.ts'

/** The log-odds assumed for a post the judge never saw: a poor fit, as for posts passed over. */
const BASE_UNJUDGED = Math.log(0.05 / 0.95)
const LEADS_AT_ONCE = 500

export interface LearnDependencies {
  db: Db
  clock: Clock
  embedder: Pick<Embedder, 'model'>
}

/**
 * Learns again from all labels of the signal and re-scores its leads, so that taking a label back restores every score
 * exactly. Posts judged meanwhile use the new scores. Emits an event to the project at the end.
 */
export async function learn(deps: LearnDependencies, of: OfSignal): Promise<void> {
  const scope = organizationScope(of.organizationId)
  const isThere = await deps.db.transaction(scope, (tx) => relearn(tx, deps, of))
  if (!isThere) return
  const changed: string[] = []
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const from: string = after
    const batch = await deps.db.transaction(scope, (tx) => rescoreSome(tx, of, from))
    changed.push(...batch.changed)
    after = batch.last
  }
  await deps.db.transaction(scope, (tx) => tell(tx, deps, of, changed))
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Fits the signal's adjustment anew, without re-scoring its leads; false if the signal was deleted. Locks its row, so that whoever records verdicts uses either the old adjustment or the new one throughout.
 */
export async function relearn(
  tx: Tx,
  { clock, embedder }: Pick<LearnDependencies, 'clock' | 'embedder'>,
  of: OfSignal,
): Promise<boolean> {
  const signal = await findSignal(tx, of)
  // Nothing is learned for names: they match or they do not.
  if (!signal || signal.kind === 'name') return false
  const labels = await selectLabels(tx, { ...of, revision: signal.revision, vectorModel: embedder.model })
  const adjustment = fitAdjustment(
    labels.map(({ fits, base, vector }) => ({ fits, base: base ?? BASE_UNJUDGED, vector: unpackVector(vector) })),
  )
  if (!adjustment) await deleteLearned(tx, of)
  else {
    const learned = { adjustment, vectorModel: embedder.model, labels: labels.length }
    await saveLearned(tx, of, { ...learned, now: clock.now() })
  }
  return true
}

async function rescoreSome(
  tx: Tx,
  of: OfSignal,
  after: string,
): Promise<{ changed: string[]; last: string | undefined }> {
  const signal = await findSignal(tx, of)
  if (!signal) return { changed: [], last: undefined }
  const learned = await findLearned(tx, of)
  return rescoreMatches(tx, of, {
    after,
    limit: LEADS_AT_ONCE,
    scoreOf: ({ base, ...post }) => scoreOf(base + addedTo(learned, post)),
  })
}

async function tell(tx: Tx, { clock }: LearnDependencies, of: OfSignal, changed: readonly string[]): Promise<void> {
  const signal = await findSignal(tx, of)
  if (!signal) return
  const leadIds = changed.length > CHANGED_LEADS_MAX ? null : [...changed]
  const payload = { type: 'changed' as const, what: 'leads' as const, lead_ids: leadIds, origin: null }
  await announce(tx, of.organizationId, { projectId: signal.projectId, payload, now: clock.now() })
}
