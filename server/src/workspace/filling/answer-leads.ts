import type { Answer } from './answer.ts'
import { answerLocally } from './answer-locally.ts'
import { askModel } from './ask-model.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import type { Column } from '../columns/columns.ts'
import type { ReadLead } from '../leads/column-values.ts'

export interface Answered {
  /** By lead. Missing leads were not asked about and still wait. */
  answers: ReadonlyMap<string, Answer>
  /** Whether the configured model cannot be reached at all. */
  isModelAway: boolean
}

/**
 * Answers a column's question for some leads: with the configured model, or else with what the built-in one can tell.
 */
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
