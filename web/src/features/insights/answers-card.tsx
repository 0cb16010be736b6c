import type { AnswerTimes } from '@leadlight/contract/insights'
import { nameAnswerSteps } from '@leadlight/domain/insights'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { useAnswerTimes, type InsightsOf } from './use-insights.ts'
import { formatDuration, MINUTE_MS } from './words.ts'

/** The time from finding a lead to its first draft or status. */
export function AnswersCard({ of }: { of: InsightsOf }) {
  const answer = useAnswerTimes(of)
  return (
    <FigureCard
      title="Time to first answer"
      of={of}
      figure="answers"
      answer={answer}
      emptyText={({ found }) => (found === 0 ? 'No lead was found on these days.' : null)}
      renderChart={(data) => (
        <>
          <Median data={data} />
          <BarList
            label="Leads by time to first answer"
            items={rowsOf(data).map(({ name, leads }) => ({ name, value: leads, text: formatNumber(leads) }))}
          />
        </>
      )}
      renderTable={(data) => (
        <Table label="Leads by time to first answer">
          <thead>
            <tr>
              <TableHeader>First answer</TableHeader>
              <TableHeader className="text-right">Leads</TableHeader>
            </tr>
          </thead>
          <tbody>
            {rowsOf(data).map(({ name, leads }) => (
              <TableRow key={name}>
                <TableCell>{name}</TableCell>
                <TableCell className="num text-right">{formatNumber(leads)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    >
      From when a lead was found to its first draft or status: answers are sent elsewhere, so this is the nearest that
      Leadlight sees. Of the leads found on these days, as they stand now.
    </FigureCard>
  )
}

function Median({ data: { answered, found, median_ms: median, slow_ms: slow } }: { data: AnswerTimes }) {
  if (median === null || slow === null)
    return <p className="text-ink-2">None of {formatCount(found, 'lead')} has a draft or a status yet.</p>
  return (
    <p>
      <b className="num text-xl font-semibold">{formatDuration(median)}</b>
      <span className="text-ink-3">
        {' '}
        {orLess(median)}for half of {formatNumber(answered)} answered, {formatDuration(slow)} {orLess(slow)}for nine in
        ten
      </span>
    </p>
  )
}

/** "Less than a minute" needs no "or less". */
function orLess(ms: number): string {
  return ms < MINUTE_MS ? '' : 'or less '
}

function rowsOf({ steps, dismissed, waiting }: AnswerTimes): { name: string; leads: number }[] {
  const names = nameAnswerSteps(steps)
  return [
    ...steps.map(({ leads }, step) => ({ name: capital(names[step] ?? ''), leads })),
    { name: 'Deleted without', leads: dismissed },
    { name: 'Still waiting', leads: waiting },
  ]
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
