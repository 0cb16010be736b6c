import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { findWordings } from './find-wordings.ts'

/** Refuses signals that the project does not have, as missing. */
export async function requireSignals(
  tx: Tx,
  organizationId: string,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const known = await findWordings(tx, organizationId, projectId)
  if (ids.every((id) => known.has(id))) return
  throw new AppError('not_found', 'signal_not_found', 'That intent signal does not exist.')
}
