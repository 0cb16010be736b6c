import { usePageTitle } from '../../lib/page-title.ts'
import { Page } from '../../ui/page.tsx'

export function PostsPage() {
  usePageTitle('Posts')
  return (
    <Page title="Posts">
      <p className="text-ink-2">The leads of this project are listed here.</p>
    </Page>
  )
}
