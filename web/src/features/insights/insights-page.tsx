import { useMemo } from 'react'
import { useParams } from '../../lib/router/use-router.ts'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { useHasCosts } from '../../lib/costs.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useNow } from '../../lib/use-now.ts'
import { Page } from '../../ui/page.tsx'
import { AnswersCard } from './answers-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { CreditsCard } from './credits-card.tsx'
import { InsightStrip } from './insight-strip.tsx'
import { LeadsCard } from './leads-card.tsx'
import { NamesCard } from './names-card.tsx'
import { AcceptanceCard, MissesCard } from './quality-cards.tsx'
import { RangePicker } from './range-picker.tsx'
import { readRange } from './range.ts'

/** What a project's signals find and miss in the chosen days. */
export function InsightsPage() {
  usePageTitle('Insights')
  const { projectId = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const now = useNow()
  const hasCosts = useHasCosts()
  const range = readRange(address, now)
  const { from, to, time_zone } = range.requested
  const of = useMemo(() => ({ projectId, requested: { from, to, time_zone } }), [projectId, from, to, time_zone])
  return (
    <Page
      title="Insights"
      subtitle="What your signals find, and what they miss"
      actions={<RangePicker range={range} onChange={(chosen) => setAddress(chosen, { replace: true })} />}
    >
      <InsightStrip projectId={projectId} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <LeadsCard of={of} />
        <NamesCard of={of} />
        <AcceptanceCard of={of} />
        <MissesCard of={of} />
        <AnswersCard of={of} />
        {hasCosts && <CreditsCard of={of} />}
        <CoverageCard of={of} />
      </div>
    </Page>
  )
}
