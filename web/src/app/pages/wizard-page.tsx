import { useParams } from '../../lib/router/use-router.ts'
import { WizardLayout } from '../../features/wizard/wizard-layout.tsx'
import { InvalidProject } from '../invalid-project.tsx'
import { useProjectLookup } from '../use-project-lookup.ts'

/** The wizard, for a new or an existing project. */
export function WizardPage() {
  const { projectId } = useParams()
  const lookup = useProjectLookup(projectId ?? null)
  return lookup === 'unknown' ? <InvalidProject /> : <WizardLayout />
}
