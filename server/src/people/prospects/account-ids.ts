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

/** The organization's next accounts that are meant, by their ids, at most `limit`. */
export async function selectKnownAccounts(
  tx: Tx,
  organizationId: string,
  { isMeant, limit }: { isMeant: RawBuilder<boolean>; limit: number },
): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select id, person_id as "personId", platform, array[external_id] || array(
      select distinct post.author_external_id from lead_view lead join post_view post on post.id = lead.post_id
      where profile.platform = any(${NAMED_TWICE}::text[]) and lead.organization_id = ${organizationId}
        and lead.profile_id = profile.id and post.author_external_id is not null
    ) as "externalIds"
    from person_profile profile where organization_id = ${organizationId} and ${isMeant}
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** The hashes by which the organization tells these people's accounts from then on, beside the person of each. */
export async function hashAccountsOf(
  tx: Tx,
  suppression: Suppression,
  { organizationId, personIds }: { organizationId: string; personIds: readonly string[] },
): Promise<{ personId: string; author: Uint8Array }[]> {
  const isMeant = sql<boolean>`person_id = any(${personIds}::uuid[])`
  const accounts = await selectKnownAccounts(tx, organizationId, { isMeant, limit: 100_000 })
  return accounts.flatMap(({ personId, platform, externalIds }) =>
    hashesOf(platform, externalIds, (account) => suppression.inOrganization(organizationId, account)).map((author) => ({
      personId,
      author,
    })),
  )
}
