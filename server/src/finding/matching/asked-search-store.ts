import type { SearchState } from '@leadlight/domain/signals'
import type { SearchOrigin } from '@leadlight/engine/reach/reach'
import { sql } from 'kysely'
import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'
import type { LegQuery, LegState } from './leg-store.ts'

/** A search's own numbers, and what is known of the posts it held before. */
export interface AskingSearch {
  searchId: string
  searchState: SearchState
  searchSeen: number
  searchJudged: number
  searchKept: number
  held: number
  heldJudged: number
  heldKept: number
  /** Whether what the search saw is still known, with what brought each post. */
  isKnown: boolean
}

export interface AskedRow {
  platform: string
  source: string | null
  query: LegQuery
  origin: SearchOrigin
  state: LegState
  pages: number
  brought: number
  fresh: number
  hits: number | null
  error: string | null
  judged: number
  kept: number
}

/**
 * The signal's newest search over channels and what it asked, in order, at most `limit`; undefined where there was
 * none. A post counts for what brought it first, so that all that is fresh, with what was held, sums to the search's
 * `seen`. What was judged and kept includes posts judged before by the same words, as they stand.
 */
export async function selectAskedSearches(
  tx: Tx,
  { organizationId, signalId }: OfSignal,
  limit: number,
): Promise<{ search: AskingSearch; asked: AskedRow[] } | undefined> {
  const { rows } = await sql<AskingSearch & (AskedRow | { platform: null })>`
    with newest as (
      select * from search
      where organization_id = ${organizationId} and intent_signal_id = ${signalId} and over = 'channels'
      order by created_at desc, id desc limit 1
    ), verdict as (
      select candidate.leg,
        count(*)::integer as judged,
        count(*) filter (where judgement.kept)::integer as kept
      from newest
      join search_candidate candidate on candidate.search_id = newest.id and candidate.state = 'judged'
      join judgement_view judgement on judgement.organization_id = newest.organization_id
        and judgement.intent_signal_id = newest.intent_signal_id and judgement.post_id = candidate.post_id
        and judgement.revision >= newest.revision
      group by candidate.leg
    )
    select newest.id as "searchId", newest.state as "searchState", newest.seen as "searchSeen",
      newest.judged + newest.judged_before as "searchJudged", newest.kept as "searchKept", coalesce(newest.archived, 0) as held,
      coalesce(before.judged, 0) as "heldJudged", coalesce(before.kept, 0) as "heldKept",
      newest.seen = 0 or (newest.archived is not null
        and exists (select from search_candidate candidate where candidate.search_id = newest.id)) as "isKnown",
      leg.platform, leg.source, leg.query, leg.origin, leg.state, leg.pages, leg.seen as brought, leg.fresh, leg.hits,
      leg.error, coalesce(verdict.judged, 0) as judged, coalesce(verdict.kept, 0) as kept
    from newest
    left join verdict before on before.leg is null
    left join search_leg leg on leg.organization_id = newest.organization_id and leg.search_id = newest.id
    left join verdict on verdict.leg = leg.position
    order by leg.position limit ${limit}`.execute(tx)
  const [search] = rows
  return search && { search, asked: rows.filter((row) => row.platform !== null) }
}
