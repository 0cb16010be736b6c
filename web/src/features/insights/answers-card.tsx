import type { AnswerTimes } from '@leadlight/contract/insights'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { useAnswerTimes, type InsightsOf } from './use-insights.ts'
import { sayDuration } from './words.ts'

/** How long it took from finding a lead to its first draft or status. */
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
      <b className="num text-xl font-semibold">{sayDuration(median)}</b>
      <span className="text-ink-3">
        {' '}
        or less for half of {formatNumber(answered)} answered, {sayDuration(slow)} or less for nine in ten
      </span>
    </p>
  )
}

function rowsOf({ steps, dismissed, waiting }: AnswerTimes): { name: string; leads: number }[] {
  return [
    ...steps.map(({ within, leads }) => ({ name: within === null ? 'Later' : `Within ${within}`, leads })),
    { name: 'Deleted without', leads: dismissed },
    { name: 'Still waiting', leads: waiting },
  ]
}
