import type { DraftType } from '@leadlight/domain/drafts'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'lead_draft.message_type': DraftType
  }
}

export interface Draft {
  leadId: string
  messageType: DraftType
  draft: string
  writtenBy: string
  isTalkingPoints: boolean
  similarTo: { leadId: string; share: number } | null
  /** Null once that person is in another organization. */
  updatedBy: string | null
  updatedAt: Date
}

/** Saves a draft in place of the former one. */
export async function putDraft(tx: Tx, organizationId: string, draft: Draft): Promise<void> {
  const values = {
    draft: draft.draft,
    written_by: draft.writtenBy,
    is_talking_points: draft.isTalkingPoints,
    similar_lead_id: draft.similarTo?.leadId ?? null,
    similar_share: draft.similarTo?.share ?? null,
    updated_by: draft.updatedBy,
    updated_at: draft.updatedAt,
  }
  await tx
    .insertInto('lead_draft')
    .values({
      organization_id: organizationId,
      lead_id: draft.leadId,
      message_type: draft.messageType,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['lead_id', 'message_type']).doUpdateSet(values))
    .execute()
}

/** The lead's draft of one kind, if there is one. */
export async function findDraft(
  tx: Tx,
  organizationId: string,
  { leadId, messageType }: { leadId: string; messageType: DraftType },
): Promise<Draft | undefined> {
  const row = await tx
    .selectFrom('lead_draft')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lead_id', '=', leadId)
    .where('message_type', '=', messageType)
    .executeTakeFirst()
  return row && toDraft(row)
}

function toDraft(row: Row<'lead_draft'>): Draft {
  return {
    leadId: row.lead_id,
    messageType: row.message_type,
    draft: row.draft,
    writtenBy: row.written_by,
    isTalkingPoints: row.is_talking_points,
    similarTo: row.similar_lead_id === null ? null : { leadId: row.similar_lead_id, share: row.similar_share ?? 0 },
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  }
}

/** The newest drafts on other leads of the project, to compare a new one with. */
export async function selectEarlierDrafts(
  tx: Tx,
  organizationId: string,
  which: { projectId: string; exceptLeadId: string; limit: number },
): Promise<{ leadId: string; draft: string }[]> {
  const rows = await tx
    .selectFrom('lead_draft')
    .innerJoin('lead_view as lead', 'lead.id', 'lead_draft.lead_id')
    .select(['lead_draft.lead_id', 'lead_draft.draft'])
    .where('lead_draft.organization_id', '=', organizationId)
    .where('lead.organization_id', '=', organizationId)
    .where('lead.project_id', '=', which.projectId)
    .where('lead_draft.lead_id', '!=', which.exceptLeadId)
    .orderBy('lead_draft.updated_at', 'desc')
    .limit(which.limit)
    .execute()
  return rows.map((row) => ({ leadId: row.lead_id, draft: row.draft }))
}

export async function selectDraftsOf(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<Draft[]> {
  if (leadIds.length === 0) return []
  const rows = await tx
    .selectFrom('lead_draft')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lead_id', 'in', leadIds)
    .orderBy('message_type')
    .execute()
  return rows.map(toDraft)
}

export async function deleteDrafts(
  tx: Tx,
  organizationId: string,
  drafts: readonly Pick<Draft, 'leadId' | 'messageType'>[],
): Promise<void> {
  for (const { leadId, messageType } of drafts) {
    await tx
      .deleteFrom('lead_draft')
      .where('organization_id', '=', organizationId)
      .where('lead_id', '=', leadId)
      .where('message_type', '=', messageType)
      .execute()
  }
}
