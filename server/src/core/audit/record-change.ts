import type { RecordChange } from '../../platform/changes.ts'
import { appendChange } from './audit-store.ts'

/**
 * Keeps what a request changed as one entry of the audit log, in the transaction that changed it: whose log it stands in
 * follows from the transaction's scope, so that no verb has to say.
 */
export const recordChange: RecordChange = appendChange
