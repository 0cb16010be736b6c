import type { ExportColumn, ExportedLead } from './exported-lead.ts'

/** The leads as one JSON array, a lead a line. */
export async function* writeJson(
  leads: AsyncIterable<ExportedLead[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let separator = '[\n'
  for await (const batch of leads) {
    if (batch.length === 0) continue
    yield encoder.encode(separator + batch.map((lead) => JSON.stringify(inJson(lead, columns))).join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}

/** Smart columns are a list, since nothing keeps two names from reading alike to whoever takes them for keys. */
function inJson({ values, ...lead }: ExportedLead, columns: readonly ExportColumn[]) {
  return { ...lead, smart_columns: columns.map(({ id, name }) => ({ name, value: values.get(id) ?? null })) }
}
