import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../../platform/db.ts'

/** What follows in higher slices from what happens to an account; filled where the app is put together. */
export interface AccountHooks {
  /** Somebody signed in or proved their address. Runs after that, in transactions of its own. */
  onArrival: (accountId: string) => Promise<void>
  /** Every way into the account ends in `tx`, which sees its organization's rows. */
  onAccessVoided: (tx: Tx, member: { accountId: string; organizationId: string }) => Promise<void>
  /** The account goes with `tx`, which is open in its departure scope. */
  onDeparture: (tx: Tx, leaver: DepartingAccount) => Promise<void>
}

/** Somebody whose account goes. */
export interface DepartingAccount {
  accountId: string
  email: string
  membership: { organizationId: string; role: Role } | undefined
}
