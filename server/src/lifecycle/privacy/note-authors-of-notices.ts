import { sql } from 'kysely'
import type { Suppression } from '../../core/suppression/suppression.ts'
import { hashAccountsOf } from '../../people/prospects/account-ids.ts'
import type { Tx } from '../../platform/db.ts'

/**
 * Keeps with links whose they are, as hashes of the organization's own: of one lead, or of all in a project that it
 * received, whose former hashes mean nothing to it. An objection then counts whatever became of the lead.
 */
export async function noteAuthorsOfNotices(
  tx: Tx,
  suppression: Suppression,
  organizationId: string,
  of: { leadId: string } | { projectId: string },
): Promise<void> {
  const isMeant = 'leadId' in of ? sql`lead.id = ${of.leadId}` : sql`lead.project_id = ${of.projectId}`
  const { rows } = await sql<{ tokenHash: Buffer; personId: string }>`
    select notice.token_hash as "tokenHash", profile.person_id as "personId"
    from notice
    join lead_view lead on lead.organization_id = ${organizationId} and lead.id = notice.lead_id
    join person_profile_view profile on profile.organization_id = ${organizationId} and profile.id = lead.profile_id
    where notice.organization_id = ${organizationId} and ${isMeant}`.execute(tx)
  const personIds = [...new Set(rows.map(({ personId }) => personId))]
  const hashed = await hashAccountsOf(tx, suppression, { organizationId, personIds })
  const known = rows.flatMap(({ tokenHash, personId }) =>
    hashed
      .filter((each) => each.personId === personId)
      .map(({ author }) => ({ tokenHash, author: Buffer.from(author) })),
  )
  await sql`
    update notice set authors = known.authors
    from (
      select token_hash, array_agg(author) as authors
      from unnest(
        ${known.map(({ tokenHash }) => tokenHash)}::bytea[], ${known.map(({ author }) => author)}::bytea[]) as each (token_hash, author)
      group by token_hash
    ) as known
    where notice.organization_id = ${organizationId} and notice.token_hash = known.token_hash`.execute(tx)
}

/** Lets go whose the links are, of every organization: the key that their hashes were made with is lost. */
export async function releaseNotices(tx: Tx): Promise<void> {
  await sql`update notice set authors = '{}'`.execute(tx)
}
