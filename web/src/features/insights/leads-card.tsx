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

const GROUPINGS = { signal: 'By signal', channel: 'By channel' } as const
type Grouping = keyof typeof GROUPINGS

/** Leads per day, by signal or by channel. */
export function LeadsCard({ of }: { of: InsightsOf }) {
  const [grouping, setGrouping] = useState<Grouping>('signal')
  const answer = useLeadsByDay(of)
  return (
    <FigureCard
      title="Leads found"
      of={of}
      figure="leads"
      answer={answer}
      className="lg:col-span-2"
      emptyText={({ leads }) => (leads.total === 0 ? 'No lead was found on these days.' : null)}
      renderChart={(data) => (
        <>
          <Head data={data} grouping={grouping} onChange={setGrouping} />
          <LeadsChart data={data} grouping={grouping} />
        </>
      )}
      renderTable={(data) => (
        <>
          <Head data={data} grouping={grouping} onChange={setGrouping} />
          <LeadsTable data={data} grouping={grouping} />
        </>
      )}
    >
      By the day they were found on, also those deleted since.
      {grouping === 'signal' && ' A lead counts for every signal that it matches; in the bars they share it.'}
    </FigureCard>
  )
}

/** The total, and the choice of signal or channel. */
function Head({
  data: { leads, deleted },
  grouping,
  onChange,
}: {
  data: LeadsByDay
  grouping: Grouping
  onChange: (grouping: Grouping) => void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        <b className="num text-xl font-semibold">{formatNumber(leads.total)}</b>
        <span className="text-ink-3">
          {' '}
          {leads.total === 1 ? 'lead' : 'leads'} found{deleted > 0 && `, ${formatNumber(deleted)} deleted since`}
        </span>
      </p>
      <fieldset aria-label="Told apart" className="flex rounded-control border p-0.5">
        {(['signal', 'channel'] as const).map((one) => (
          <Button
            key={one}
            size="s"
            variant="quiet"
            aria-pressed={grouping === one}
            className="h-5.5 aria-pressed:bg-selected aria-pressed:text-ink"
            onClick={() => onChange(one)}
          >
            {GROUPINGS[one]}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

function seriesOf(data: LeadsByDay, grouping: Grouping): NamedSeries[] {
  return grouping === 'signal'
    ? data.by_signal.map(({ text, total, by_day: values }) => ({ name: text, total, values }))
    : data.by_channel.map(({ name, total, by_day: values }) => ({ name, total, values }))
}

function LeadsChart({ data, grouping }: { data: LeadsByDay; grouping: Grouping }) {
  const series = foldSeries(seriesOf(data, grouping))
  const {
    names,
    series: [all, ...shown],
  } = foldWeeks(data.days, [{ name: 'All', ...data.leads, values: data.leads.by_day }, ...series])
  return (
    <>
      <DayChart
        label={`${formatCount(data.leads.total, 'lead')} found on ${formatCount(data.days.length, 'day')}`}
        days={names}
        series={shown}
        format={formatNumber}
        counted={all?.values}
        unit="leads"
      />
      <ChartLegend series={series.map(({ name, total }) => ({ name, figure: formatNumber(total) }))} />
    </>
  )
}

function LeadsTable({ data, grouping }: { data: LeadsByDay; grouping: Grouping }) {
  const series = seriesOf(data, grouping)
  return (
    <Table label={`Leads by day, ${GROUPINGS[grouping].toLowerCase()}`}>
      <thead>
        <tr>
          <TableHeader>Day</TableHeader>
          <TableHeader className="text-right">Leads</TableHeader>
          {series.map(({ name }, index) => (
            // Names may repeat.
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
