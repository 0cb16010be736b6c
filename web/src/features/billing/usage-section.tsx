import type { Usage } from '@leadlight/contract/billing'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { Section } from './section.tsx'
import { ShareList } from './share-list.tsx'
import { UsageChart } from './usage-chart.tsx'
import { useUsage } from './use-billing.ts'
import { WORK_WORDS } from './words.ts'

const SPANS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const
type Span = (typeof SPANS)[number]['value']

/** Credits spent: by day as a chart or a table, by project, signal and kind. */
export function UsageSection() {
  const [span, setSpan] = useState<Span>('30')
  const [asTable, setAsTable] = useState(false)
  const { data: usage, error, mutate, isValidating } = useUsage(Number(span))
  return (
    <Section
      title="Usage"
      actions={
        <>
          <Button aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
          <div className="w-36">
            <Select label="Which days" value={span} options={SPANS} onChange={setSpan} />
          </div>
        </>
      }
    >
      {!usage && error ? (
        <ErrorState title="The usage could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      ) : !usage ? (
        <SkeletonGroup label="Loading the usage">
          <Skeleton className="h-56 w-full" />
        </SkeletonGroup>
      ) : usage.total === 0 && usage.by_kind.length === 0 ? (
        <Card>
          <EmptyState icon={<ChartColumn aria-hidden="true" />} title="Nothing spent on these days" className="py-8">
            What searches, monitoring, drafts and smart columns cost is shown here, day by day.
          </EmptyState>
        </Card>
      ) : (
        <UsageDetails usage={usage} asTable={asTable} />
      )}
    </Section>
  )
}

function UsageDetails({ usage, asTable }: { usage: Usage; asTable: boolean }) {
  const kinds = usage.by_kind.map(({ kind, credits }) => ({
    name: kind === null ? 'Other' : WORK_WORDS[kind],
    credits,
  }))
  const named = (shares: Usage['by_project'], gone: string, none: string) =>
    shares.map(({ id, name, credits }) => ({ name: name ?? (id === null ? none : gone), credits }))
  return (
    <div className="grid gap-3">
      {asTable ? (
        <DayTable days={usage.by_day} />
      ) : (
        <Card className="grid gap-3 p-4">
          <p>
            <b className="num text-xl font-semibold">{formatNumber(usage.total)}</b>
            <span className="text-ink-3"> credits spent</span>
          </p>
          <UsageChart days={usage.by_day} label={describeDays(usage)} />
        </Card>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <ShareList title="By kind" shares={kinds} />
        <ShareList title="By project" shares={named(usage.by_project, 'A project that is gone', 'No project')} />
        <ShareList title="By signal" shares={named(usage.by_signal, 'A signal that is gone', 'No signal')} />
      </div>
    </div>
  )
}

function describeDays({ total, by_day: days }: Usage): string {
  const most = days.reduce((top, day) => (day.credits > top.credits ? day : top), { day: '', credits: 0 })
  const when = most.credits > 0 ? `, most on ${formatDay(most.day)} with ${formatNumber(most.credits)}` : ''
  return `${formatCount(total, 'credit')} spent on ${formatCount(days.length, 'day')}${when}`
}

function DayTable({ days }: { days: Usage['by_day'] }) {
  return (
    <Table label="Credits by day">
      <thead>
        <tr>
          <TableHeader>Day</TableHeader>
          <TableHeader className="text-right">Credits</TableHeader>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, credits }) => (
          <TableRow key={day}>
            <TableCell className="num">{formatDay(day)}</TableCell>
            <TableCell className="num text-right">{formatNumber(credits)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
