import type { IntentSignal } from '@leadlight/contract/signals'
import { toMillicredits } from '@leadlight/domain/credits'
import { SEARCH_DAYS_DEFAULT, SIGNALS_PER_PROJECT_MAX } from '@leadlight/domain/signals'
import type { Brief } from '@leadlight/engine/plan/brief'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { NEVER_AUDITED } from '../audits/describe-audits.ts'
import { describeTeaching } from '../opinions/describe-teaching.ts'
import { requireSearchable } from '../matching/require-searchable.ts'
import { NEVER_MONITORED } from '../monitoring/describe-monitoring.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { Tx } from '../../platform/db.ts'
import { listAnswers } from '../learning/list-answers.ts'
import { noteAnswers } from '../learning/note-answers.ts'
import { judgeAnswers, type GivenAnswer } from './judge-answers.ts'
import { presentSignal } from './present-signal.ts'
import {
  insertSignal,
  lockWordings,
  selectSignals,
  type NewSignal,
  type SignalRow,
} from '../../core/signals/signals.ts'

export interface SignalDraft extends Brief {
  projectId: string
  searchDays: number | undefined
  /** In credits; null or undefined means as many as the balance holds. */
  searchBudget: number | null | undefined
  /** What was answered to its preview's questions. */
  answers: readonly GivenAnswer[]
}

/**
 * Saves a signal that can be searched for, and teaches it the answers to its preview's questions. Its search is started
 * separately, by `run_search`.
 */
export async function createSignal(
  deps: SearchingDependencies,
  actor: Actor,
  draft: SignalDraft,
): Promise<IntentSignal> {
  const { organizationId, userId } = actor
  const check = async (tx: Tx) => {
    await requireProject(tx, actor, draft.projectId)
    requireSearchable(draft, 'body.intent_signal')
    return draft
  }
  const answers = await judgeAnswers(deps, actor, draft, check)
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await check(tx)
    const saved = await addSignal(tx, deps, organizationId, {
      projectId: draft.projectId,
      kind: draft.kind,
      intentSignal: draft.intentSignal,
      notInterested: draft.notInterested,
      planEdits: draft.planEdits,
      searchDays: draft.searchDays ?? SEARCH_DAYS_DEFAULT,
      searchBudget: draft.searchBudget == null ? null : toMillicredits(draft.searchBudget),
    })
    const signalId = saved.id
    await noteAnswers(tx, deps, { organizationId, signalId, userId, ...answers })
    const kept = (await listAnswers(tx, organizationId, [signalId])).get(signalId) ?? []
    const teaching = (await describeTeaching(tx, deps, organizationId, [saved])).get(signalId) ?? null
    return presentSignal(saved, { ...NEW, teaching, answers: kept })
  })
}

/**
 * Adds a signal to a project in the caller's transaction. Throws `conflict` where the project has as many as it may, or
 * one with these words.
 */
export async function addSignal(
  tx: Tx,
  { clock, newId }: Pick<SearchingDependencies, 'clock' | 'newId'>,
  organizationId: string,
  draft: Omit<NewSignal, 'id'>,
): Promise<SignalRow> {
  await lockWordings(tx, draft.projectId)
  const existing = await selectSignals(tx, organizationId, draft.projectId)
  if (existing.length >= SIGNALS_PER_PROJECT_MAX) {
    const detail = `A project has at most ${SIGNALS_PER_PROJECT_MAX} signals. Delete one that you no longer need.`
    throw new AppError('conflict', 'signal_limit_reached', detail)
  }
  const signal = { ...draft, id: newId() }
  nameTarget({ id: signal.id })
  const saved = await insertSignal(tx, organizationId, signal, clock.now())
  if (!saved) throw alreadyExists()
  return saved
}

const NEW = { monitoring: NEVER_MONITORED, leads: 0, lastSearch: null, quality: null, audit: NEVER_AUDITED }

export function alreadyExists(): AppError {
  return new AppError('conflict', 'signal_already_exists', 'This project already has a signal with these words.')
}
