import type { LeadsByDay } from '@leadlight/contract/insights'
import { useState } from 'react'
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ChartLegend } from '../../ui/chart-legend.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { foldSeries, foldWeeks, type NamedSeries } from './series.ts'
import { useLeadsByDay, type InsightsOf } from './use-insights.ts'

const WAYS = { signal: 'By signal', channel: 'By channel' } as const
type Way = keyof typeof WAYS

/** How many leads were found on each day, by signal or by channel. */
export function LeadsCard({ of }: { of: InsightsOf }) {
  const [way, setWay] = useState<Way>('signal')
  const answer = useLeadsByDay(of)
  return (
    <FigureCard
      title="Leads found"
      of={of}
      figure="leads"
      answer={answer}
      className="lg:col-span-2"
      emptyText={({ leads }) => (leads.total === 0 ? 'No lead was found on these days.' : null)}
      renderChart={(data) => <LeadsChart data={data} way={way} />}
      renderTable={(data) => <LeadsTable data={data} way={way} />}
      actions={
        <fieldset aria-label="Stacked" className="flex rounded-control border p-0.5">
          {(['signal', 'channel'] as const).map((one) => (
            <Button
              key={one}
              size="s"
              variant="quiet"
              aria-pressed={way === one}
              className="h-5.5 aria-pressed:bg-selected aria-pressed:text-ink"
              onClick={() => setWay(one)}
            >
              {WAYS[one]}
            </Button>
          ))}
        </fieldset>
      }
    >
      By the day they were found on, also those deleted since.
      {way === 'signal' && ' A lead counts for every signal that found it.'}
    </FigureCard>
  )
}

function seriesOf(data: LeadsByDay, way: Way): NamedSeries[] {
  return way === 'signal'
    ? data.by_signal.map(({ text, total, by_day: values }) => ({ name: text, total, values }))
    : data.by_channel.map(({ name, total, by_day: values }) => ({ name, total, values }))
}

function LeadsChart({ data, way }: { data: LeadsByDay; way: Way }) {
  const series = foldSeries(seriesOf(data, way))
  const { names, series: shown } = foldWeeks(data.days, series)
  return (
    <>
      <p>
        <b className="num text-xl font-semibold">{formatNumber(data.leads.total)}</b>
        <span className="text-ink-3"> {data.leads.total === 1 ? 'lead' : 'leads'}</span>
      </p>
      <DayChart
        label={`${formatCount(data.leads.total, 'lead')} found on ${formatCount(data.days.length, 'day')}`}
        days={names}
        series={shown}
        format={formatNumber}
        unit={way === 'signal' && shown.length > 1 ? 'found by signals' : 'leads'}
      />
      <ChartLegend series={series.map(({ name, total }) => ({ name, figure: formatNumber(total) }))} />
    </>
  )
}

function LeadsTable({ data, way }: { data: LeadsByDay; way: Way }) {
  const series = seriesOf(data, way)
  return (
    <Table label={`Leads by day, ${WAYS[way].toLowerCase()}`}>
      <thead>
        <tr>
          <TableHeader>Day</TableHeader>
          <TableHeader className="text-right">Leads</TableHeader>
          {series.map(({ name }, index) => (
            // Two may be called alike.
            <TableHeader key={`${index} ${name}`} className="max-w-48 text-right" title={name}>
              <span className="block truncate">{name}</span>
            </TableHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.days
          .map((date, day) => (
            <TableRow key={date}>
              <TableCell className="num whitespace-nowrap">{formatDay(date)}</TableCell>
              <TableCell className="num text-right font-medium">{formatNumber(data.leads.by_day[day] ?? 0)}</TableCell>
              {series.map(({ name: of, values }, index) => (
                <TableCell key={`${index} ${of}`} className="num text-right">
                  {formatNumber(values[day] ?? 0)}
                </TableCell>
              ))}
            </TableRow>
          ))
          .toReversed()}
      </tbody>
    </Table>
  )
}
