import { stringify } from 'csv-stringify/sync'
import { headingOf, rowOf, type Cell, type ExportColumn, type ExportedLead } from './exported-lead.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula, after as many apostrophes as it likes. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * The leads as CSV by RFC 4180, marked as UTF-8. A text that a spreadsheet would take for a formula has an apostrophe put
 * before it, and so has one that begins with apostrophes before such a sign: taking one away from either gives it back.
 */
export async function* writeCsv(
  leads: AsyncIterable<ExportedLead[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  yield encoded(BYTE_ORDER_MARK + table([headingOf(columns)]))
  for await (const batch of leads) {
    if (batch.length > 0) yield encoded(table(batch.map((lead) => rowOf(lead, columns))))
  }
}

/** Texts stand in quotes, each of them, so that line breaks of any kind and spaces at the ends stay. */
function table(rows: readonly Cell[][]): string {
  return stringify(
    rows.map((row) => row.map(cellText)),
    { quoted_string: true, record_delimiter: '\r\n' },
  )
}

function cellText(cell: Cell): string | number | null {
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'boolean' ? String(cell) : cell
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
