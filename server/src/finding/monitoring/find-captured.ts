import { measuredShare, type MeasuredShare } from '@leadlight/domain/quality'
import type { Tx } from '../../platform/db.ts'
import { sumDrawn, type Drawn } from './draw-store.ts'

/** The posts that were drawn at random at one place or several; see `findDrawn`. */
export type DrawnPosts = Drawn

/** What was drawn since then at the places where the project listens now, settled draws alone, by place. */
export function findDrawn(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; from: Date },
): Promise<DrawnPosts[]> {
  return sumDrawn(tx, organizationId, request)
}

/** The share of the drawn posts that listening had met; null where none is settled. */
export function capturedShare(places: readonly DrawnPosts[]): (MeasuredShare & { drawn: number }) | null {
  const met = places.reduce((sum, one) => sum + one.met, 0)
  const drawn = places.reduce((sum, one) => sum + one.met + one.missed, 0)
  return drawn === 0 ? null : { drawn, ...measuredShare(met, drawn) }
}
