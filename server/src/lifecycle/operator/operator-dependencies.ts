import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'

export interface OperatorDependencies {
  db: Db
  newId: NewId
  ledger: LedgerDependencies
  superAdminEmails: readonly string[]
}
