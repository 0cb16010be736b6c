import type { SearchQuery } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'

export interface NewLeg {
  platform: string
  source: string | null
  query: SearchQuery & { postsMax: number }
}

/** Adds the legs of a new search, in the order they run. */
export async function insertLegs(
  tx: Tx,
  organizationId: string,
  searchId: string,
  legs: readonly NewLeg[],
): Promise<void> {
  if (legs.length === 0) return
  await tx
    .insertInto('search_leg')
    .values(
      legs.map((leg, position) => ({
        organization_id: organizationId,
        search_id: searchId,
        position,
        platform: leg.platform,
        source: leg.source,
        query: JSON.stringify(leg.query),
        state: 'waiting' as const,
        pages: 0,
        seen: 0,
        fresh: 0,
        attempts: 0,
      })),
    )
    .execute()
}
