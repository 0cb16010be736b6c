import { useParams } from '../../lib/router/use-router.ts'
import { useProject } from '../../lib/projects.ts'

/** The wizard's project. The layout shows a step only once it has loaded. */
export function useWizardProject() {
  const { projectId } = useParams()
  const { data } = useProject(projectId)
  return data ?? null
}
