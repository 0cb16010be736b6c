import type { Seen } from './watch.ts'
import type { Fixture } from './fixture.ts'

/** What a fault did to those who used the product meanwhile. */
export interface Finding {
  /** Every call of theirs. */
  seen: readonly Seen[]
  /** What was acknowledged, found or charged and is gone; a line each. */
  lost: readonly string[]
  /** What happened twice. */
  doubled: readonly string[]
  /** Milliseconds from the end of the fault until all goes on as before; null where nothing stopped. */
  recoveredMs: number | null
  /** Other promises that were broken, a sentence each. */
  broken?: readonly string[]
  /** What else is worth knowing, for the table. */
  note?: string
}

export interface Fault<Place = Fixture> {
  /** For `--only`. */
  name: string
  /** What is done to the product. */
  does: string
  /** The longest recovery that passes. */
  boundMs: number
  /** Whether calls may end without any answer, because their server is what dies. */
  isServerGone?: boolean
  run(place: Place): Promise<Finding>
}
