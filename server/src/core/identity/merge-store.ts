import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { LostRace } from '../../platform/lost-race.ts'

/** What of a person is theirs alone; all else is made anew from accounts and what is known of them. */
export interface OwnOfPerson {
  id: string
  created_at: Date
  last_posted_at: Date
  status_config_id: string | null
  deleted: boolean
}

interface IdentityMergeTable {
  id: string
  organization_id: string
  project_id: string
  person_id: string
  stayed_id: string
  former_id: string
  former_created_at: Date
  former_last_posted_at: Date
  former_status_config_id: string | null
  former_deleted: boolean
  kept_last_posted_at: Date
  kept_status_config_id: string | null
  kept_deleted: boolean
  set_status_config_id: string | null
  set_deleted: boolean
  profile_ids: string[]
  moved_merge_ids: string[]
  former_draft: unknown
  draft_moved_at: Date | null
  proposal_id: string | null
  merged_at: Date
}

declare module '../../platform/db.ts' {
  interface Tables {
    identity_merge: IdentityMergeTable
  }
}

export type MergeRow = IdentityMergeTable

export interface ProjectPlace {
  organizationId: string
  projectId: string
}

/** Those of these people that the project has, held until the transaction ends, in the order of their ids. */
export async function holdPeople(
  tx: Tx,
  { organizationId, projectId }: ProjectPlace,
  ids: readonly string[],
): Promise<OwnOfPerson[]> {
  const { rows } = await sql<OwnOfPerson>`
    select id, created_at, last_posted_at, status_config_id, deleted from person
    where organization_id = ${organizationId} and project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for update`.execute(tx)
  return rows
}

/**
 * The same people with all their accounts, these first: whoever keeps what a profile says, or lets go of an account, has the
 * account before its person. Begins anew where somebody's accounts became others in between.
 */
export async function holdPeopleAndAccounts(
  tx: Tx,
  place: ProjectPlace,
  ids: readonly string[],
): Promise<OwnOfPerson[]> {
  const { rows: held } = await sql<{ id: string }>`
    select id from person_profile where organization_id = ${place.organizationId} and person_id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx)
  const people = await holdPeople(tx, place, ids)
  const { rows: added } = await sql`
    select from person_profile where organization_id = ${place.organizationId} and person_id = any(${ids}::uuid[])
      and id <> all(${held.map(({ id }) => id)}::uuid[]) limit 1`.execute(tx)
  if (added.length > 0) throw new LostRace('A person got another account while it was waited for them.')
  return people
}

/** Puts all accounts of one person under another, and answers which those were. */
export async function moveAccounts(
  tx: Tx,
  organizationId: string,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  const named = only ? sql`and id = any(${only}::uuid[])` : sql``
  const { rows } = await sql<{ id: string }>`
    update person_profile set person_id = ${to}
    where organization_id = ${organizationId} and person_id = ${from} ${named} returning id`.execute(tx)
  return rows.map(({ id }) => id).toSorted()
}

/** Merges into somebody become merges into somebody else. Answers which. */
export async function moveMerges(
  tx: Tx,
  organizationId: string,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  const named = only ? sql`and id = any(${only}::uuid[])` : sql``
  const { rows } = await sql<{ id: string }>`
    update identity_merge set person_id = ${to}
    where organization_id = ${organizationId} and person_id = ${from} ${named} returning id`.execute(tx)
  return rows.map(({ id }) => id).toSorted()
}

export async function deletePerson(tx: Tx, organizationId: string, id: string): Promise<void> {
  await sql`delete from person where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** As empty as a person can be: what shows of them is made anew once they have their accounts. */
export async function insertPerson(
  tx: Tx,
  { organizationId, projectId }: ProjectPlace,
  person: OwnOfPerson,
): Promise<void> {
  await sql`
    insert into person (id, organization_id, project_id, fields, platforms, posts, last_posted_at, status_config_id, deleted,
      created_at, name, search)
    values (${person.id}, ${organizationId}, ${projectId}, '{}', '{}', 0, ${person.last_posted_at},
      ${person.status_config_id}, ${person.deleted}, ${person.created_at}, '', '')`.execute(tx)
}

export async function setOwn(
  tx: Tx,
  organizationId: string,
  { id, last_posted_at, status_config_id, deleted }: Omit<OwnOfPerson, 'created_at'>,
): Promise<void> {
  await sql`
    update person set last_posted_at = ${last_posted_at}, status_config_id = ${status_config_id}, deleted = ${deleted}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

export async function insertMerge(tx: Tx, row: MergeRow): Promise<void> {
  await tx
    .insertInto('identity_merge')
    .values({ ...row, former_draft: row.former_draft === null ? null : JSON.stringify(row.former_draft) })
    .execute()
}

/** A merge of the project; `held` until the transaction ends. Who takes it back holds its people first. */
export function findMerge(
  tx: Tx,
  { organizationId, projectId }: ProjectPlace,
  id: string,
  { held }: { held: boolean },
): Promise<MergeRow | undefined> {
  return tx
    .selectFrom('identity_merge')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .$if(held, (merge) => merge.forUpdate())
    .executeTakeFirst()
}

export async function deleteMerge(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('identity_merge').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** What a later merge found, and would give back, is what had been there without the one that is taken back. */
export async function passOnKept(tx: Tx, merge: MergeRow): Promise<void> {
  await sql`
    update identity_merge set
      kept_status_config_id = case when kept_status_config_id is not distinct from ${merge.set_status_config_id}::uuid
        then ${merge.kept_status_config_id}::uuid else kept_status_config_id end,
      kept_deleted = case when kept_deleted = ${merge.set_deleted} then ${merge.kept_deleted} else kept_deleted end,
      kept_last_posted_at = least(kept_last_posted_at, ${merge.kept_last_posted_at}::timestamptz)
    where organization_id = ${merge.organization_id} and stayed_id = ${merge.stayed_id} and id <> ${merge.id}
      and merged_at >= ${merge.merged_at}`.execute(tx)
}

/** Somebody's merges, newest first. */
export function selectMerges(tx: Tx, organizationId: string, personId: string): Promise<MergeRow[]> {
  return tx
    .selectFrom('identity_merge')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}
