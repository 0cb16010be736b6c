import { BYTE_ORDER_MARK, csvRows } from './csv.ts'
import type { ExportTable } from './export-file.ts'
import { encodeInTurns } from './take-turns.ts'

type Table<Row> = Pick<ExportTable<Row>, 'heading' | 'batches' | 'cellsOf'>

/** The table as CSV, marked as UTF-8. */
export function writeCsv<Row>(table: Table<Row>): AsyncGenerator<Uint8Array> {
  return encodeInTurns(lines(table))
}

async function* lines<Row>({ heading, batches, cellsOf }: Table<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRows([heading])
  for await (const batch of batches) {
    for (const row of batch) yield csvRows([cellsOf(row)])
  }
}
