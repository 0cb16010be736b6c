import { sql } from 'kysely'
import type { ENRICHMENT_STATES } from '@leadlight/contract/identity'
import type { Tx } from '../../platform/db.ts'

export type FetchState = (typeof ENRICHMENT_STATES)[number]

export interface FetchRow {
  profileId: string
  platform: string
  state: FetchState
  lookedAt: Date | null
  nextAt: Date | null
  error: string | null
}

/** When a person's accounts were last read. */
export async function selectFetches(tx: Tx, organizationId: string, personId: string): Promise<FetchRow[]> {
  const { rows } = await sql<FetchRow>`
    select profile.id as "profileId", profile.platform, profile_look.state, profile_look.looked_at as "lookedAt",
      profile_look.next_at as "nextAt", profile_look.error
    from person_profile_view profile join profile_look
      on profile_look.organization_id = ${organizationId} and profile_look.profile_id = profile.id
    where profile.organization_id = ${organizationId} and profile.person_id = ${personId}
    order by profile.created_at, profile.id`.execute(tx)
  return rows
}

export interface DueFetch {
  organizationId: string
  profileId: string
}

/**
 * The accounts that are due over all organizations, the longest waiting first. A project waits once its reads since an
 * instant reach `perProject`; accounts on platforms that offer no profiles do not count. In the scheduler's scope.
 */
export async function selectDueFetches(
  tx: Tx,
  { now, since, perProject, limit }: { now: Date; since: Date; perProject: number; limit: number },
): Promise<DueFetch[]> {
  const { rows } = await sql<DueFetch>`
    with tired as materialized (
      select organization_id, project_id from profile_look where looked_at > ${since} and state <> 'not_offered'
      group by organization_id, project_id having count(*) >= ${perProject}
    )
    select organization_id as "organizationId", profile_id as "profileId" from profile_look look
    where next_at <= ${now} and not exists (
      select from tired where tired.organization_id = look.organization_id and tired.project_id = look.project_id)
    order by next_at, profile_id limit ${limit}`.execute(tx)
  return rows
}

export interface AccountToFetch {
  projectId: string
  platform: string
  handle: string
  externalId: string
  failures: number
}

/** The account if it is due: another may have read it since somebody saw it wait. */
export async function findAccountDue(
  tx: Tx,
  organizationId: string,
  { profileId, now }: { profileId: string; now: Date },
): Promise<AccountToFetch | undefined> {
  const { rows } = await sql<AccountToFetch>`
    select profile.project_id as "projectId", profile.platform, profile.handle, profile.external_id as "externalId",
      look.failures
    from person_profile_view profile join profile_look look
      on look.organization_id = ${organizationId} and look.profile_id = profile.id
    where profile.organization_id = ${organizationId} and profile.id = ${profileId}
      and look.next_at <= ${now}`.execute(tx)
  return rows[0]
}

export interface Fetch {
  state: FetchState
  lookedAt: Date
  nextAt: Date | null
  error: string | null
  failures: number
}

/** Stores how a read went. What the profile said before stays if it could not be read. */
export async function saveFetch(tx: Tx, organizationId: string, profileId: string, profileFetch: Fetch): Promise<void> {
  await sql`
    update profile_look set state = ${profileFetch.state}, looked_at = ${profileFetch.lookedAt}, next_at = ${profileFetch.nextAt},
      error = ${profileFetch.error}, failures = ${profileFetch.failures}
    where organization_id = ${organizationId} and profile_id = ${profileId}`.execute(tx)
}

/** Postpones a read that could not take place; the last one's outcome stays. */
export async function postponeFetch(tx: Tx, organizationId: string, profileId: string, nextAt: Date): Promise<void> {
  await sql`
    update profile_look set state = 'waiting', next_at = ${nextAt}
    where organization_id = ${organizationId} and profile_id = ${profileId}`.execute(tx)
}

/** What a profile says besides the facts that are shown. */
export async function setTraces(
  tx: Tx,
  organizationId: string,
  profileId: string,
  traces: { links: string[]; verifiedLinks: string[]; avatarHash: string | null },
): Promise<void> {
  await sql`
    update profile_look set links = ${traces.links}::text[], verified_links = ${traces.verifiedLinks}::text[],
      avatar_hash = ${traces.avatarHash}
    where organization_id = ${organizationId} and profile_id = ${profileId}`.execute(tx)
}

/** How many of a project's accounts were read since an instant, as `selectDueFetches` counts them. */
export async function countFetches(
  tx: Tx,
  organizationId: string,
  { projectId, since }: { projectId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from profile_look
    where organization_id = ${organizationId} and project_id = ${projectId} and looked_at > ${since}
      and state <> 'not_offered'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Makes a person's accounts due, except those read since an instant. Returns which. */
export async function requestFetches(
  tx: Tx,
  organizationId: string,
  { personId, now, readSince }: { personId: string; now: Date; readSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update profile_look look set state = 'waiting', next_at = ${now}
    from person_profile_view profile
    where profile.organization_id = ${organizationId} and profile.person_id = ${personId}
      and look.organization_id = ${organizationId} and look.profile_id = profile.id and look.state <> 'not_offered'
      and (look.state <> 'done' or look.looked_at <= ${readSince})
    returning profile.id`.execute(tx)
  return rows.map(({ id }) => id)
}
