import type { Tx } from '../../platform/db.ts'
import { emptyValues } from '../leads/column-values.ts'

/**
 * Lets go of what smart columns took from posts deleted at their source: texts and reasons. A yes or no says nothing of the
 * post's words and stays; what still waited is not asked any more.
 */
export function deleteAnswersFrom(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  return emptyValues(tx, organizationId, leadIds)
}
