import type { Invoice } from '@leadlight/contract/billing'
import { ReceiptText } from 'lucide-react'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { Section } from './section.tsx'

interface InvoiceListProps {
  /** Null if the payment provider could not be reached. */
  invoices: readonly Invoice[] | null
  onRetry: () => void
  retrying: boolean
}

const STATES: Record<Invoice['status'], { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'neutral' },
  open: { word: 'Open', tone: 'accent' },
  paid: { word: 'Paid', tone: 'good' },
  uncollectible: { word: 'Not paid', tone: 'bad' },
  void: { word: 'Void', tone: 'neutral' },
}

/** The invoices, newest first, each with its page and file at the payment provider. */
export function InvoiceList({ invoices, onRetry, retrying }: InvoiceListProps) {
  return (
    <Section title="Invoices">
      {invoices === null ? (
        <Notice
          tone="warning"
          action={
            <Button size="s" busy={retrying} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          The payment provider could not be asked for your invoices just now. Everything else on this page is current.
        </Notice>
      ) : invoices.length === 0 ? (
        <Card>
          <EmptyState icon={<ReceiptText aria-hidden="true" />} title="No invoices yet" className="py-8">
            The first comes with your first plan.
          </EmptyState>
        </Card>
      ) : (
        <InvoiceTable invoices={invoices} />
      )}
    </Section>
  )
}

function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Table label="Invoices">
      <thead>
        <tr>
          <TableHeader>Date</TableHeader>
          <TableHeader>Number</TableHeader>
          <TableHeader className="text-right">Amount</TableHeader>
          <TableHeader>State</TableHeader>
          <TableHeader>File</TableHeader>
        </tr>
      </thead>
      <tbody>
        {invoices.map(({ id, created_at: at, number, total, currency, status, url, pdf }) => (
          <TableRow key={id}>
            <TableCell className="num whitespace-nowrap">{formatDate(at)}</TableCell>
            <TableCell className="num whitespace-nowrap">
              {url === null ? (
                (number ?? 'None')
              ) : (
                <a href={url} target="_blank" rel="noreferrer" className="link">
                  {number ?? 'Open'}
                </a>
              )}
            </TableCell>
            <TableCell className="num text-right whitespace-nowrap">{formatMoney(total, currency)}</TableCell>
            <TableCell>
              <Chip tone={STATES[status].tone}>{STATES[status].word}</Chip>
            </TableCell>
            <TableCell>
              {pdf !== null && (
                <a href={pdf} target="_blank" rel="noreferrer" className="link" aria-label={`PDF of ${number ?? id}`}>
                  PDF
                </a>
              )}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
