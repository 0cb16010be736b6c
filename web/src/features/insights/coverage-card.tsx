import type { BlindTime, Coverage, SourceCoverage } from '@leadlight/contract/insights'
import { dayIn } from '@leadlight/domain/days'
import { POLLS_KEPT_DAYS } from '@leadlight/domain/monitoring'
import { formatDay, formatMoment, formatNumber } from '../../lib/format.ts'
import { BandChart, type Band } from '../../ui/band-chart.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { useCoverage, type InsightsOf } from './use-insights.ts'
import { formatDuration } from './words.ts'

const OUTCOMES: Record<BlindTime['outcome'], string> = {
  open: 'Lasts',
  unread: 'Still to be read',
  backfilled: 'Read later',
  lost: 'Lost',
}

/** When monitoring received each source, and when it was blind. */
export function CoverageCard({ of }: { of: InsightsOf }) {
  const answer = useCoverage(of)
  const { data } = answer
  return (
    <FigureCard
      title="Coverage"
      of={of}
      figure="coverage"
      answer={answer}
      className="lg:col-span-2"
      emptyText={({ sources }) =>
        sources.length === 0
          ? 'Nothing was listened to or searched on these days. Monitored signals are listened for.'
          : null
      }
      renderChart={(coverage) => (
        <CoverageChart coverage={coverage} timeZone={of.requested.time_zone} to={of.requested.to} />
      )}
      renderTable={({ sources }) => <CoverageTable sources={sources} />}
    >
      When monitoring heard each source, and when it could not. What was said in a blind time is read afterwards where
      the source still lists it.
      {data?.known_since && ` Known for the last ${POLLS_KEPT_DAYS} days.`}
      {data?.sources.some(({ captured }) => captured !== null) &&
        ' Captured: of posts drawn at random there, how many had been read, with the 95 % interval. The table has it.'}
      {data?.is_cut && ' There were more blind times than are shown: the oldest are left out.'}
    </FigureCard>
  )
}

function CoverageChart({ coverage, timeZone, to }: { coverage: Coverage; timeZone: string; to: string }) {
  const from = Date.parse(coverage.from)
  const length = Math.max(1, Date.parse(coverage.to) - from)
  const place = (at: string) => Math.min(1, Math.max(0, (Date.parse(at) - from) / length))
  return (
    <BandChart
      label="When each source was heard"
      unknownTo={coverage.known_since ? place(coverage.known_since) : 0}
      start={formatDay(dayIn(timeZone, new Date(from)))}
      end={formatDay(to)}
      rows={coverage.sources.map((source) => ({
        name: source.name,
        text: describeCoverage(source),
        bands: bandsOf(source, place),
      }))}
    />
  )
}

function bandsOf({ listened, blind }: SourceCoverage, place: (at: string) => number): Band[] {
  const received = listened.map(({ from, to }): Band => ({ from: place(from), to: place(to), kind: 'on' }))
  const deaf = blind.map(({ from, to, outcome }): Band => {
    return { from: place(from), to: to === null ? 1 : place(to), kind: outcome === 'lost' ? 'lost' : 'off' }
  })
  return [...received, ...deaf]
}

function describeCoverage({
  listened_ms: listened,
  blind_ms: blind,
  lost_ms: lost,
  looks,
  failed_looks: failed,
}: SourceCoverage) {
  if (listened === 0) {
    const failures = failed > 0 ? `, ${formatNumber(failed)} failed` : ''
    return `Searched only: ${formatNumber(looks)} ${looks === 1 ? 'look' : 'looks'}${failures}`
  }
  if (blind === 0) return 'Never blind'
  return `Blind ${formatDuration(blind)}${lost > 0 ? `, ${formatDuration(lost)} of it lost` : ''}`
}

function CoverageTable({ sources }: { sources: readonly SourceCoverage[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Table label="Coverage by source">
        <thead>
          <tr>
            <TableHeader>Source</TableHeader>
            <TableHeader className="text-right">Listened</TableHeader>
            <TableHeader className="text-right">Blind</TableHeader>
            <TableHeader className="text-right">Lost</TableHeader>
            <TableHeader className="text-right">Captured</TableHeader>
            <TableHeader className="text-right">Looks of searches</TableHeader>
            <TableHeader className="text-right">Failed</TableHeader>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <TableRow key={`${source.platform} ${source.source}`}>
              <TableCell className="min-w-40">{source.name}</TableCell>
              <TableCell className="num text-right whitespace-nowrap">{timeOf(source.listened_ms)}</TableCell>
              <TableCell className="num text-right whitespace-nowrap">{timeOf(source.blind_ms)}</TableCell>
              <TableCell className="num text-right whitespace-nowrap">{timeOf(source.lost_ms)}</TableCell>
              <TableCell className="num text-right whitespace-nowrap">{describeCaptured(source)}</TableCell>
              <TableCell className="num text-right">{formatNumber(source.looks)}</TableCell>
              <TableCell className="num text-right">{formatNumber(source.failed_looks)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      {sources.some(({ blind }) => blind.length > 0) && <BlindTable sources={sources} />}
    </div>
  )
}

function BlindTable({ sources }: { sources: readonly SourceCoverage[] }) {
  return (
    <Table label="Blind times">
      <thead>
        <tr>
          <TableHeader>Source</TableHeader>
          <TableHeader>From</TableHeader>
          <TableHeader>To</TableHeader>
          <TableHeader>What was said meanwhile</TableHeader>
          <TableHeader>Why</TableHeader>
        </tr>
      </thead>
      <tbody>
        {sources.flatMap(({ name, platform, source, blind }) =>
          blind.map(({ from, to, outcome, reason }) => (
            <TableRow key={`${platform} ${source} ${from} ${outcome}`}>
              <TableCell className="min-w-40">{name}</TableCell>
              <TableCell className="num whitespace-nowrap">{formatMoment(from)}</TableCell>
              <TableCell className="num whitespace-nowrap">{to === null ? 'now' : formatMoment(to)}</TableCell>
              <TableCell className="whitespace-nowrap">{OUTCOMES[outcome]}</TableCell>
              <TableCell className="min-w-48 text-ink-2">{reason ?? '–'}</TableCell>
            </TableRow>
          )),
        )}
      </tbody>
    </Table>
  )
}

function describeCaptured({ captured }: SourceCoverage): string {
  if (!captured) return '–'
  const percent = (share: number) => (100 * share).toFixed(1)
  const { share, low, high, drawn } = captured
  return `${percent(share)} % (${percent(low)}–${percent(high)}), ${formatNumber(drawn)} drawn`
}

function timeOf(ms: number): string {
  return ms === 0 ? '–' : formatDuration(ms)
}
