import type { Tx } from '../../platform/db.ts'
import { listProjectsOf } from './project-store.ts'

/** The ids of all the organization's projects, oldest first. */
export async function listProjectIds(tx: Tx, organizationId: string): Promise<string[]> {
  return (await listProjectsOf(tx, organizationId, 'all')).map((project) => project.id)
}
