import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { useNow } from '../../lib/use-now.ts'
import { Page } from '../../ui/page.tsx'
import { AnswersCard } from './answers-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { CreditsCard } from './credits-card.tsx'
import { LeadsCard } from './leads-card.tsx'
import { AcceptanceCard, MissesCard } from './quality-cards.tsx'
import { RangePicker } from './range-picker.tsx'
import { readRange } from './range.ts'

/** What a project's signals find and miss in the chosen days. */
export function InsightsPage() {
  usePageTitle('Insights')
  const { projectId = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const now = useNow()
  const range = readRange(address, now)
  const { from, to, time_zone } = range.requested
  const of = useMemo(() => ({ projectId, requested: { from, to, time_zone } }), [projectId, from, to, time_zone])
  return (
    <Page
      title="Insights"
      subtitle="What your signals find, and what they miss"
      actions={<RangePicker range={range} onChange={(chosen) => setAddress(chosen, { replace: true })} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <LeadsCard of={of} />
        <AcceptanceCard of={of} />
        <MissesCard of={of} />
        <AnswersCard of={of} />
        <CreditsCard of={of} />
        <CoverageCard of={of} />
      </div>
    </Page>
  )
}
