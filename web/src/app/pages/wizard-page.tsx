import { usePageTitle } from '../../lib/page-title.ts'
import { Page } from '../../ui/page.tsx'

export function WizardPage() {
  usePageTitle('New Project')
  return (
    <Page title="New Project" subtitle="Create a new project">
      <p className="text-ink-2">A project is created here in four steps.</p>
    </Page>
  )
}
