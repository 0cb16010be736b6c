import type { Tx } from '../../platform/db.ts'
import { findProject } from './project-store.ts'

/** What a project says of its business, for those who judge posts for it; empty if the project is gone. */
export async function findBusiness(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<{ name: string | null; description: string | null }> {
  const project = await findProject(tx, organizationId, projectId)
  return { name: project?.businessName ?? null, description: project?.businessDescription ?? null }
}
