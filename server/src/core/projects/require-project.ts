import { reaches, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findProject, listProjectsOf, type Project } from './project-store.ts'

/** The project, if it is the actor's organization's and within their grants. Any other is reported as missing. */
export async function requireProject(tx: Tx, actor: Actor, projectId: string): Promise<Project> {
  const project = reaches(actor, projectId) ? await findProject(tx, actor.organizationId, projectId) : undefined
  if (!project) throw projectNotFound()
  return project
}

/** All of these projects, each within the actor's reach; any other is reported as missing. */
export async function requireProjects(tx: Tx, actor: Actor, projectIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(projectIds)]
  const found = await listProjectsOf(tx, actor.organizationId, wanted)
  if (found.length < wanted.length || !wanted.every((id) => reaches(actor, id))) throw projectNotFound()
}

export function projectNotFound(): AppError {
  return new AppError('not_found', 'project_not_found', 'That project does not exist.')
}
