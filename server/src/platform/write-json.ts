import type { ExportTable } from './export-file.ts'

/** The rows as one JSON array, one a line. */
export async function* writeJson<Row>({ batches, jsonOf }: ExportTable<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let separator = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield encoder.encode(separator + batch.map((row) => JSON.stringify(jsonOf(row))).join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}
