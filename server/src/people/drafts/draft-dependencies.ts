import type { Millicredits } from '@leadlight/domain/credits'
import type { LanguageModel } from '../../ai/language-model.ts'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'

export interface DraftDependencies {
  db: Db
  clock: Clock
  random: Random
  newId: NewId
  log: Log
  jobs: Jobs
  ledger: LedgerDependencies
  /** Undefined for the built-in composer. */
  languageModel: LanguageModel | undefined
  /** The price of a draft by a model. The built-in composer's drafts are free. */
  draftPrice: Millicredits
  /** Aborted when the server stops, so that unfinished drafts end instead of delaying it. */
  stopping: AbortSignal
}
