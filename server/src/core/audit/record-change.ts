import type { RecordChange } from '../../platform/changes.ts'
import { appendChange } from './audit-store.ts'

/**
 * Records what a request changed as one audit entry, in the transaction that changed it. The transaction's scope
 * decides whose log has it, so no verb has to.
 */
export const recordChange: RecordChange = appendChange
