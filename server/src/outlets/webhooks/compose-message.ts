import { describeLeads } from '../../workspace/leads/describe-leads.ts'
import type { Tx } from '../../platform/db.ts'
import { composeBody, describeLead } from './compose-body.ts'
import { findMessage, keepBody, type MessageRow } from './message-store.ts'

/**
 * The message's body, composed and stored on first use, and unchanged ever after. Null where there is nothing left to
 * send: its lead is gone, or the post was deleted at its source.
 */
export async function composeMessage(
  tx: Tx,
  { publicUrl, organizationId }: { publicUrl: string; organizationId: string },
  messageId: string,
): Promise<string | null> {
  const message = await findMessage(tx, organizationId, messageId)
  if (!message || message.is_erased) return null
  if (message.body !== null) return message.body
  const data = await dataOf(tx, { publicUrl, organizationId }, message)
  if (!data) return null
  const body = composeBody({ event: message.event, at: message.happened_at, data })
  return keepBody(tx, organizationId, messageId, body)
}

async function dataOf(
  tx: Tx,
  { publicUrl, organizationId }: { publicUrl: string; organizationId: string },
  { project_id: projectId, lead_id: leadId, event, happened }: MessageRow,
): Promise<object | undefined> {
  const ids = { project_id: projectId }
  if (leadId !== null) {
    const [lead] = await describeLeads(tx, organizationId, { projectId, ids: [leadId] })
    return lead && { ...ids, lead: describeLead(publicUrl, projectId, lead) }
  }
  // More leads changed at once than are told one by one.
  if (event === 'lead.updated') return { ...ids, lead: null }
  return { ...ids, ...(happened as object) }
}
