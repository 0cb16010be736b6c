import { NAMED_TWICE } from '@leadlight/domain/authors'
import { sql, type RawBuilder } from 'kysely'
import { hashesOf } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Tx } from '../../platform/db.ts'

/** A person's account, with every id by which its posts may come back. */
export interface KnownAccount {
  id: string
  personId: string
  platform: string
  externalIds: string[]
}

/**
 * The organization's next accounts that are meant, by their ids, at most `limit`. Where an account has an id beside its
 * name, any post here that names it may give the other one.
 */
export async function selectKnownAccounts(
  tx: Tx,
  organizationId: string,
  { isMeant, limit }: { isMeant: RawBuilder<boolean>; limit: number },
): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select id, person_id as "personId", platform, array[external_id] || array(
      with own as (
        select post.author_external_id as id from lead_view lead join post_view post on post.id = lead.post_id
        where profile.platform = any(${NAMED_TWICE}::text[]) and lead.organization_id = ${organizationId}
          and lead.profile_id = profile.id and post.author_external_id is not null
      )
      select id from own
      union
      select author_name from own join post_view post
        on post.platform = profile.platform and author_external_id = own.id and author_name is not null
      union
      select author_external_id from post_view post
      where profile.platform = any(${NAMED_TWICE}::text[]) and platform = profile.platform
        and lower(author_name) = lower(profile.external_id) and author_external_id is not null
    ) as "externalIds"
    from person_profile profile where organization_id = ${organizationId} and ${isMeant}
    order by id limit ${limit}`.execute(tx)
  return rows
}

/**
 * The hashes by which the organization tells these people's accounts from then on, beside the person of each: all that
 * any of its projects says are theirs.
 */
export async function hashAccountsOf(
  tx: Tx,
  suppression: Suppression,
  { organizationId, personIds }: { organizationId: string; personIds: readonly string[] },
): Promise<{ personId: string; author: Uint8Array }[]> {
  const same = await selectSamePeople(tx, organizationId, personIds)
  const isMeant = sql<boolean>`person_id = any(${same.map(({ sameId }) => sameId)}::uuid[])`
  const accounts = await selectKnownAccounts(tx, organizationId, { isMeant, limit: 100_000 })
  const accountsOf = Map.groupBy(accounts, (account) => account.personId)
  return same.flatMap(({ personId, sameId }) =>
    (accountsOf.get(sameId) ?? [])
      .flatMap(({ platform, externalIds }) =>
        hashesOf(platform, externalIds, (account) => suppression.inOrganization(organizationId, account)),
      )
      .map((author) => ({ personId, author })),
  )
}

/** These people, and beside each the rows of other projects that share an account with them, one after the other. */
async function selectSamePeople(
  tx: Tx,
  organizationId: string,
  personIds: readonly string[],
): Promise<{ personId: string; sameId: string }[]> {
  const { rows } = await sql<{ personId: string; sameId: string }>`
    with recursive same (person_id, same_id) as (
      select id, id from unnest(${personIds}::uuid[]) as asked (id)
      union
      select same.person_id, theirs.person_id
      from same
      join person_profile own on own.organization_id = ${organizationId} and own.person_id = same.same_id
      join project_view project on project.organization_id = ${organizationId}
      join person_profile theirs on theirs.organization_id = ${organizationId} and theirs.project_id = project.id
        and theirs.platform = own.platform and theirs.external_id = own.external_id
    )
    select person_id as "personId", same_id as "sameId" from same`.execute(tx)
  return rows
}
