import type { Judge } from '@leadlight/engine/judge/judge'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Reader } from '../opinions/create-reader.ts'
import type { Checkpoint } from '../../platform/checkpoint.ts'

/** What asking a large model once more needs. */
export interface RereadingDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  newId: NewId
  ledger: LedgerDependencies
  judge: Judge
  /** The configured large model; undefined where there is none. */
  reader: Reader | undefined
  checkpoint: Checkpoint
  suppression: Suppression
}
