import type { Tx } from '../platform/db.ts'
import { keepProject } from './project-store.ts'

/** Keeps a project where it is until the transaction ends, for work that must not be under way while it moves; false where it is gone. */
export function holdProject(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  return keepProject(tx, organizationId, projectId)
}
