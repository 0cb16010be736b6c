import type { LeadFilter as LeadFilterShape } from '@leadlight/contract/leads'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { wordQuery } from './search-words.ts'

/** The list's filters, as a list and a bulk change alike understand them. What is left out does not narrow. */
export type LeadFilter = z.output<typeof LeadFilterShape>

export type Condition = RawBuilder<boolean>

/** The filter as a condition on `lead`, within one project. An empty list narrows to nothing. */
export function leadCondition(organizationId: string, projectId: string, filter: LeadFilter): Condition {
  return allOf([
    sql`lead.organization_id = ${organizationId}`,
    sql`lead.project_id = ${projectId}`,
    // The words of the partial indexes, so that the planner recognises them.
    filter.deleted ? sql`lead.deleted` : sql`not lead.deleted`,
    filter.read !== undefined && (filter.read ? sql`lead.read` : sql`not lead.read`),
    filter.starred !== undefined && (filter.starred ? sql`lead.starred` : sql`not lead.starred`),
    filter.lead_ids && sql`lead.id = any(${filter.lead_ids}::uuid[])`,
    filter.intent_signals && signalCondition(organizationId, filter.intent_signals),
    filter.data_source_filters && channelCondition(filter.data_source_filters),
    filter.date_from !== undefined && sql`lead.posted_at >= ${new Date(filter.date_from)}`,
    filter.date_to !== undefined && sql`lead.posted_at <= ${new Date(filter.date_to)}`,
    isAsked(filter.search_text) && wordCondition(filter.search_text),
  ])
}

function isAsked(searchText: string | undefined): searchText is string {
  return searchText !== undefined && searchText !== ''
}

/** Through the matches, not `lead.signal_ids`, because there an index leads from a rare signal to its leads. */
function signalCondition(organizationId: string, signalIds: readonly string[]): Condition {
  return sql`exists (
    select from lead_match
    where lead_match.organization_id = ${organizationId} and lead_match.lead_id = lead.id
      and lead_match.intent_signal_id = any(${signalIds}::uuid[]))`
}

/**
 * Posts' words are shared and not behind row-level security, which would keep `@@` from its index. The planner chooses:
 * a rare word leads to its posts and from them to the project's leads, a frequent one is looked for lead by lead.
 */
function wordCondition(searchText: string): Condition {
  return sql`exists (
    select from post_words
    where post_words.post_id = lead.post_id and post_words.words @@ ${wordQuery(searchText)})`
}

export function allOf(conditions: readonly (RawBuilder<unknown> | false | undefined)[]): Condition {
  return sql`${sql.join(
    conditions.filter((condition) => condition !== false && condition !== undefined),
    sql` and `,
  )}`
}

/** A channel is named `platform:external_id`, or by its platform alone, which stands for all of the platform. */
function channelCondition(channelIds: readonly string[]): Condition {
  if (channelIds.length === 0) return sql`false`
  const conditions = channelIds.map((channelId) => {
    const colon = channelId.indexOf(':')
    if (colon === -1) return sql`lead.platform = ${channelId}`
    const [platform, externalId] = [channelId.slice(0, colon), channelId.slice(colon + 1)]
    return sql`(lead.platform = ${platform} and lead.community_external_id = ${externalId})`
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

export function channelIdOf(platform: string, externalId: string): string {
  return externalId === '' ? platform : `${platform}:${externalId}`
}
