import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../../platform/db.ts'

/** What higher slices do when something happens to an account; filled in where the app is composed. */
export interface AccountHooks {
  /** Somebody signed in or proved their address. Runs afterwards, in its own transactions. */
  onArrival: (accountId: string) => Promise<void>
  /** Every way into the account ends in `tx`, which sees its organization's rows. */
  onAccessVoided: (tx: Tx, member: { accountId: string; organizationId: string }) => Promise<void>
  /** The account is deleted in `tx`, which is open in its departure scope. */
  onDeparture: (tx: Tx, leaver: DepartingAccount) => Promise<void>
}

/** Somebody whose account is deleted. */
export interface DepartingAccount {
  accountId: string
  email: string
  membership: { organizationId: string; role: Role } | undefined
}
