import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from './csv.ts'
import type { ExportTable } from './export-file.ts'

/** The most characters a cell may hold. */
export const CELL_MAX = 32_767

/** What XML cannot carry, and carriage returns, which it would make line feeds; and what already looks like an escape. */
// eslint-disable-next-line no-control-regex -- it is control characters that are escaped
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g

/**
 * The table as a workbook with one sheet; past a million rows it continues on another. Texts stay texts, whatever they
 * begin with. A text too long for a cell continues in the row below, which repeats only the first cell.
 */
export function writeXlsx<Row>(table: ExportTable<Row>, sheet: string): ReadableStream<Uint8Array> {
  return writeXlsxStream(sheetRows(table), { name: sheet })
}

async function* sheetRows<Row>({ heading, batches, cellsOf }: ExportTable<Row>): AsyncGenerator<Cell[]> {
  yield escaped(heading)
  for await (const batch of batches) {
    for (const row of batch) {
      for (const cells of inCells(cellsOf(row))) yield escaped(cells)
    }
  }
}

/** One row, and as many more as a text too long for its cell takes. */
function inCells(row: readonly Cell[]): Cell[][] {
  const pieces = row.map((cell) => (typeof cell === 'string' ? cut(cell) : [cell]))
  const count = Math.max(...pieces.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) => {
    const cells = pieces.map((of) => of[index] ?? null)
    return index === 0 ? cells : [row[0] ?? null, ...cells.slice(1)]
  })
}

/** Pieces that fit a cell, none splitting a character. */
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

/** A character written by its code, as the format does: `_x000D_`. */
function escape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
