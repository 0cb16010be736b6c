import type { Tx } from '../../platform/db.ts'
import { setAllMissing } from './kept-opinions.ts'

/** Asks for no opinion any more in a project that has come from elsewhere: who is to pay for it has not been asked. */
export function leaveOpinions(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  return setAllMissing(tx, organizationId, projectId)
}
