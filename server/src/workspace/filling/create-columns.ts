import { toMillicredits } from '@leadlight/domain/credits'
import type { LanguageModel } from '../../ai/language-model.ts'
import type { Config } from '../../platform/config.ts'
import type { ColumnDependencies } from './column-dependencies.ts'

/** Builds an installation's smart columns: answered and charged for with its model, or free without one. */
export function createColumns(
  config: Config,
  parts: Omit<ColumnDependencies, 'languageModel' | 'valuePrice'>,
  languageModel: LanguageModel | undefined,
): ColumnDependencies {
  const { db, jobs, clock, newId, log, ledger, judge, checkpoint } = parts
  const valuePrice = languageModel ? toMillicredits(config.billing.columnValuePrice) : 0
  return { db, jobs, clock, newId, log, ledger, judge, checkpoint, languageModel, valuePrice }
}
