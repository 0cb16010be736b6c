import type { SignalInsight } from '@leadlight/contract/insights'
import { AUDITED_MIN } from '@leadlight/domain/recall'
import { Link } from '../../lib/router/link.tsx'
import { QUALITY_RATED_MIN } from '@leadlight/domain/quality'
import { formatCount, formatMeasured, formatNumber, formatShare } from '../../lib/format.ts'
import { IntervalChart } from '../../ui/interval-chart.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { useSignalInsights, type InsightsOf } from './use-insights.ts'

type Signals = { signals: SignalInsight[] }

const emptyText = ({ signals }: Signals) => (signals.length === 0 ? 'The project has no signals yet.' : null)

/** Each signal's share of good leads, from users' feedback. */
export function AcceptanceCard({ of }: { of: InsightsOf }) {
  return (
    <FigureCard
      title="Good leads"
      of={of}
      figure="quality"
      answer={useSignalInsights(of)}
      emptyText={emptyText}
      renderChart={({ signals }) => (
        <IntervalChart
          label="Share of good leads by signal"
          rows={signals.map(({ text, positive, negative, precision }) => {
            const rated = positive + negative
            return {
              name: text,
              measured: precision,
              text: precision ? formatMeasured(precision) : `${formatNumber(rated)} of ${QUALITY_RATED_MIN} rated`,
              note: precision && `${formatNumber(positive)} good, ${formatNumber(negative)} not`,
            }
          })}
        />
      )}
      renderTable={({ signals }) => (
        <Table label="Share of good leads by signal">
          <thead>
            <tr>
              <TableHeader>Signal</TableHeader>
              <TableHeader className="text-right">Good</TableHeader>
              <TableHeader className="text-right">Not</TableHeader>
              <TableHeader className="text-right">Share</TableHeader>
              <TableHeader className="text-right">95 % interval</TableHeader>
            </tr>
          </thead>
          <tbody>
            {signals.map(({ id, text, positive, negative, precision }) => (
              <TableRow key={id}>
                <TableCell className="min-w-40">{text}</TableCell>
                <TableCell className="num text-right">{formatNumber(positive)}</TableCell>
                <TableCell className="num text-right">{formatNumber(negative)}</TableCell>
                <TableCell className="num text-right">{precision ? formatShare(precision.share) : '–'}</TableCell>
                <TableCell className="num text-right whitespace-nowrap">{intervalOf(precision)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    >
      Of the leads found on these days that somebody rated, the share that are good ones, and where it would lie with 95
      % confidence if all were rated. It takes {QUALITY_RATED_MIN}.
    </FigureCard>
  )
}

/** How much each signal misses, from audited posts that it rejected. */
export function MissesCard({ of }: { of: InsightsOf }) {
  const answer = useSignalInsights(of)
  return (
    <FigureCard
      title="Estimated misses"
      of={of}
      figure="quality"
      answer={answer}
      emptyText={emptyText}
      renderChart={({ signals }) => (
        <IntervalChart
          label="Estimated share of misses by signal"
          rows={signals.map((signal) => {
            const missed = missesOf(signal)
            return {
              name: signal.text,
              measured: missed,
              text: missed ? formatMeasured(missed) : lackOf(signal),
              note: (
                <Link
                  to={`/projects/${of.projectId}/passed-over/${signal.id}`}
                  className="target inline-flex items-center underline hover:text-ink"
                >
                  {missed
                    ? `${formatCount(signal.audited, 'passed-over post')} looked at`
                    : 'Look at passed-over posts'}
                  <span className="sr-only">: {signal.text}</span>
                </Link>
              ),
            }
          })}
        />
      )}
      renderTable={({ signals }) => (
        <Table label="Estimated share of misses by signal">
          <thead>
            <tr>
              <TableHeader>Signal</TableHeader>
              <TableHeader className="text-right">Looked at</TableHeader>
              <TableHeader className="text-right">Were one</TableHeader>
              <TableHeader className="text-right">Missed</TableHeader>
              <TableHeader className="text-right">95 % interval</TableHeader>
            </tr>
          </thead>
          <tbody>
            {signals.map((signal) => {
              const missed = missesOf(signal)
              return (
                <TableRow key={signal.id}>
                  <TableCell className="min-w-40">{signal.text}</TableCell>
                  <TableCell className="num text-right">{formatNumber(signal.audited)}</TableCell>
                  <TableCell className="num text-right">
                    {signal.recall ? formatNumber(signal.recall.missed) : '–'}
                  </TableCell>
                  <TableCell className="num text-right">{missed ? formatShare(missed.share) : '–'}</TableCell>
                  <TableCell className="num text-right whitespace-nowrap">{intervalOf(missed)}</TableCell>
                </TableRow>
              )
            })}
          </tbody>
        </Table>
      )}
    >
      Of all posts that a signal looks for, the share it passed over, reckoned from the ones you looked at. Of the last
      twelve weeks, whichever days are chosen.
    </FigureCard>
  )
}

function missesOf({ recall }: SignalInsight) {
  return recall && { share: 1 - recall.share, low: 1 - recall.high, high: 1 - recall.low }
}

function lackOf({ audited }: SignalInsight): string {
  return audited < AUDITED_MIN ? `${formatNumber(audited)} of ${AUDITED_MIN} looked at` : 'No lead is rated yet'
}

function intervalOf(measured: { low: number; high: number } | null): string {
  return measured ? `${formatShare(measured.low)} – ${formatShare(measured.high)}` : '–'
}
