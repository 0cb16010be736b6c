import type { Actor } from '../../platform/actor.ts'

/** Who brings posts in, as the history of their leads and the ledger tell it. */
export interface Bringer {
  /** Null where nobody does in person. */
  actor: Actor | null
  /** For what is charged. */
  what: string
  /** By a post's id at its place. */
  summaryOf: (externalId: string) => string
}
