import { stringify } from 'csv-stringify/sync'

/** What a cell of a table may hold. */
export type Cell = string | number | boolean | Date | null

export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula, after as many apostrophes as it likes. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Rows as CSV by RFC 4180. A text that a spreadsheet would take for a formula has an apostrophe put before it, and so has one
 * that begins with apostrophes before such a sign: taking one away from either gives it back. Texts stand in quotes, each of
 * them, so that line breaks of any kind and spaces at the ends stay.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
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
