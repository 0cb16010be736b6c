import { expect, test } from 'vitest'
import type { Cell } from './csv.ts'
import { exportResponse, type ExportFormat } from './export-file.ts'
import { takeTurns } from './take-turns.ts'

/** Counts the turns that others get until the work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(count)
  function count() {
    turns += 1
    next = setImmediate(count)
  }
  await work
  clearImmediate(next)
  return turns
}

test('work takes a turn for every hundred thousand characters, and none for less', async () => {
  const turnsFor = async (pieces: number, characters: number) => {
    const turns = takeTurns()
    return countTurns(
      (async () => {
        for (let piece = 0; piece < pieces; piece++) await turns.after(characters)
      })(),
    )
  }
  expect(await turnsFor(90, 1_000)).toBeLessThan(3)
  expect(await turnsFor(200, 10_000)).toBeGreaterThanOrEqual(20)
})

test.each<ExportFormat>(['csv', 'json', 'xlsx'])(
  'a batch of an export as %s is written in many turns',
  async (format) => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ id: String(at), text: 'x'.repeat(20_000) }))
    const file = {
      projectName: 'Bakers',
      what: 'leads',
      startedAt: new Date('2026-11-02T09:00:00Z'),
      heading: ['id', 'text'],
      cellsOf: ({ id, text }: { id: string; text: string }): Cell[] => [id, text],
      jsonOf: (row: unknown) => row,
      // eslint-disable-next-line @typescript-eslint/require-await -- as the database's batches come
      batches: (async function* () {
        yield rows
      })(),
    }
    expect(await countTurns(exportResponse(file, format).arrayBuffer())).toBeGreaterThanOrEqual(20)
  },
)
