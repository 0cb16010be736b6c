import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { LeadHooks } from './lead-hooks.ts'

export interface LeadDependencies {
  db: Db
  clock: Clock
  newId: NewId
}

/** What changing leads takes, with the hooks for other slices. */
export type LeadChangeDependencies = LeadDependencies & LeadHooks
