import { useParams } from 'react-router'
import { useProject } from '../../lib/projects.ts'

/** The wizard's project. The layout shows a step only once it has loaded. */
export function useWizardProject() {
  const { projectId } = useParams()
  const { data } = useProject(projectId)
  return data ?? null
}
