import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

const STARTS = ['http://', 'https://', 'http://www.', 'https://www.']

/** The project's leads whose posts are at these addresses, as `readAddress` reads them, in lower case. */
export async function findLeadsAt(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  // Compared as they are, and not by a pattern: a call may name a hundred, and a project have as many leads as it likes.
  const addressOf = new Map(
    addresses.flatMap((address) =>
      STARTS.flatMap((start) => ['', '/'].map((end) => [`${start}${address}${end}`, address])),
    ),
  )
  const { rows } = await sql<{ id: string; url: string }>`
    select id, lower(url) as url from lead
    where organization_id = ${organizationId} and project_id = ${projectId} and lower(url) = any(${[...addressOf.keys()]}::text[])
    order by id desc`.execute(tx)
  return new Map(rows.map(({ id, url }) => [addressOf.get(url) ?? '', id]))
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
