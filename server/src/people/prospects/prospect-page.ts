import type { ProjectIds } from '../../platform/actor.ts'
import type { FactSource } from '@leadlight/domain/prospects'
import { sql, type RawBuilder } from 'kysely'
import type { ListPosition, SortValue } from '../../platform/list-cursor.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { countBeside, inOrder, pageOf } from '../../platform/list-order.ts'
import { ofTenant, type ProspectKind } from './prospect-filter.ts'
import { prospectSegments, type ProspectSort } from './prospect-order.ts'

const PROFILES_LISTED_MAX = 10

/** A stored value with where and when it was read. */
export interface Shown {
  value: string
  source: FactSource
  source_url: string | null
  seen_at: string
}

interface CommonRow {
  id: string
  project_id: string
  fields: Record<string, Shown>
  name: string
  platforms: string[]
  posts: number
  last_posted_at: Date
  status_config_id: string | null
  deleted: boolean
  created_at: Date
  intent_signals: { id: string; intent_signal: string }[]
}

export interface ProfileRow {
  id: string
  platform: string
  handle: string
  name: string
  url: string | null
  posts: number
}

export interface PersonRow extends CommonRow {
  company: { id: string; name: string } | null
  profiles: ProfileRow[]
}

export interface CompanyRow extends CommonRow {
  people: number
}

export interface RowOf {
  person: PersonRow
  company: CompanyRow
}

export type PageRow<Kind extends ProspectKind> = RowOf[Kind] & {
  sort_value: Date | SortValue
  /** Comes with the first row, so that a list costs one statement. */
  page_count: string | number | null
}

export interface ProspectPageRequest {
  sortBy: ProspectSort
  sortOrder: 'asc' | 'desc'
  after: ListPosition | undefined
  skip: number
  limit: number
  /** If given, all rows that pass are counted up to this, unless the page has them all. */
  countMax: number | undefined
}

const COLUMNS: Record<ProspectKind, readonly string[]> = {
  person: [
    'id',
    'project_id',
    'fields',
    'name',
    'platforms',
    'posts',
    'last_posted_at',
    'status_config_id',
    'deleted',
    'created_at',
  ],
  company: [
    'id',
    'project_id',
    'fields',
    'name',
    'platforms',
    'people',
    'posts',
    'last_posted_at',
    'status_config_id',
    'deleted',
    'created_at',
  ],
}

/**
 * One page in the order asked for; rows with the same value are in the order of their ids, so that no page repeats one.
 */
export function prospectPage<Kind extends ProspectKind>(
  kind: Kind,
  ids: ProjectIds,
  { condition, ...request }: ProspectPageRequest & { condition: Condition },
): RawBuilder<PageRow<Kind>> {
  const columns = sql.join(COLUMNS[kind].map((column) => sql.ref(`${kind}.${column}`)))
  const segments = prospectSegments(kind, ids, { ...request, condition })
  return sql<PageRow<Kind>>`
    with ${pageOf(segments, columns, request)}, placed as (
      select page.*, row_number() over (order by ${inOrder('page', request.sortOrder)}) as place from page
    )
    select placed.*, ${besides(kind, ids, 'placed')},
      case when place = 1 then ${countBeside({ table: kind, condition }, request)} end as page_count
    from placed order by place`
}

/** One row, deleted or not. */
export function prospectById<Kind extends ProspectKind>(
  kind: Kind,
  ids: ProjectIds,
  id: string,
): RawBuilder<RowOf[Kind]> {
  return prospectsByIds(kind, ids, [id])
}

/** The named rows of the project, in that order. */
export function prospectsByIds<Kind extends ProspectKind>(
  kind: Kind,
  place: ProjectIds,
  ids: readonly string[],
): RawBuilder<RowOf[Kind]> {
  const columns = sql.join(COLUMNS[kind].map((column) => sql.ref(`${kind}.${column}`)))
  return sql<RowOf[Kind]>`
    select ${columns}, ${besides(kind, place, kind)}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join ${sql.table(kind)} on ${ofTenant(kind, place.organizationId)}
      and ${sql.ref(`${kind}.id`)} = wanted.id
    where ${sql.ref(`${kind}.project_id`)} = ${place.projectId} order by wanted.place`
}

/** What the row itself does not contain. */
function besides(kind: ProspectKind, ids: ProjectIds, table: string): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`)
  const { organizationId } = ids
  if (kind === 'company') return signalsOf(kind, organizationId, id)
  return sql`${signalsOf(kind, organizationId, id)}, ${profilesOf(organizationId, id)}, (
    select jsonb_build_object('id', company.id, 'name', company.name)
    from person_profile profile
    join company_member on company_member.organization_id = ${organizationId} and company_member.profile_id = profile.id
    join company on company.organization_id = ${organizationId} and company.id = company_member.company_id
    where profile.organization_id = ${organizationId} and profile.person_id = ${id}
    order by company_member.seen_at desc, company.id limit 1
  ) as company`
}

/** A person's accounts, those with the latest posts first. */
function profilesOf(organizationId: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', own.id, 'platform', own.platform, 'handle', own.handle, 'name', own.name,
      'url', own.url, 'posts', own.posts) order by own.last_posted_at desc nulls last, own.id)
    from (
      select profile.*, said.posts, said.last_posted_at from person_profile profile cross join lateral (
        select count(*)::integer as posts, max(lead.posted_at) as last_posted_at from lead_view lead
        where lead.organization_id = ${organizationId} and lead.profile_id = profile.id
      ) said
      where profile.organization_id = ${organizationId} and profile.person_id = ${id}
      order by said.last_posted_at desc nulls last, profile.id limit ${PROFILES_LISTED_MAX}
    ) own
  ), '[]') as profiles`
}

/**
 * From the accounts to their leads, and on to the signals, one look-up after the other. `offset 0` keeps it so: where an
 * organization has more rows than the planner counted last, it would join everything with everything instead.
 */
function signalsOf(kind: ProspectKind, organizationId: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const profiles =
    kind === 'person'
      ? sql`select profile.id as profile_id from person_profile profile
          where profile.organization_id = ${organizationId} and profile.person_id = ${id}`
      : sql`select company_member.profile_id from company_member
          where company_member.organization_id = ${organizationId} and company_member.company_id = ${id}`
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', intent_signal.id, 'intent_signal', intent_signal.intent_signal)
      order by intent_signal.id)
    from (
      select distinct matched.intent_signal_id as id from (${profiles} offset 0) own
      cross join lateral (
        select lead.id from lead_view lead
        where lead.organization_id = ${organizationId} and lead.profile_id = own.profile_id offset 0
      ) written
      cross join lateral (
        select lead_match.intent_signal_id from lead_match_view lead_match
        where lead_match.organization_id = ${organizationId} and lead_match.lead_id = written.id offset 0
      ) matched
    ) wanted
    cross join lateral (
      select signal.id, signal.intent_signal from intent_signal_view signal
      where signal.organization_id = ${organizationId} and signal.id = wanted.id offset 0
    ) intent_signal
  ), '[]') as intent_signals`
}
