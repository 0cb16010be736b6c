import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

const LISTED_MAX = 5

export interface AuthorLead {
  id: string
  title: string | null
  excerpt: string
  posted_at: Date
}

/** Other leads of the project by the same author on the same platform, newest first, without deleted ones. */
export async function selectAuthorLeads(
  tx: Tx,
  organizationId: string,
  lead: { id: string; project_id: string; platform: string; author_name: string | null },
): Promise<AuthorLead[]> {
  if (lead.author_name === null) return []
  const { rows } = await sql<AuthorLead>`
    select id, title, excerpt, posted_at from lead
    where organization_id = ${organizationId} and project_id = ${lead.project_id} and platform = ${lead.platform}
      and author_name = ${lead.author_name} and id <> ${lead.id} and not deleted
    order by posted_at desc, id desc limit ${LISTED_MAX}`.execute(tx)
  return rows
}
