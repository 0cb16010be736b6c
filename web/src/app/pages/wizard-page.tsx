import { useParams } from 'react-router'
import { WizardLayout } from '../../features/wizard/wizard-layout.tsx'
import { InvalidProject } from '../invalid-project.tsx'
import { useProjectLookup } from '../use-project-lookup.ts'

/** The wizard, for a new or an existing project. */
export function WizardPage() {
  const { projectId } = useParams()
  const lookup = useProjectLookup(projectId ?? null)
  return lookup === 'unknown' ? <InvalidProject /> : <WizardLayout />
}
