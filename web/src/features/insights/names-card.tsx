import type { NameInsights } from '@leadlight/contract/insights'
import { STANCES, STANCE_WORDS } from '@leadlight/domain/watched-names/stances'
import { TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDay, formatNumber, formatShare } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ChartLegend } from '../../ui/chart-legend.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { foldSeries, type NamedSeries } from './series.ts'
import { useNameInsights, type InsightsOf } from './use-insights.ts'

const GROUPINGS = { name: 'By name', stance: 'By stance' } as const
type Grouping = keyof typeof GROUPINGS

/** How often watched names are named in a week, what authors do with them, and the days with unusually many. */
export function NamesCard({ of }: { of: InsightsOf }) {
  const [grouping, setGrouping] = useState<Grouping>('name')
  const answer = useNameInsights(of)
  return (
    <FigureCard
      title="Names"
      of={of}
      figure="names"
      answer={answer}
      className="lg:col-span-2"
      emptyText={emptyText}
      renderChart={(data) => (
        <>
          <Head data={data} grouping={grouping} onChange={setGrouping} />
          <NamesChart data={data} grouping={grouping} />
          <Spikes spikes={data.spikes} />
        </>
      )}
      renderTable={(data) => (
        <>
          <Head data={data} grouping={grouping} onChange={setGrouping} />
          {grouping === 'name' ? <NamesTable data={data} /> : <StancesTable data={data} />}
          <Spikes spikes={data.spikes} />
        </>
      )}
    >
      Posts that hold a name you watch, by the week they were written in. One that holds two names counts for both.
    </FigureCard>
  )
}

function emptyText({ names }: NameInsights): string | null {
  if (names.length === 0) return 'No names are watched in this project.'
  return names.every(({ total }) => total === 0) ? 'No post of these days holds a name that you watch.' : null
}

function Head({
  data: { names },
  grouping,
  onChange,
}: {
  data: NameInsights
  grouping: Grouping
  onChange: (grouping: Grouping) => void
}) {
  const total = names.reduce((sum, one) => sum + one.total, 0)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        <b className="num text-xl font-semibold">{formatNumber(total)}</b>
        <span className="text-ink-3"> {total === 1 ? 'mention' : 'mentions'}</span>
      </p>
      <fieldset aria-label="Told apart" className="flex rounded-control border p-0.5">
        {(['name', 'stance'] as const).map((one) => (
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

function NamesChart({ data, grouping }: { data: NameInsights; grouping: Grouping }) {
  const total = data.names.reduce((sum, one) => sum + one.total, 0)
  const series = grouping === 'name' ? foldSeries(byName(data)) : byStance(data)
  return (
    <>
      <DayChart
        label={`${formatCount(total, 'mention')} in ${formatCount(data.weeks.length, 'week')}`}
        days={data.weeks.map(sayWeek)}
        series={series}
        format={formatNumber}
        unit="mentions"
      />
      <ChartLegend
        series={series.map((one) => ({
          name: one.name,
          figure: `${formatNumber(one.total)} · ${formatShare(one.total / Math.max(1, total))}`,
        }))}
      />
    </>
  )
}

function byName({ names }: NameInsights): NamedSeries[] {
  return names.map(({ text, total, by_week: values }) => ({ name: text, total, values }))
}

/** All names together. Posts from before stances were read are left out where there are none. */
function byStance({ names, weeks }: NameInsights): NamedSeries[] {
  const known = STANCES.map((stance) => {
    const own = names.flatMap(({ stances }) => stances.filter((one) => one.stance === stance))
    const values = weeks.map((_, week) => own.reduce((sum, one) => sum + (one.by_week[week] ?? 0), 0))
    return { name: STANCE_WORDS[stance], total: own.reduce((sum, one) => sum + one.total, 0), values }
  })
  const told = weeks.map((_, week) => known.reduce((sum, { values }) => sum + (values[week] ?? 0), 0))
  const unread = names.reduce((sum, one) => sum + one.unread, 0)
  const values = weeks.map(
    (_, week) => names.reduce((sum, one) => sum + (one.by_week[week] ?? 0), 0) - (told[week] ?? 0),
  )
  return unread === 0 ? known : [...known, { name: 'Not read', total: unread, values }]
}

function sayWeek({ from, to }: NameInsights['weeks'][number]): string {
  return `${formatDay(from)} – ${formatDay(to)}`
}

/** A row a name, with what its authors do. */
function NamesTable({ data: { names } }: { data: NameInsights }) {
  return (
    <Table label="Mentions by name and stance">
      <thead>
        <tr>
          <TableHeader>Name</TableHeader>
          <TableHeader className="text-right">Posts</TableHeader>
          <TableHeader className="text-right">Share</TableHeader>
          {STANCES.map((stance) => (
            <TableHeader key={stance} className="text-right">
              {STANCE_WORDS[stance]}
            </TableHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map(({ id, text, total, share, stances }) => (
          <TableRow key={id}>
            <TableCell className="min-w-40">{text}</TableCell>
            <TableCell className="num text-right font-medium">{formatNumber(total)}</TableCell>
            <TableCell className="num text-right">{share === null ? '–' : formatShare(share)}</TableCell>
            {STANCES.map((stance) => (
              <TableCell key={stance} className="num text-right">
                {formatNumber(stances.find((one) => one.stance === stance)?.total ?? 0)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

/** A row a week, the newest first. */
function StancesTable({ data }: { data: NameInsights }) {
  const series = byStance(data)
  return (
    <Table label="Mentions by week and stance">
      <thead>
        <tr>
          <TableHeader>Week</TableHeader>
          {series.map(({ name }) => (
            <TableHeader key={name} className="text-right">
              {name}
            </TableHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.weeks
          .map((week, at) => (
            <TableRow key={week.from}>
              <TableCell className="num whitespace-nowrap">{sayWeek(week)}</TableCell>
              {series.map(({ name, values }) => (
                <TableCell key={name} className="num text-right">
                  {formatNumber(values[at] ?? 0)}
                </TableCell>
              ))}
            </TableRow>
          ))
          .toReversed()}
      </tbody>
    </Table>
  )
}

function Spikes({ spikes }: { spikes: NameInsights['spikes'] }) {
  if (spikes.length === 0) return null
  return (
    <section aria-label="Unusual days" className="grid gap-1.5">
      <h3 className="text-s font-semibold">More than chance explains</h3>
      <ul className="grid gap-1 text-s text-ink-2">
        {spikes.map(({ id, text, day, found, usual, most }) => (
          <li key={`${id} ${day}`} className="flex items-start gap-2">
            <TrendingUp aria-hidden="true" className="mt-0.75 size-3.5 shrink-0 text-accent" />
            <span className="min-w-0 wrap-anywhere">
              <b className="font-medium text-ink">{text}</b> on {formatDay(day)}: {formatCount(found, 'post')}, where{' '}
              {formatNumber(Math.round(usual * 10) / 10)} are usual and {formatNumber(most)} the most by chance
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
