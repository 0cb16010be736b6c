import type { Tx } from '../../platform/db.ts'
import { emptyValues } from '../leads/column-values.ts'

/**
 * Deletes the texts and reasons that smart columns took from posts deleted at their source. A yes or no repeats none of
 * the post's words and stays; what still waited is not asked any more.
 */
export function deleteAnswersFrom(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  return emptyValues(tx, organizationId, leadIds)
}
