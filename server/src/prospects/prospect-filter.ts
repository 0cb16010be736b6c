import type { CompanyFilter, PersonFilter } from '@leadlight/contract/prospects'
import { passesText, type TextOperator } from '@leadlight/domain/columns'
import { NO_STATUS } from '@leadlight/domain/leads'
import { sql, type RawBuilder } from 'kysely'
import type { ProspectPlace } from './person-store.ts'

export const PROSPECT_KINDS = ['person', 'company'] as const
export type ProspectKind = (typeof PROSPECT_KINDS)[number]

/** The filters of either list, as the list, a bulk change and an export alike understand them. */
export interface FilterOf {
  person: PersonFilter
  company: CompanyFilter
}

export type Condition = RawBuilder<boolean>

/** The filter as a condition on the table of its kind, within one project. What is left out does not narrow. */
export function prospectCondition<Kind extends ProspectKind>(
  kind: Kind,
  place: ProspectPlace,
  filter: FilterOf[Kind],
): Condition {
  const at = (column: string) => sql.ref(`${kind}.${column}`)
  const { organizationId, projectId } = place
  const conditions = [
    sql`${at('organization_id')} = ${organizationId}`,
    sql`${at('project_id')} = ${projectId}`,
    filter.deleted ? sql`${at('deleted')}` : sql`not ${at('deleted')}`,
    filter.status_config_id && statusCondition(at('status_config_id'), filter.status_config_id),
    filter.platforms && platformCondition(kind, place, filter.platforms),
    filter.intent_signals && signalCondition(kind, organizationId, filter.intent_signals),
    filter.date_from !== undefined && sql`${at('last_posted_at')} >= ${new Date(filter.date_from)}`,
    filter.date_to !== undefined && sql`${at('last_posted_at')} <= ${new Date(filter.date_to)}`,
    ...wordsOf(filter.search_text ?? '').map((word) => sql`strpos(${at('search')}, ${word}) > 0`),
    textCondition(at('location_folded'), filter.location, filter.location_op),
    textCondition(
      at(kind === 'person' ? 'company_folded' : 'name_folded'),
      filter.company_name,
      filter.company_name_op,
    ),
    'person_title' in filter || 'person_title_op' in filter
      ? textCondition(at('title_folded'), filter.person_title, filter.person_title_op)
      : undefined,
    'industry' in filter || 'industry_op' in filter
      ? textCondition(at('industry_folded'), filter.industry, filter.industry_op)
      : undefined,
  ]
  return allOf(conditions)
}

/** Those of the project that are named. */
export function namedCondition(kind: ProspectKind, place: ProspectPlace, ids: readonly string[]): Condition {
  const at = (column: string) => sql.ref(`${kind}.${column}`)
  return allOf([
    sql`${at('organization_id')} = ${place.organizationId}`,
    sql`${at('project_id')} = ${place.projectId}`,
    sql`${at('id')} = any(${ids}::uuid[])`,
  ])
}

/** The words of a search, each of which must stand somewhere. */
export function wordsOf(searchText: string): string[] {
  return [...new Set(searchText.toLowerCase().split(/\s+/u))].filter((word) => word !== '')
}

type Text = RawBuilder<unknown>

const TEXT_CONDITIONS: Record<TextOperator, (value: Text, sought: Text) => Condition> = {
  contains: (value, sought) => sql`(strpos(${value}, ${sought}) > 0)`,
  not_contains: (value, sought) => sql`(strpos(${value}, ${sought}) = 0)`,
  equals: (value, sought) => sql`(${value} = ${sought})`,
  not_equals: (value, sought) => sql`(${value} <> ${sought})`,
  empty: (value) => sql`(${value} = '')`,
  not_empty: (value) => sql`(${value} <> '')`,
}

/**
 * As `passesText` decides; texts are kept folded, and the empty one where there is none. An operator that takes a text
 * and has none does not narrow.
 */
function textCondition(value: Text, typed = '', operator: TextOperator = 'contains'): Condition | undefined {
  const sought = typed.trim().toLowerCase()
  if (sought === '' && operator !== 'empty' && operator !== 'not_empty') return undefined
  return TEXT_CONDITIONS[operator](value, sql`${sought}::text`)
}

/** Whether a text passes, for whoever looks without the database. */
export function passesField(value: string | null, typed = '', operator: TextOperator = 'contains'): boolean {
  if (typed.trim() === '' && operator !== 'empty' && operator !== 'not_empty') return true
  return passesText(value, operator, typed)
}

function statusCondition(status: Text, statuses: readonly string[]): Condition {
  const named = sql<boolean>`${status} = any(${statuses.filter((id) => id !== NO_STATUS)}::uuid[])`
  return statuses.includes(NO_STATUS) ? sql`(${named} or ${status} is null)` : named
}

/** The accounts of one of them: a person's own, a company's people's. */
function accountsOf(kind: ProspectKind, organizationId: string): Text {
  return kind === 'person'
    ? sql`person_profile profile where profile.organization_id = ${organizationId} and profile.person_id = person.id`
    : sql`company_member join person_profile profile
        on profile.organization_id = ${organizationId} and profile.id = company_member.profile_id
      where company_member.organization_id = ${organizationId} and company_member.company_id = company.id`
}

/** Through the accounts, because there an index leads from a rare platform to its people. */
function platformCondition(
  kind: ProspectKind,
  { organizationId, projectId }: ProspectPlace,
  platforms: readonly string[],
): Condition {
  return sql`exists (select from ${accountsOf(kind, organizationId)}
    and profile.project_id = ${projectId} and profile.platform = any(${platforms}::text[]))`
}

/** Through the matches of their leads: a signal that was taken from a lead is taken from its author with it. */
function signalCondition(kind: ProspectKind, organizationId: string, signalIds: readonly string[]): Condition {
  return sql`exists (select from ${accountsOf(kind, organizationId)} and exists (
    select from lead join lead_match
      on lead_match.organization_id = ${organizationId} and lead_match.lead_id = lead.id
    where lead.organization_id = ${organizationId} and lead.profile_id = profile.id
      and lead_match.intent_signal_id = any(${signalIds}::uuid[])))`
}

function allOf(conditions: readonly (RawBuilder<unknown> | false | undefined)[]): Condition {
  return sql`${sql.join(
    conditions.filter((condition) => condition !== false && condition !== undefined),
    sql` and `,
  )}`
}
