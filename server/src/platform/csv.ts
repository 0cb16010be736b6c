import { stringify } from 'csv-stringify/sync'

/** The value of a table's cell. */
export type Cell = string | number | boolean | Date | null

export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula, after any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Rows as CSV by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front, also where
 * it already begins with apostrophes: removing one gives the text back. All texts are quoted, so that line breaks and
 * outer spaces stay.
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
