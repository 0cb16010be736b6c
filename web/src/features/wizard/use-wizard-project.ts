import { useParams } from 'react-router'
import { useProject } from '../../lib/projects.ts'

/** The project the wizard is about. Its layout shows a step only once it is there. */
export function useWizardProject() {
  const { projectId } = useParams()
  const { data } = useProject(projectId)
  return data ?? null
}
