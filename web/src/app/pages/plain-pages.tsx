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
  People: () => (
    <PlainPage title="People" subtitle="Who is behind your leads">
      The people behind your leads will be listed here, with their role, company and posts. Today every lead names its
      author and links to the author&rsquo;s own page.
    </PlainPage>
  ),
  Companies: () => (
    <PlainPage title="Companies" subtitle="Which companies your leads work for">
      The companies behind your leads will be listed here, with their people and posts. Today every lead names its
      author and the place it was written in.
    </PlainPage>
  ),
}
