import type { Draft } from '@leadlight/contract/drafts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'

/** What higher slices know of a person; filled in where the app is composed. */
export interface ProspectHooks {
  /** The direct message to a person, if there is one. */
  describePersonDraft: (tx: Tx, organizationId: string, personId: string) => Promise<Draft | null>
}

export interface ProspectDependencies extends ProspectHooks {
  db: Db
  clock: Clock
  newId: NewId
}
