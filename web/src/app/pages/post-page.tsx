import { usePageTitle } from '../../lib/page-title.ts'
import { Page } from '../../ui/page.tsx'

export function PostPage() {
  usePageTitle('Post')
  return (
    <Page title="Post">
      <p className="text-ink-2">One lead is read here.</p>
    </Page>
  )
}
