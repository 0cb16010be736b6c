import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

const STARTS = ['http://', 'https://', 'http://www.', 'https://www.']

/** The project's leads whose posts are at these addresses, as `readAddress` reads them. */
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
    select id, url from lead
    where organization_id = ${organizationId} and project_id = ${projectId} and url = any(${[...addressOf.keys()]}::text[])
    order by id desc`.execute(tx)
  return new Map(rows.map(({ id, url }) => [addressOf.get(url) ?? '', id]))
}

/** The project's lead of each of these posts; where one only repeats another lead's words, that lead, as a copy. */
export async function findLeadsOfPosts(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  postIds: readonly string[],
): Promise<Map<string, { leadId: string; isCopy: boolean }>> {
  const { rows } = await sql<{ postId: string; leadId: string; isCopy: boolean }>`
    select asked.id as "postId", coalesce(own.id, original.id) as "leadId", own.id is null as "isCopy"
    from unnest(${[...postIds]}::uuid[]) as asked (id)
      left join lead own on own.organization_id = ${organizationId} and own.project_id = ${projectId}
        and own.post_id = asked.id
      left join post_copy copy on copy.organization_id = ${organizationId} and copy.project_id = ${projectId}
        and copy.post_id = asked.id
      left join lead original on original.organization_id = ${organizationId} and original.project_id = ${projectId}
        and original.post_id = copy.original_post_id
    where coalesce(own.id, original.id) is not null`.execute(tx)
  return new Map(rows.map(({ postId, ...lead }) => [postId, lead]))
}
