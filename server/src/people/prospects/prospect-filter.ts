import type { ProjectIds } from '../../platform/actor.ts'
import type { CompanyFilter, PersonFilter } from '@leadlight/contract/prospects'
import { COMPANY_FILTERS, PERSON_FILTERS, type TextAsked } from '@leadlight/domain/filters'
import { sql, type RawBuilder } from 'kysely'
import {
  allOf,
  conditionsOf,
  datesOf,
  flagOf,
  passesOperator,
  type Condition,
  type Conditions,
} from '../../platform/list-filter.ts'
import { hasStatus } from '../../workspace/statuses/has-status.ts'

export type ProspectKind = 'person' | 'company'

/** The filters of both lists, shared by the list, bulk changes and exports. */
export interface FilterOf {
  person: PersonFilter
  company: CompanyFilter
}

export const PERSON_CONDITIONS: Conditions<typeof PERSON_FILTERS, ProjectIds> = {
  ...conditionsOn('person'),
  title: (asked) => passesAsked(sql`person.title_folded`, asked),
  companyName: (asked) => passesAsked(sql`person.company_folded`, asked),
}

export const COMPANY_CONDITIONS: Conditions<typeof COMPANY_FILTERS, ProjectIds> = {
  ...conditionsOn('company'),
  industry: (asked) => passesAsked(sql`company.industry_folded`, asked),
  companyName: (asked) => passesAsked(sql`company.name_folded`, asked),
}

/** The filters that both lists share, on the table of the kind. */
function conditionsOn(kind: ProspectKind) {
  const at = (column: string) => sql.ref(`${kind}.${column}`)
  return {
    statuses: (statuses) => hasStatus(at('status_config_id'), statuses),
    platforms: (platforms, ids) => isOnPlatform(kind, ids, platforms),
    signals: (signalIds, { organizationId }) => matchesSignal(kind, organizationId, signalIds),
    location: (asked) => passesAsked(at('location_folded'), asked),
    deleted: flagOf(at('deleted')),
    text: (searchText) => {
      const words = wordsOf(searchText)
      return words.length === 0 ? undefined : allOf(words.map((word) => sql`strpos(${at('search')}, ${word}) > 0`))
    },
    ...datesOf(at('last_posted_at')),
  } satisfies Partial<Conditions<typeof PERSON_FILTERS & typeof COMPANY_FILTERS, ProjectIds>>
}

/** The filter as a condition on the table of its kind, within one project; deleted rows only if asked for. */
export function prospectCondition<Kind extends ProspectKind>(
  kind: Kind,
  ids: ProjectIds,
  filter: FilterOf[Kind],
): Condition {
  const given = { ...filter, deleted: filter.deleted ?? false }
  return allOf([
    ofTenant(kind, ids.organizationId),
    sql`${sql.ref(`${kind}.project_id`)} = ${ids.projectId}`,
    ...(kind === 'person'
      ? conditionsOf(PERSON_FILTERS, PERSON_CONDITIONS, given, ids)
      : conditionsOf(COMPANY_FILTERS, COMPANY_CONDITIONS, given, ids)),
  ])
}

/** The tenant comparison, spelled out for each table. */
export function ofTenant(kind: ProspectKind, organizationId: string): Condition {
  return kind === 'person'
    ? sql`person.organization_id = ${organizationId}`
    : sql`company.organization_id = ${organizationId}`
}

/** The named rows of the project. */
export function namedCondition(kind: ProspectKind, place: ProjectIds, ids: readonly string[]): Condition {
  const at = (column: string) => sql.ref(`${kind}.${column}`)
  return allOf([
    ofTenant(kind, place.organizationId),
    sql`${at('project_id')} = ${place.projectId}`,
    sql`${at('id')} = any(${ids}::uuid[])`,
  ])
}

/** The words of a search, each of which must occur. */
export function wordsOf(searchText: string): string[] {
  return [...new Set(searchText.toLowerCase().split(/\s+/u))].filter((word) => word !== '')
}

/** Stored texts are folded. An operator that takes a text and has none does not narrow. */
function passesAsked(
  value: RawBuilder<unknown>,
  { text = '', operator = 'contains' }: TextAsked,
): Condition | undefined {
  const isWithout = text.trim() === '' && operator !== 'empty' && operator !== 'not_empty'
  return isWithout ? undefined : passesOperator(value, operator, text)
}

/** The accounts of a row: a person's own, or those of a company's people. */
function accountsOf(kind: ProspectKind, organizationId: string): RawBuilder<unknown> {
  return kind === 'person'
    ? sql`person_profile profile where profile.organization_id = ${organizationId} and profile.person_id = person.id`
    : sql`company_member join person_profile profile
        on profile.organization_id = ${organizationId} and profile.id = company_member.profile_id
      where company_member.organization_id = ${organizationId} and company_member.company_id = company.id`
}

/** By the accounts, because their index leads from a rare platform to its people. */
function isOnPlatform(
  kind: ProspectKind,
  { organizationId, projectId }: ProjectIds,
  platforms: readonly string[],
): Condition {
  return sql`exists (select from ${accountsOf(kind, organizationId)}
    and profile.project_id = ${projectId} and profile.platform = any(${platforms}::text[]))`
}

/**
 * By the matches of their leads: a signal removed from a lead is removed from its author too. From the matches to the
 * rows, one look-up after the other, and into one set that is asked for each row: `offset 0` and `is true` keep it so.
 * Where an organization has more rows than the planner counted last, it would join everything with everything instead.
 */
function matchesSignal(kind: ProspectKind, organizationId: string, signalIds: readonly string[]): Condition {
  const owner =
    kind === 'person'
      ? sql`select profile.person_id as id from person_profile profile
          where profile.organization_id = ${organizationId} and profile.id = written.profile_id`
      : sql`select company_member.company_id as id from company_member
          where company_member.organization_id = ${organizationId} and company_member.profile_id = written.profile_id`
  return sql`(${sql.ref(`${kind}.id`)} in (
    select owner.id from (
      select lead_match.lead_id from lead_match_view lead_match
      where lead_match.organization_id = ${organizationId} and lead_match.intent_signal_id = any(${signalIds}::uuid[])
      offset 0
    ) matched
    cross join lateral (
      select lead.profile_id from lead_view lead
      where lead.organization_id = ${organizationId} and lead.id = matched.lead_id offset 0
    ) written
    cross join lateral (${owner} offset 0) owner)) is true`
}
