import type { ExportTable } from './export-file.ts'
import { encodeInTurns } from './take-turns.ts'

type Table<Row> = Pick<ExportTable<Row>, 'batches' | 'jsonOf'>

/** The rows as one JSON array, one a line. */
export function writeJson<Row>(table: Table<Row>): AsyncGenerator<Uint8Array> {
  return encodeInTurns(lines(table))
}

async function* lines<Row>({ batches, jsonOf }: Table<Row>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const batch of batches) {
    for (const row of batch) {
      yield separator + JSON.stringify(jsonOf(row))
      separator = ',\n'
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
