import type { ReactNode } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import { Page } from '../../ui/page.tsx'

interface PlainPageProps {
  title: string
  subtitle?: string
  children: ReactNode
}

/** A screen that is still to come: what will be here, and what works today. */
function PlainPage({ title, subtitle, children }: PlainPageProps) {
  usePageTitle(title)
  return (
    <Page title={title} subtitle={subtitle} width="m">
      <div className="rounded-card border bg-surface p-5 text-ink-2">{children}</div>
    </Page>
  )
}

export const plainPages = {
  Insights: () => (
    <PlainPage title="Insights" subtitle="What your signals find, and what they miss">
      Leads by day, signal and channel will be charted here. Today Posts shows every lead with its score and the words
      that earned it.
    </PlainPage>
  ),
}
