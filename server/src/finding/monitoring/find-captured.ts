import { measuredShare, type MeasuredShare } from '@leadlight/domain/quality'
import type { Tx } from '../../platform/db.ts'
import { sumDrawn, type Drawn } from './draw-store.ts'

/** A window that is read late, or again after a failure, has met its posts by then. What is newer would only tell of those met. */
export const SETTLED_AFTER_MS = 6 * 60 * 60_000

/** The posts that were drawn at random at one place or several; see `findDrawn`. */
export type DrawnPosts = Drawn

/** What was drawn in that time at the places where the project listens now, settled draws alone, by place. */
export function findDrawn(
  tx: Tx,
  organizationId: string,
  { projectId, from, to, now }: { projectId: string; from: Date; to: Date; now: Date },
): Promise<DrawnPosts[]> {
  const settled = new Date(Math.min(to.getTime(), now.getTime() - SETTLED_AFTER_MS))
  return sumDrawn(tx, organizationId, { projectId, from, to: settled })
}

/**
 * The share of the drawn posts that listening had met; null where none is settled. A draw's posts are of the same
 * minutes, so they may be missed together: as far as they were, they count as fewer, and the interval is wider.
 */
export function capturedShare(places: readonly DrawnPosts[]): (MeasuredShare & { drawn: number }) | null {
  const total = (count: (place: DrawnPosts) => number) => places.reduce((sum, one) => sum + count(one), 0)
  const [met, draws] = [total((one) => one.met), total((one) => one.draws)]
  const drawn = met + total((one) => one.missed)
  if (drawn === 0) return null
  const share = met / drawn
  const apart = drawn * share * (1 - share)
  const together =
    total((one) => one.metMet) - 2 * share * total((one) => one.metPosts) + share ** 2 * total((one) => one.postsPosts)
  const alike = apart === 0 || draws < 2 ? 1 : Math.max(1, (together / apart) * (draws / (draws - 1)))
  return { drawn, ...measuredShare(met / alike, drawn / alike) }
}
