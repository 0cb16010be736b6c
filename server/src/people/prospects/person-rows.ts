import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { LostRace } from '../../platform/lost-race.ts'

/** The part of a person's row that is not derived from accounts and facts. */
export interface OwnOfPerson {
  id: string
  created_at: Date
  last_posted_at: Date
  status_config_id: string | null
  deleted: boolean
}

/** Those of these people that the project has, locked until the transaction ends, in the order of their ids. */
export async function lockPeople(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  ids: readonly string[],
): Promise<OwnOfPerson[]> {
  const { rows } = await sql<OwnOfPerson>`
    select id, created_at, last_posted_at, status_config_id, deleted from person
    where organization_id = ${organizationId} and project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for update`.execute(tx)
  return rows
}

/**
 * The same people and all their accounts, these locked first: everybody who stores a profile or removes an account
 * locks the account before its person. Starts again if accounts changed owner in between.
 */
export async function lockPeopleAndAccounts(tx: Tx, place: ProjectIds, ids: readonly string[]): Promise<OwnOfPerson[]> {
  const { rows: held } = await sql<{ id: string }>`
    select id from person_profile where organization_id = ${place.organizationId} and person_id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx)
  const people = await lockPeople(tx, place, ids)
  const { rows: added } = await sql`
    select from person_profile where organization_id = ${place.organizationId} and person_id = any(${ids}::uuid[])
      and id <> all(${held.map(({ id }) => id)}::uuid[]) limit 1`.execute(tx)
  if (added.length > 0) throw new LostRace('A person got another account while it was waited for them.')
  return people
}

/** Moves all accounts of one person to another, and returns them. */
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

export async function deletePerson(tx: Tx, organizationId: string, id: string): Promise<void> {
  await sql`delete from person where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** An empty person: their visible row is derived once they have their accounts. */
export async function insertPerson(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
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
