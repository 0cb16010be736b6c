import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { answerLeads, type Answered } from './answer-leads.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { lockColumn, updateColumn, type Column } from '../columns/columns.ts'
import { announceColumn } from './describe-columns.ts'
import { endFilling } from './end-filling.ts'
import { settleReservation } from '../../core/billing/ledger.ts'
import { batchKey, reserveValues, releaseBatch } from './reserve-values.ts'
import { queueSomeLeads } from './start-filling.ts'
import {
  hasReservedValues,
  saveValues,
  selectReservedLeads,
  type NewValue,
  type ReadLead,
} from '../leads/column-values.ts'

const MODEL_AWAY =
  'The configured model does not answer. Analyse the column again once it does; nothing was charged for it.'
const TOLD_EVERY_MS = 1_000

export interface FillRun {
  organizationId: string
  columnId: string
  run: string
  signal: AbortSignal
  /** Asked between steps: whether another organization's column waits for a slot this one should free. */
  mustMakeRoom: () => Promise<boolean>
  /** Called when a step is written that the next run can resume from. */
  progressed: () => Promise<void>
}

type Step = { kind: 'over' } | { kind: 'next' } | { kind: 'answer'; column: Column; leads: ReadLead[] }

/**
 * Fills a column to its end, in batches. The next step is read from the database, and each write checks in its
 * transaction that the run is still the column's and the batch still reserved. So a run may die anywhere and another
 * take over, with the same values and charges. False where it made room for another.
 */
export async function fillColumn(deps: ColumnDependencies, run: FillRun): Promise<boolean> {
  const news = createNews(deps)
  for (;;) {
    run.signal.throwIfAborted()
    const step = await inRun(deps, run, (tx, column) => takeStep(tx, deps, column, news))
    if (!step || step.kind === 'over') return true
    if (step.kind === 'answer') {
      await deps.checkpoint('held')
      const answered = await answerLeads(deps, step.column, step.leads, run.signal)
      await deps.checkpoint('answered')
      await inRun(deps, run, (tx, column) => saveAnswers(tx, deps, { column, asked: step.column, answered, news }))
      await deps.checkpoint('saved')
    }
    await run.progressed()
    if (await run.mustMakeRoom()) return false
  }
}

/** Works on the column in a transaction, as long as this run is the one filling it. */
function inRun<T>(
  deps: ColumnDependencies,
  { organizationId, columnId, run }: FillRun,
  work: (tx: Tx, column: Column) => Promise<T>,
): Promise<T | undefined> {
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const column = await lockColumn(tx, organizationId, { id: columnId })
    return column?.run === run ? work(tx, column) : undefined
  })
}

async function takeStep(tx: Tx, deps: ColumnDependencies, column: Column, news: News): Promise<Step> {
  if (await hasReservedValues(tx, column)) return answerStep(tx, column)
  if (column.queuedTo !== null) {
    await queueSomeLeads(tx, column)
    return { kind: 'next' }
  }
  // Where a batch's leads are all gone, its reservation must still be released.
  await releaseBatch(tx, deps, column)
  const held = await reserveValues(tx, deps, column)
  if (held.kind === 'held') return answerStep(tx, held.column)
  const ended = await endFilling(tx, deps, column, held.kind === 'unpaid' ? held.why : null)
  await news.tell(tx, ended, { isLast: true })
  return { kind: 'over' }
}

async function answerStep(tx: Tx, column: Column): Promise<Step> {
  return { kind: 'answer', column, leads: await selectReservedLeads(tx, column) }
}

async function saveAnswers(
  tx: Tx,
  deps: ColumnDependencies,
  { column, asked, answered, news }: { column: Column; asked: Column; answered: Answered; news: News },
): Promise<void> {
  // The column was re-analysed or stopped meanwhile and the batch released: these answers are void.
  if (column.batches !== asked.batches || column.revision !== asked.revision) return
  if (!(await hasReservedValues(tx, column))) return
  const values = [...answered.answers].map(([leadId, answer]) => toValue(leadId, answer))
  const done = await saveValues(tx, column, values, deps.clock.now())
  await settleReservation(tx, deps.ledger, column.organizationId, {
    key: batchKey(column),
    used: deps.valuePrice * done,
  })
  if (!answered.isModelAway) return news.tell(tx, column, { isLast: false })
  await news.tell(tx, await updateColumn(tx, column, { run: null, paused: MODEL_AWAY }), { isLast: true })
}

function toValue(
  leadId: string,
  answer: Answered['answers'] extends ReadonlyMap<string, infer A> ? A : never,
): NewValue {
  const { state, why } = answer
  const value = answer.state === 'done' ? answer.value : null
  return {
    leadId,
    state,
    why,
    boolValue: typeof value === 'boolean' ? value : null,
    textValue: typeof value === 'string' ? value : null,
  }
}

interface News {
  tell(tx: Tx, column: Column, which: { isLast: boolean }): Promise<void>
}

/** Emits a run's progress to the project, at most about once a second, and always its end. */
function createNews({ clock }: ColumnDependencies): News {
  let toldAt = -Infinity
  return {
    async tell(tx, column, { isLast }) {
      const now = clock.now()
      if (!isLast && now.getTime() - toldAt < TOLD_EVERY_MS) return
      toldAt = now.getTime()
      await announceColumn(tx, column, now)
    },
  }
}
