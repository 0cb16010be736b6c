import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

/** The project's leads whose posts are at these addresses, as `readAddress` reads them, in lower case. */
export async function findLeadsAt(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ id: string; address: string }>`
    select id, address from (
      select id, rtrim(regexp_replace(lower(url), '^https?://(www[.])?|#.*$', '', 'g'), '/') as address
      from lead where organization_id = ${organizationId} and project_id = ${projectId}
    ) placed
    where address = any(${[...addresses]}::text[]) order by id desc`.execute(tx)
  return new Map(rows.map(({ id, address }) => [address, id]))
}

/** The project's lead of each of these posts; where one repeats another lead's words, that lead, as a copy. */
export async function findLeadsOfPosts(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  postIds: readonly string[],
): Promise<Map<string, { leadId: string; isCopy: boolean }>> {
  const { rows } = await sql<{ postId: string; leadId: string; isCopy: boolean }>`
    select asked.id as "postId", lead.id as "leadId", copy.post_id is not null as "isCopy"
    from unnest(${[...postIds]}::uuid[]) as asked (id)
      left join post_copy copy on copy.organization_id = ${organizationId} and copy.project_id = ${projectId}
        and copy.post_id = asked.id
      join lead on lead.organization_id = ${organizationId} and lead.project_id = ${projectId}
        and lead.post_id = coalesce(copy.original_post_id, asked.id)`.execute(tx)
  return new Map(rows.map(({ postId, ...lead }) => [postId, lead]))
}
