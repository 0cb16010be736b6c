import { useParams } from 'react-router'
import { WizardLayout } from '../../features/wizard/wizard-layout.tsx'
import { InvalidProject } from '../invalid-project.tsx'
import { useProjectStanding } from '../use-project-standing.ts'

/** The wizard, of a new project or of one of the organization's. */
export function WizardPage() {
  const { projectId } = useParams()
  const standing = useProjectStanding(projectId ?? null)
  return standing === 'unknown' ? <InvalidProject /> : <WizardLayout />
}
