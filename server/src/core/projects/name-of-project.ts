import type { Tx } from '../../platform/db.ts'
import { findProject } from './project-store.ts'

/** The project's name; undefined if the organization has no such project. */
export async function nameOfProject(tx: Tx, organizationId: string, projectId: string): Promise<string | undefined> {
  return (await findProject(tx, organizationId, projectId))?.name
}
