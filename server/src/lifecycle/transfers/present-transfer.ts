import type { Transfer as WireTransfer } from '@leadlight/contract/guests'
import type { DescribedTransfer } from './describe-transfers.ts'

export function presentTransfer(transfer: DescribedTransfer): WireTransfer {
  return {
    id: transfer.id,
    project_id: transfer.projectId,
    project_name: transfer.projectName,
    organization_name: transfer.organizationName,
    email: transfer.email,
    requested_by: transfer.requesterName,
    created_at: transfer.createdAt.toISOString(),
    expires_at: transfer.expiresAt.toISOString(),
    state: transfer.state === 'accepted' ? 'done' : 'pending',
  }
}
