import type { Tx } from '../../platform/db.ts'
import { selectReadProjects } from './reader-store.ts'

/** The organization's projects that somebody outside listens to. */
export function listReadProjects(tx: Tx, organizationId: string): Promise<string[]> {
  return selectReadProjects(tx, organizationId)
}
