import { writeXlsxStream } from 'hucre/xlsx'
import { headingOf, rowOf, type Cell, type ExportColumn, type ExportedLead } from './exported-lead.ts'

/** More characters than this a cell may not have. */
export const CELL_MAX = 32_767

/** What XML cannot carry, and carriage returns, which it would make line feeds; and what already looks like an escape. */
// eslint-disable-next-line no-control-regex -- it is control characters that are escaped
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g

/**
 * The leads as a workbook with one sheet; past a million rows it goes on in another. Texts are texts, whatever they begin
 * with. One that is longer than a cell may be goes on in the row below, which repeats the lead's id and nothing else.
 */
export function writeXlsx(
  leads: AsyncGenerator<ExportedLead[]>,
  columns: readonly ExportColumn[],
): ReadableStream<Uint8Array> {
  return writeXlsxStream(sheetRows(leads, columns), { name: 'Leads' })
}

async function* sheetRows(
  leads: AsyncGenerator<ExportedLead[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[]> {
  yield escaped(headingOf(columns))
  for await (const batch of leads) {
    for (const lead of batch) {
      for (const row of inCells(lead.id, rowOf(lead, columns))) yield escaped(row)
    }
  }
}

/** One row, and where a text is too long for its cell as many more as it takes. */
function inCells(id: string, row: readonly Cell[]): Cell[][] {
  const pieces = row.map((cell) => (typeof cell === 'string' ? cut(cell) : [cell]))
  const count = Math.max(...pieces.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) => {
    const cells = pieces.map((of) => of[index] ?? null)
    return index === 0 ? cells : [id, ...cells.slice(1)]
  })
}

/** Pieces that fit a cell, none ending within a character. */
function cut(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > CELL_MAX) {
    const to = from + CELL_MAX
    const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(to - 1))
    pieces.push(text.slice(from, isWithin ? to - 1 : to))
    from = isWithin ? to - 1 : to
  }
  return [...pieces, text.slice(from)]
}

function escaped(row: readonly Cell[]): Cell[] {
  return row.map((cell) => (typeof cell === 'string' ? cell.replaceAll(UNSAFE, escape) : cell))
}

/** As the format writes a character by its code: `_x000D_`. */
function escape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
