import type { PartlyJudged } from '@leadlight/domain/forecast'
import { isSameBrief, type Brief } from '@leadlight/engine/plan/brief'
import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { selectSearches, type SearchRow } from './search-store.ts'

const SEARCHES_LOOKED_AT = 50
/** An older search says little of the coming week. */
const AGE_MAX_MS = 14 * 24 * 60 * 60 * 1000

/** What one question of a search brought, of all that the platform says it has. */
export interface AskedHits {
  seen: number
  /** Null where the platform says nothing, or where posts were held before. */
  hits: number | null
  judged: number
  kept: number
}

/**
 * What the newest search for the same words tells of posts that it never fetched; undefined where there was none lately.
 */
export async function hitsOfSearch(
  tx: Tx,
  { organizationId, projectId, brief, now }: ProjectIds & { brief: Brief; now: Date },
): Promise<(PartlyJudged & { days: number }) | undefined> {
  const newest = await selectSearches(tx, organizationId, { projectId, limit: SEARCHES_LOOKED_AT })
  const search = newest.find(
    ({ state, over, ...own }) => state === 'done' && over === 'channels' && isSameBrief(own, brief),
  )
  if (!search || now.getTime() - search.until.getTime() > AGE_MAX_MS) return undefined
  return { ...allHits(await selectHits(tx, search)), days: search.days }
}

/**
 * A question answers with its newest posts first, so those fetched are a fair part of its hits: a lead among a tenth of
 * them stands for ten. A count below what was fetched, or none, is taken as no more than that.
 */
export function allHits(asked: readonly AskedHits[]): PartlyJudged {
  const judged = asked.reduce((sum, one) => sum + one.judged, 0)
  const kept = asked.reduce((sum, one) => sum + one.kept, 0)
  const standsFor = ({ hits, seen }: AskedHits) => Math.max(1, (hits ?? 0) / Math.max(1, seen))
  const leads = asked.reduce((sum, one) => sum + one.kept * standsFor(one), 0)
  return { posts: kept === 0 ? judged : (judged * leads) / kept, judged, kept }
}

/** What narrower questions have besides was counted by the wider one that they follow. */
const IS_WIDE = sql`leg.origin <> 'community' and not leg.query ? 'inTitle' and leg.query->>'text' not like '% %'`

async function selectHits(tx: Tx, { organizationId, id, signalId }: SearchRow): Promise<AskedHits[]> {
  const { rows } = await sql<AskedHits>`
    select coalesce(leg.seen, 0) as seen, case when ${IS_WIDE} then leg.hits end as hits, count(*)::integer as judged,
      (count(*) filter (where verdict.kept))::integer as kept
    from search_candidate candidate
      join judgement_view verdict on verdict.organization_id = candidate.organization_id
        and verdict.intent_signal_id = ${signalId} and verdict.post_id = candidate.post_id
      left join search_leg leg on leg.search_id = candidate.search_id and leg.position = candidate.leg
    where candidate.organization_id = ${organizationId} and candidate.search_id = ${id} and candidate.state = 'judged'
    group by leg.position, leg.seen, leg.hits, leg.query, leg.origin`.execute(tx)
  return rows
}
