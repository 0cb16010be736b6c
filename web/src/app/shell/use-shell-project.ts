import type { Project } from '@leadlight/contract/projects'
import { useParams } from '../../lib/router/use-router.ts'
import { lastUsedProject } from '../../lib/projects.ts'

/** The shell's project: the route's, or else the last used. */
export function useShellProject(projects: readonly Project[]): Project | null {
  const { projectId } = useParams()
  return projects.find((project) => project.id === projectId) ?? lastUsedProject(projects)
}
