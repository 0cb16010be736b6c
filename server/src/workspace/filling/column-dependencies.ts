import type { Millicredits } from '@leadlight/domain/credits'
import type { LanguageModel } from '../../ai/language-model.ts'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'

/** What it takes to start filling a column. */
export interface QueueDependencies {
  clock: Clock
  newId: NewId
  jobs: Jobs
}

export interface ColumnDependencies extends QueueDependencies {
  db: Db
  log: Log
  ledger: LedgerDependencies
  judge: Judge
  /** Undefined where the installation has none; the built-in model then answers what it can. */
  languageModel: LanguageModel | undefined
  valuePrice: Millicredits
  /** Named points between the steps of filling; tests stop a run there. */
  checkpoint: (name: string) => Promise<void>
}
