import type { Answer } from './answer.ts'
import { answerLocally } from './answer-locally.ts'
import { askModel } from './ask-model.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import type { Column } from '../columns/columns.ts'
import type { ReadLead } from '../leads/column-values.ts'

export interface Answered {
  /** By lead. Those that are missing were not asked and wait on. */
  answers: ReadonlyMap<string, Answer>
  /** Whether the configured model cannot be had at all. */
  isModelAway: boolean
}

/** Answers a column's question for some leads: by the configured model, or else by what can be told without one. */
export async function answerLeads(
  deps: Pick<ColumnDependencies, 'languageModel' | 'judge' | 'clock'>,
  column: Pick<Column, 'prompt' | 'type'>,
  leads: readonly ReadLead[],
  signal: AbortSignal,
): Promise<Answered> {
  const { languageModel } = deps
  if (languageModel) return askModel({ languageModel, clock: deps.clock }, column, leads, signal)
  return { answers: await answerLocally(deps, column, leads), isModelAway: false }
}
