import type { LedgerEntry } from '@leadlight/contract/billing'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { KIND_WORDS } from './words.ts'

/** Ledger entries, newest first: time, kind, project and user, amount, and balance. */
export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <Table label="Ledger">
      <thead>
        <tr>
          <TableHeader className="w-40 max-sm:w-24">When</TableHeader>
          <TableHeader>What</TableHeader>
          <TableHeader className="max-lg:hidden">Where</TableHeader>
          <TableHeader className="max-xl:hidden">Who</TableHeader>
          <TableHeader className="text-right">Credits</TableHeader>
          <TableHeader className="text-right max-xl:hidden">Balance</TableHeader>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <TableRow key={entry.id} className="align-top">
            <TableCell className="num text-ink-3 sm:whitespace-nowrap">
              <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
            </TableCell>
            <TableCell className="wrap-anywhere lg:min-w-44">
              {entry.what}
              <p className="text-s text-ink-3">
                {KIND_WORDS[entry.kind]}
                {entry.project?.name && <span className="lg:hidden">, {entry.project.name}</span>}
              </p>
            </TableCell>
            <TableCell className="max-w-72 min-w-36 max-lg:hidden">
              <Where entry={entry} />
            </TableCell>
            <TableCell className="min-w-24 wrap-anywhere max-xl:hidden">
              {entry.who && (entry.who.name ?? <span className="text-ink-3">Somebody who is gone</span>)}
            </TableCell>
            <TableCell className="num text-right font-medium whitespace-nowrap">{signed(entry.credits)}</TableCell>
            <TableCell className="num text-right whitespace-nowrap text-ink-3 max-xl:hidden">
              {formatNumber(entry.balance)}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function Where({ entry: { project, signal } }: { entry: LedgerEntry }) {
  if (!project) return null
  return (
    <>
      <p className="truncate">{project.name ?? <span className="text-ink-3">A project that is gone</span>}</p>
      {signal && (
        <p className="truncate text-s text-ink-3" title={signal.text ?? undefined}>
          {signal.text ?? 'A signal that is gone'}
        </p>
      )}
    </>
  )
}

function signed(credits: number): string {
  return credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits).replace('-', '\u2212')
}
