import type { ProjectIds } from '../../platform/actor.ts'
import { countedNames, LEAD_FILTERS, type CountedNames } from '@leadlight/domain/filters'
import { sql, type RawBuilder } from 'kysely'
import { allOf, conditionsOf, type Conditions } from '../../platform/list-filter.ts'
import { LEAD_CONDITIONS, leadCondition, type LeadFilter } from './lead-filter.ts'

/** A filter whose choices are counted. */
export type CountedFilter = CountedNames<typeof LEAD_FILTERS>

interface Facet {
  /** The lead's choice. */
  choice: RawBuilder<unknown>
  /** The lead's column behind it, where that is not the choice itself. */
  column?: RawBuilder<unknown>
  /** A channel's id on the platform. */
  community?: RawBuilder<unknown>
}

export interface FacetCount {
  facet: CountedFilter
  /** The choice: an id, a word, or a channel's platform; null for leads without one. */
  choice: string | null
  /** A channel's id on the platform. */
  community: string | null
  count: string | number
}

const FACETS: Record<CountedFilter, Facet> = {
  statuses: { choice: sql`lead.status_config_id` },
  signals: { choice: sql`unnest(lead.signal_ids)`, column: sql`lead.signal_ids` },
  channels: { choice: sql`lead.platform`, community: sql`lead.community_external_id` },
  read: { choice: sql`lead.read` },
  starred: { choice: sql`lead.starred` },
  githubStates: { choice: sql`lead.github_issue_state` },
}

/** Groups of leads have no id to find their matches by. */
const CONDITIONS: Conditions<typeof LEAD_FILTERS, ProjectIds> = {
  ...LEAD_CONDITIONS,
  signals: (signalIds) => sql`lead.signal_ids && ${signalIds}::uuid[]`,
}

/**
 * For each choice of each filter, how many leads pass all the other filters. The project's leads are read once and
 * grouped by their choices; the rest is counted from those few groups.
 */
export function facetCounts(organizationId: string, projectId: string, filter: LeadFilter): RawBuilder<FacetCount> {
  const names = countedNames(LEAD_FILTERS)
  const parameters = new Set<string>(names.map((name) => LEAD_FILTERS[name].parameter))
  const part = (isCounted: boolean) =>
    Object.fromEntries(Object.entries(filter).filter(([parameter]) => parameters.has(parameter) === isCounted))
  const counts = names.map((facet) => {
    const { choice, community = sql`null` } = FACETS[facet]
    const others = { ...part(true), [LEAD_FILTERS[facet].parameter]: undefined }
    const conditions = conditionsOf(LEAD_FILTERS, CONDITIONS, others, { organizationId, projectId })
    return sql`
      select ${facet}::text as facet, ${choice}::text as choice, ${community}::text as community, sum(leads) as count
      from combination lead where ${allOf([sql`true`, ...conditions])} group by 2, 3`
  })
  const columns = sql.join(
    names.flatMap((name) => {
      const { choice, column = choice, community } = FACETS[name]
      return community ? [column, community] : [column]
    }),
  )
  return sql<FacetCount>`
    with combination as materialized (
      select ${columns}, count(*) as leads from lead where ${leadCondition(organizationId, projectId, part(false))}
      group by ${columns}
    )
    ${sql.join(counts, sql` union all `)}`
}
