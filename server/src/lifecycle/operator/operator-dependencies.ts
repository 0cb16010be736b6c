import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Random } from '../../platform/random.ts'
import type { GivenSecrets } from '../../platform/secret-key.ts'

export interface OperatorDependencies {
  db: Db
  newId: NewId
  ledger: LedgerDependencies
  random: Random
  /** As configured, and how long a sign-in lasts. */
  secrets: GivenSecrets & { sessionDays: number }
  /** Needs the installation's secret. */
  openSuppression: () => Promise<Suppression>
  superAdminEmails: readonly string[]
}
