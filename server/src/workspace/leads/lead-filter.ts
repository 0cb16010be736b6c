import type { ProjectIds } from '../../platform/actor.ts'
import type { ColumnValueFilter } from '@leadlight/contract/columns'
import type { LeadFilter as LeadFilterShape } from '@leadlight/contract/leads'
import { passesText } from '@leadlight/domain/columns'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import {
  allOf,
  conditionsOf,
  datesOf,
  flagOf,
  passesOperator,
  type Condition,
  type Conditions,
} from '../../platform/list-filter.ts'
import { hasStatus } from '../statuses/has-status.ts'
import { isStandIn, readChannelId } from './channel-ids.ts'
import { channelsMeant } from './channel-store.ts'
import { isAtAddress, readAddress } from '../../core/posts/post-address.ts'
import { wordQuery } from '../../core/posts/search-words.ts'
import { originalsOf } from './copy-store.ts'

/** The list's filters, read the same way by the list and bulk changes. An absent filter does not narrow. */
export type LeadFilter = z.output<typeof LeadFilterShape>

/**
 * The condition of each filter on `lead`. An empty list of choices lets nothing through; an empty list of smart
 * columns, everything.
 */
export const LEAD_CONDITIONS: Conditions<typeof LEAD_FILTERS, ProjectIds> = {
  statuses: (statuses) => hasStatus(sql`lead.status_config_id`, statuses),
  signals: matchesSignal,
  channels: isOfChannel,
  read: flagOf(sql`lead.read`),
  starred: flagOf(sql`lead.starred`),
  hasNotes: (isNoted, ids) => flagOf(hasNotes(ids))(isNoted),
  // Worded as in the partial indexes, so that the planner recognises them.
  deleted: flagOf(sql`lead.deleted`),
  text: (searchText, ids) => (searchText === '' ? undefined : holdsText(searchText, ids)),
  ...datesOf(sql`lead.posted_at`),
  leadIds: (ids) => sql`lead.id = any(${ids}::uuid[])`,
  githubStates: (states) => sql`lead.github_issue_state = any(${states}::text[])`,
  columns: (columns, ids) => (columns.length === 0 ? undefined : allOf(columns.map((one) => columnSays(one, ids)))),
}

/** The filter as a condition on `lead`, within one project; deleted leads only where asked for. */
export function leadCondition(organizationId: string, projectId: string, filter: LeadFilter): Condition {
  const given = { ...filter, deleted: filter.deleted ?? false }
  return allOf([
    sql`lead.organization_id = ${organizationId}`,
    sql`lead.project_id = ${projectId}`,
    ...conditionsOf(LEAD_FILTERS, LEAD_CONDITIONS, given, { organizationId, projectId }),
  ])
}

function hasNotes({ organizationId }: ProjectIds): Condition {
  return sql`exists (
    select from lead_note where lead_note.organization_id = ${organizationId} and lead_note.lead_id = lead.id)`
}

/** Goes through the matches instead of `lead.signal_ids`, where an index leads from a rare signal to its leads. */
function matchesSignal(signalIds: readonly string[], { organizationId }: ProjectIds): Condition {
  return sql`exists (
    select from lead_match
    where lead_match.organization_id = ${organizationId} and lead_match.lead_id = lead.id
      and lead_match.intent_signal_id = any(${signalIds}::uuid[]))`
}

/**
 * What a smart column says of a lead, as `passesText` decides. A lead without a value reads as empty text. So an
 * operator that empty text passes is reversed: no value may fail it.
 */
function columnSays(filter: ColumnValueFilter, { organizationId }: ProjectIds): Condition {
  const answers = (condition: RawBuilder<unknown>) => sql`
    select smart_column_value.lead_id from smart_column_value
    where smart_column_value.organization_id = ${organizationId} and smart_column_value.column_id = ${filter.column_id}
      and smart_column_value.state = 'done' and ${condition}`
  const isAmong = (condition: RawBuilder<unknown>) => sql<boolean>`lead.id in (${answers(condition)})`
  if ('bool_value' in filter) return isAmong(sql`smart_column_value.bool_value = ${filter.bool_value}`)
  const { operator, text_value = '' } = filter
  const isEmptyPassing = passesText(null, operator, text_value)
  // Without `coalesce` an index finds the text's leads.
  const isIndexed = operator === 'equals' && !isEmptyPassing
  if (isIndexed) return isAmong(passesOperator(sql`smart_column_value.folded_text`, operator, text_value))
  const passes = passesOperator(sql`coalesce(smart_column_value.folded_text, '')`, operator, text_value)
  // Behind row-level security the planner cannot estimate how many texts contain another, and would go lead by lead.
  // This form makes it gather the column's values once.
  return isEmptyPassing ? sql`(${isAmong(sql`not ${passes}`)}) is not true` : sql`(${isAmong(passes)}) is true`
}

/** A post has the words. Of an address it may be the post, or a copy of it, as well as quote it. */
function holdsText(searchText: string, ids: ProjectIds): Condition {
  const address = readAddress(searchText)
  if (address === undefined) return holdsWords(searchText)
  return sql`(${isAtAddress(sql`lead.url`, address)} or lead.post_id in (${originalsOf(address, ids)})
    or ${holdsWords(searchText)})`
}

/**
 * Posts' words are shared and not behind row-level security, which would keep `@@` from its index. So the planner can
 * choose: a rare word leads to its posts and their leads, a frequent one is checked lead by lead.
 */
function holdsWords(searchText: string): Condition {
  return sql`exists (
    select from post_words_view post_words
    where post_words.post_id = lead.post_id and post_words.words @@ ${wordQuery(searchText)})`
}

/** The leads of these channels; a platform's name stands for all of it. */
function isOfChannel(channelIds: readonly string[], { organizationId, projectId }: ProjectIds): Condition {
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
