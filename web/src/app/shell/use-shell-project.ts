import type { Project } from '@leadlight/contract/projects'
import { useParams } from 'react-router'
import { lastUsedProject } from '../../lib/projects.ts'

/** The project the shell is about: the route's, or, on routes without one, the one that was last worked in. */
export function useShellProject(projects: readonly Project[]): Project | null {
  const { projectId } = useParams()
  return projects.find((project) => project.id === projectId) ?? lastUsedProject(projects)
}
