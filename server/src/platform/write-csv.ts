import { BYTE_ORDER_MARK, csvRows } from './csv.ts'
import type { ExportTable } from './export-file.ts'

/** The table as CSV, marked as UTF-8. */
export async function* writeCsv<Row>({
  heading,
  batches,
  cellsOf,
}: Pick<ExportTable<Row>, 'heading' | 'batches' | 'cellsOf'>): AsyncGenerator<Uint8Array> {
  yield encoded(BYTE_ORDER_MARK + csvRows([heading]))
  for await (const batch of batches) {
    if (batch.length > 0) yield encoded(csvRows(batch.map(cellsOf)))
  }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
