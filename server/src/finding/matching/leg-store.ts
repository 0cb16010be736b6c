import { sql, type JSONColumnType } from 'kysely'
import type { SearchOrigin } from '@leadlight/engine/reach/reach'
import type { SearchQuery } from '../../channels/channel.ts'
import type { Row, Tx } from '../../platform/db.ts'
import type { SearchRow } from './search-store.ts'

export type LegState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'search_leg.query': JSONColumnType<LegQuery>
    'search_leg.origin': SearchOrigin
    'search_leg.state': LegState
  }
}

export type LegRow = Row<'search_leg'>

/** `text` is the question as one writes it; legs of earlier versions have none. */
export type LegQuery = SearchQuery & { text?: string; postsMax: number }

export interface NewLeg {
  platform: string
  source: string | null
  origin: SearchOrigin
  query: LegQuery
}

export async function selectLegs(tx: Tx, organizationId: string, searchIds: readonly string[]): Promise<LegRow[]> {
  if (searchIds.length === 0) return []
  return tx
    .selectFrom('search_leg')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('search_id', 'in', searchIds)
    .orderBy('search_id')
    .orderBy('position')
    .execute()
}

/** Adds a question to a search, to be asked next. */
export async function insertLeg(tx: Tx, search: SearchRow, position: number, leg: NewLeg): Promise<LegRow> {
  return tx
    .insertInto('search_leg')
    .values({
      organization_id: search.organizationId,
      search_id: search.id,
      position,
      platform: leg.platform,
      source: leg.source,
      origin: leg.origin,
      query: JSON.stringify(leg.query),
      state: 'running',
      pages: 0,
      seen: 0,
      fresh: 0,
      attempts: 0,
      is_cut: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateLeg(
  tx: Tx,
  leg: LegRow,
  change: Partial<
    Pick<
      LegRow,
      'state' | 'cursor' | 'pages' | 'seen' | 'fresh' | 'attempts' | 'error' | 'hits' | 'is_cut' | 'retry_at'
    >
  >,
): Promise<void> {
  await tx
    .updateTable('search_leg')
    .set(change)
    .where('organization_id', '=', leg.organization_id)
    .where('search_id', '=', leg.search_id)
    .where('position', '=', leg.position)
    .execute()
}

/** Ends every leg that is still open. */
export async function endLegs(tx: Tx, search: SearchRow, state: 'done' | 'stopped' | 'failed'): Promise<void> {
  await sql`
    update search_leg set state = ${state}
    where organization_id = ${search.organizationId} and search_id = ${search.id} and state in ('waiting', 'running')
  `.execute(tx)
}
