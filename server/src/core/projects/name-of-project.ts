import type { Tx } from '../../platform/db.ts'
import { findProject } from './project-store.ts'

/** What the project is called; undefined where the organization has none of that id. */
export async function nameOfProject(tx: Tx, organizationId: string, projectId: string): Promise<string | undefined> {
  return (await findProject(tx, organizationId, projectId))?.name
}
