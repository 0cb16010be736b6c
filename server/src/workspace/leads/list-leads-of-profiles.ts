import type { LeadRow } from '@leadlight/contract/leads'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { allOf } from '../../platform/list-filter.ts'
import { leadPage, readPage } from './lead-page.ts'
import { presentRow } from './present-lead.ts'

/** The project's leads by these accounts, deleted ones too, newest first. */
export async function listLeadsOfProfiles(
  tx: Tx,
  organizationId: string,
  { projectId, profileIds, limit }: { projectId: string; profileIds: readonly string[]; limit: number },
): Promise<LeadRow[]> {
  const condition = allOf([
    sql`lead.organization_id = ${organizationId}`,
    sql`lead.project_id = ${projectId}`,
    sql`lead.profile_id = any(${profileIds}::uuid[])`,
  ])
  const order = { key: { by: 'posted_at' }, sortOrder: 'desc', after: undefined } as const
  const page = { organizationId, projectId, ...order, skip: 0, limit, countMax: undefined }
  const { rows, signalTexts } = readPage((await leadPage(condition, page).execute(tx)).rows)
  return rows.slice(0, limit).map((lead) => presentRow(lead, signalTexts))
}
