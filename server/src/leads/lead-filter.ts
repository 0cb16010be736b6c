import type { ColumnValueFilter } from '@leadlight/contract/columns'
import type { LeadFilter as LeadFilterShape } from '@leadlight/contract/leads'
import { passesText, type TextOperator } from '@leadlight/domain/columns'
import { NO_STATUS } from '@leadlight/domain/leads'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { isStandIn, readChannelId } from './channel-ids.ts'
import { channelsMeant } from './channel-store.ts'
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
    filter.status_config_id && statusCondition(filter.status_config_id),
    filter.github_issue_states && sql`lead.github_issue_state = any(${filter.github_issue_states}::text[])`,
    ...(filter.smart_column_values ?? []).map((column) => columnCondition(organizationId, column)),
    filter.intent_signals && signalCondition(organizationId, filter.intent_signals),
    filter.data_source_filters && channelCondition(organizationId, projectId, filter.data_source_filters),
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

export function statusCondition(statuses: readonly string[]): Condition {
  const named = sql<boolean>`lead.status_config_id = any(${statuses.filter((id) => id !== NO_STATUS)}::uuid[])`
  return statuses.includes(NO_STATUS) ? sql`(${named} or lead.status_config_id is null)` : named
}

/**
 * What a smart column says of a lead, as `passesText` decides. A lead without a value reads as the empty text, so what the
 * empty text passes is asked the other way round: that there is no value which fails.
 */
function columnCondition(organizationId: string, filter: ColumnValueFilter): Condition {
  const answers = (condition: RawBuilder<unknown>) => sql`
    select smart_column_value.lead_id from smart_column_value
    where smart_column_value.organization_id = ${organizationId} and smart_column_value.column_id = ${filter.column_id}
      and smart_column_value.state = 'done' and ${condition}`
  const isAmong = (condition: RawBuilder<unknown>) => sql<boolean>`lead.id in (${answers(condition)})`
  if ('bool_value' in filter) return isAmong(sql`smart_column_value.bool_value = ${filter.bool_value}`)
  const { operator, text_value = '' } = filter
  const sought = sql`${text_value.trim().toLowerCase()}::text`
  const isEmptyPassing = passesText(null, operator, text_value)
  if (operator === 'equals' && !isEmptyPassing) return isAmong(sql`smart_column_value.folded_text = ${sought}`)
  const passes = textCondition(operator, sought)
  // Behind row-level security the planner cannot know how many texts hold another, and would go through the leads one by
  // one. Told so, it gathers the column's answers once.
  return isEmptyPassing ? sql`(${isAmong(sql`not ${passes}`)}) is not true` : sql`(${isAmong(passes)}) is true`
}

function textCondition(operator: TextOperator, sought: RawBuilder<unknown>): RawBuilder<unknown> {
  const value = sql`coalesce(smart_column_value.folded_text, '')`
  const conditions: Record<TextOperator, RawBuilder<unknown>> = {
    contains: sql`(strpos(${value}, ${sought}) > 0)`,
    not_contains: sql`(strpos(${value}, ${sought}) = 0)`,
    equals: sql`(${value} = ${sought})`,
    not_equals: sql`(${value} <> ${sought})`,
    empty: sql`(${value} = '')`,
    not_empty: sql`(${value} <> '')`,
  }
  return conditions[operator]
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

/** The leads of these channels; a platform's name stands for all of it. */
export function channelCondition(organizationId: string, projectId: string, channelIds: readonly string[]): Condition {
  if (channelIds.length === 0) return sql`false`
  const conditions = channelIds.map((channelId) => {
    const { platform, externalId } = readChannelId(channelId)
    if (externalId === null) return sql`lead.platform = ${platform}`
    if (!isStandIn(externalId)) {
      return sql`(lead.platform = ${platform} and lead.community_external_id = ${externalId})`
    }
    const meant = channelsMeant(organizationId, projectId, { platform, standIn: externalId })
    return sql`(lead.platform = ${platform} and lead.community_external_id = any(array(${meant})))`
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}
