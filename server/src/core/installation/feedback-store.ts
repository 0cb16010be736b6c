import type { Tx } from '../../platform/db.ts'

export interface Feedback {
  id: string
  accountId: string
  feedback: string
  createdAt: Date
}

/** `organizationId` is null for a user without an organization, who can give feedback too. */
export async function insertFeedback(tx: Tx, organizationId: string | null, feedback: Feedback): Promise<void> {
  await tx
    .insertInto('feedback')
    .values({
      id: feedback.id,
      organization_id: organizationId,
      account_id: feedback.accountId,
      feedback: feedback.feedback,
      created_at: feedback.createdAt,
    })
    .execute()
}
