import { BYTE_ORDER_MARK, csvRows } from '../platform/csv.ts'
import { headingOf, rowOf, type ExportColumn, type ExportedLead } from './exported-lead.ts'

/** The leads as CSV, marked as UTF-8. */
export async function* writeCsv(
  leads: AsyncIterable<ExportedLead[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  yield encoded(BYTE_ORDER_MARK + csvRows([headingOf(columns)]))
  for await (const batch of leads) {
    if (batch.length > 0) yield encoded(csvRows(batch.map((lead) => rowOf(lead, columns))))
  }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
