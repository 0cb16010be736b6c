import { sql, type RawBuilder } from 'kysely'
import { allOf, channelCondition, leadCondition, statusCondition, type LeadFilter } from './lead-filter.ts'

/** A filter whose choices are counted. */
type Facet = 'status' | 'channel' | 'signal' | 'issue_state' | 'read' | 'starred'

export interface FacetCount {
  facet: Facet
  /** The choice: an id, a word, or of a channel its platform; null for what has none. */
  choice: string | null
  /** Of a channel its id on the platform. */
  community: string | null
  count: string | number
}

/**
 * For each choice of each filter, how many leads pass all the other filters. The project's leads are read once and brought
 * together by what can be chosen; the rest is counted from those few groups.
 */
export function facetCounts(organizationId: string, projectId: string, filter: LeadFilter): RawBuilder<FacetCount> {
  const { status_config_id, data_source_filters, intent_signals, github_issue_states, read, starred, ...rest } = filter
  const conditions: Record<Facet, RawBuilder<boolean> | false | undefined> = {
    status: status_config_id && statusCondition(status_config_id),
    channel: data_source_filters && channelCondition(organizationId, projectId, data_source_filters),
    signal: intent_signals && sql`lead.signal_ids && ${intent_signals}::uuid[]`,
    issue_state: github_issue_states && sql`lead.github_issue_state = any(${github_issue_states}::text[])`,
    read: read !== undefined && sql`lead.read = ${read}`,
    starred: starred !== undefined && sql`lead.starred = ${starred}`,
  }
  const count = (facet: Facet, choice: RawBuilder<unknown>, more: RawBuilder<unknown> = sql`null`) => {
    const others = Object.entries(conditions).map(([name, condition]) => name !== facet && condition)
    return sql`
      select ${facet}::text as facet, ${choice}::text as choice, ${more}::text as community, sum(leads) as count
      from combination lead where ${allOf([sql`true`, ...others])} group by 2, 3`
  }
  const counts = [
    count('status', sql`lead.status_config_id`),
    count('channel', sql`lead.platform`, sql`lead.community_external_id`),
    count('signal', sql`unnest(lead.signal_ids)`),
    count('issue_state', sql`lead.github_issue_state`),
    count('read', sql`lead.read`),
    count('starred', sql`lead.starred`),
  ]
  const columns = sql`lead.status_config_id, lead.platform, lead.community_external_id, lead.github_issue_state, lead.read,
    lead.starred, lead.signal_ids`
  return sql<FacetCount>`
    with combination as materialized (
      select ${columns}, count(*) as leads from lead where ${leadCondition(organizationId, projectId, rest)}
      group by ${columns}
    )
    ${sql.join(counts, sql` union all `)}`
}
