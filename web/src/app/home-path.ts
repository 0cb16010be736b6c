import type { Project } from '@leadlight/contract/projects'
import { lastUsedProject } from '../lib/projects.ts'

/** Where `/` redirects members: the posts of the last-used project, else of the first, else the list of projects. */
export function homePath(projects: readonly Project[]): string {
  const project = lastUsedProject(projects)
  return project ? `/projects/${project.id}/posts` : '/org/projects'
}
