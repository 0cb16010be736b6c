import type { CreditInsights } from '@leadlight/contract/insights'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { FigureCard } from './figure-card.tsx'
import { useCreditInsights, type InsightsOf } from './use-insights.ts'

const GONE = 'A signal that is gone'

/** Credits spent per lead that nobody has deleted. */
export function CreditsCard({ of }: { of: InsightsOf }) {
  const answer = useCreditInsights(of)
  return (
    <FigureCard
      title="Credits per lead"
      of={of}
      figure="credits"
      answer={answer}
      emptyText={({ found, total }) =>
        found === 0 && total === 0 ? 'No lead was found and nothing was spent on these days.' : null
      }
      renderChart={(data) => <CreditsChart data={data} />}
      renderTable={(data) => <CreditsTable data={data} />}
    >
      What searches and monitoring cost on these days, by the leads they found and nobody deleted. A lead counts for
      every signal that it matches.
    </FigureCard>
  )
}

function CreditsChart({ data }: { data: CreditInsights }) {
  const { finding, kept, found, per_kept_lead: perLead, total, by_signal: bySignal } = data
  const rest = Math.round((total - finding) * 1000) / 1000
  return (
    <>
      <p>
        <b className="num text-xl font-semibold">{perLead === null ? '–' : roughly(perLead)}</b>
        <span className="text-ink-3">
          {' '}
          {perLead === null ? 'no lead is left' : 'a lead'}: {formatCount(finding, 'credit')} for{' '}
          {formatCount(kept, 'lead')}
          {found > kept && `, ${formatNumber(found - kept)} more deleted since`}
          {rest > 0 && `; ${formatNumber(rest)} more went to drafts and smart columns`}
        </span>
      </p>
      <BarList
        label="Credits per lead by signal"
        items={bySignal.map(({ text, finding: spent, kept: own, per_kept_lead: each }) => ({
          name: text ?? GONE,
          value: each ?? 0,
          text: each === null ? 'none left' : roughly(each),
          note: `${formatCount(spent, 'credit')}, ${formatCount(own, 'lead')}`,
        }))}
      />
    </>
  )
}

/** Rounded to a tenth; the table is exact. */
function roughly(credits: number): string {
  return formatNumber(credits < 1 ? Math.round(credits * 100) / 100 : Math.round(credits * 10) / 10)
}

function CreditsTable({
  data: { by_signal: bySignal, finding, found, kept, per_kept_lead: perLead },
}: {
  data: CreditInsights
}) {
  const rows = [
    { key: 'all', text: 'All', finding, found, kept, each: perLead },
    ...bySignal.map(({ id, text, per_kept_lead: each, ...one }) => ({ key: id, text: text ?? GONE, each, ...one })),
  ]
  return (
    <Table label="Credits per lead by signal">
      <thead>
        <tr>
          <TableHeader>Signal</TableHeader>
          <TableHeader className="text-right">Credits</TableHeader>
          <TableHeader className="text-right">Found</TableHeader>
          <TableHeader className="text-right">Not deleted</TableHeader>
          <TableHeader className="text-right">Per lead</TableHeader>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, text, finding: spent, found: all, kept: own, each }) => (
          <TableRow key={key}>
            <TableCell className="min-w-40">{text}</TableCell>
            <TableCell className="num text-right">{formatNumber(spent)}</TableCell>
            <TableCell className="num text-right">{formatNumber(all)}</TableCell>
            <TableCell className="num text-right">{formatNumber(own)}</TableCell>
            <TableCell className="num text-right">{each === null ? '–' : formatNumber(each)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
