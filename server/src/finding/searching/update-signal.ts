import type { IntentSignal } from '@leadlight/contract/signals'
import { toCredits, toMillicredits, type Millicredits } from '@leadlight/domain/credits'
import { NO_PLAN_EDITS, type PlanEdits } from '@leadlight/domain/signal-plans'
import { isSameBrief, type Brief } from '@leadlight/engine/plan/brief'
import { judgingPrice, mostForOne } from '../matching/judging-price.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { requireSearchable } from '../matching/require-searchable.ts'
import { quoteReanalysis } from '../matching/quote-reanalysis.ts'
import { startSearch } from '../matching/start-search.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { invalidPart, type AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { alreadyExists } from './create-signal.ts'
import { describeSignal } from './describe-signals.ts'
import { noteAnswers } from '../learning/note-answers.ts'
import { judgeAnswers, type GivenAnswer } from './judge-answers.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { requireIntent, requireIntentKind, signalNotFound } from '../../core/signals/require-signal.ts'
import { hasWording, lockWordings, selectSignals, type SignalRow, updateSignalRow } from '../../core/signals/signals.ts'

/** The parts of a brief to change. Undefined leaves a part as it is, and null resets it to the plan as read. */
export interface BriefChange {
  intentSignal: string
  notInterested: string | undefined
  planEdits: PlanEdits | null | undefined
}

export interface SignalChange extends BriefChange {
  id: string
  projectId: string
  searchDays: number | undefined
  /** In credits; null or undefined means as many as the balance holds. */
  searchBudget: number | null | undefined
  doReanalyze: boolean
  reanalyzeOver: 'judged' | 'backtested'
  /** In credits: the quote the caller saw for judging again. */
  reanalysisBudget: number | undefined
  /** What was answered to its preview's questions. */
  answers: readonly GivenAnswer[]
}

/**
 * Rewords a signal, or changes what is not wanted, its plan, or how it searches. A new brief is a new revision without
 * judged posts. With `doReanalyze`, the posts judged before, or those of the backtest, are judged again at once, for at
 * most the quoted price. Answers to its preview's questions are learned from before that.
 */
export async function updateSignal(
  deps: SearchingDependencies,
  actor: Actor,
  change: SignalChange,
): Promise<IntentSignal> {
  const { organizationId, userId } = actor
  const answers = await judgeAnswers(deps, actor, change, (tx) => briefToJudgeBy(tx, actor, change))
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await requireIntent(tx, actor, change)
    await lockWordings(tx, former.projectId)
    if (await hasWording(tx, organizationId, { ...change, exceptId: former.id })) throw alreadyExists()
    const brief = searchableBrief(former, change)
    const signal = {
      ...former,
      ...brief,
      revision: !isSameBrief(former, brief) || change.doReanalyze ? former.revision + 1 : former.revision,
      searchDays: change.searchDays ?? former.searchDays,
      searchBudget: newBudget(change.searchBudget, former.searchBudget),
    }
    await updateSignalRow(tx, organizationId, signal)
    await noteAnswers(tx, deps, { organizationId, signalId: signal.id, userId, ...answers })
    if (change.doReanalyze) await reanalyze(tx, deps, actor, { signal, change })
    return describeSignal(tx, deps, organizationId, signal)
  })
}

/** Reads the signal without locking it: a lock would be told as a change of its own. */
async function briefToJudgeBy(tx: Tx, actor: Actor, change: SignalChange): Promise<Brief> {
  await requireProject(tx, actor, change.projectId)
  const signals = await selectSignals(tx, actor.organizationId, change.projectId)
  const former = signals.find(({ id }) => id === change.id)
  if (!former) throw signalNotFound()
  requireIntentKind(former)
  return searchableBrief(former, change)
}

/** Refuses words that cannot be searched for, unless they were there before. */
function searchableBrief(former: Brief, change: BriefChange): Brief {
  const brief = changedBrief(former, change)
  if (!isSameBrief(former, brief)) requireSearchable(brief, 'body.intent_signal')
  return brief
}

export function changedBrief(former: Brief, change: BriefChange): Brief {
  const { intentSignal, notInterested = former.notInterested, planEdits = former.planEdits } = change
  return { kind: former.kind, intentSignal, notInterested, planEdits: planEdits ?? NO_PLAN_EDITS }
}

async function reanalyze(
  tx: Tx,
  deps: SearchingDependencies,
  actor: Actor,
  { signal, change }: { signal: SignalRow; change: SignalChange },
): Promise<void> {
  const over = change.reanalyzeOver === 'backtested' ? ('stored' as const) : ('judged' as const)
  const budget = mostForOne(judgingPrice(deps)) === 0 ? signal.searchBudget : await mostToSpend()
  await startSearch(tx, deps, actor, { ...signal, signalId: signal.id, days: signal.searchDays, budget, over })

  async function mostToSpend(): Promise<Millicredits> {
    const told = change.reanalysisBudget
    if (over === 'stored') {
      if (told === undefined) throw budgetMissing()
      return Math.min(toMillicredits(told), signal.searchBudget ?? Infinity)
    }
    const asked = { organizationId: actor.organizationId, signalId: signal.id, budget: signal.searchBudget }
    const { price } = await quoteReanalysis(tx, deps, asked)
    return Math.min(price, toMillicredits(told ?? toCredits(price)))
  }
}

function newBudget(given: number | null | undefined, former: number | null): number | null {
  if (given === undefined) return former
  return given === null ? null : toMillicredits(given)
}

function budgetMissing(): AppError {
  const detail =
    'Say with reanalysis_budget what judging the backtested posts may cost: the backtest tells what it would.'
  return invalidPart('body.reanalysis_budget', 'reanalysis_budget_missing', detail)
}
