import { useParams } from 'react-router'
import { WizardLayout } from '../../features/wizard/wizard-layout.tsx'
import { InvalidProject } from '../invalid-project.tsx'
import { useProjectLookup } from '../use-project-lookup.ts'

/** The wizard, of a new project or of one of the organization's. */
export function WizardPage() {
  const { projectId } = useParams()
  const standing = useProjectLookup(projectId ?? null)
  return standing === 'unknown' ? <InvalidProject /> : <WizardLayout />
}
