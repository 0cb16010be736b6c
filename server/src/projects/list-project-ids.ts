import type { Tx } from '../platform/db.ts'
import { listProjectsOf, lockProjectsOf } from './project-store.ts'

/** The ids of all the organization's projects, oldest first. */
export async function listProjectIds(tx: Tx, organizationId: string): Promise<string[]> {
  return (await listProjectsOf(tx, organizationId, 'all')).map((project) => project.id)
}

/** The same, and until the transaction ends nobody adds anything to any of them. */
export function lockAllProjects(tx: Tx, organizationId: string): Promise<string[]> {
  return lockProjectsOf(tx, organizationId)
}
