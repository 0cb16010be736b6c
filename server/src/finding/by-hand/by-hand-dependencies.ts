import type { Millicredits } from '@leadlight/domain/credits'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Reader } from '../opinions/create-reader.ts'

/** What bringing posts in by hand needs. */
export interface ByHandDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  newId: NewId
  ledger: LedgerDependencies
  embedder: Embedder
  judge: Judge
  /** What judging one post for one signal costs an organization. */
  judgedPostPrice: Millicredits
  /** The configured large model; undefined where there is none. */
  reader: Reader | undefined
  suppression: Suppression
}
