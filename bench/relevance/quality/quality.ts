import { readFileSync, writeFileSync } from 'node:fs'
import { readGraded } from '../read-data.ts'
import { composeQuality, type QualityInputs } from './compose-quality.ts'
import { measureKappa, readSecondReadings } from './kappa.ts'
import { measureKept, type KeptPost } from './measure-kept.ts'
import type { SetQuality } from './measure-quality.ts'

const BENCH = new URL('../../', import.meta.url)
const LABELS = new URL('relevance/labels/', BENCH).pathname

/** For every third signal set apart a whole search was made, and all that it kept was graded. */
const SIGNALS_SEARCHED = 20

/** What this command writes, by path from the repository's root. The tests compare it with what is there. */
export interface Written {
  path: string
  text: string
}

/** `npm run bench -- quality`: writes `docs/quality.md` and the figures that the web shows from recorded measurements. */
export function run(): Promise<void> {
  for (const { path, text } of composeAll()) {
    writeFileSync(new URL(`../${path}`, BENCH), text)
    console.log(`Wrote ${path}.`)
  }
  return Promise.resolve()
}

export function composeAll(): Written[] {
  const inputs = readInputs()
  return [
    { path: 'docs/quality.md', text: composeQuality(inputs) },
    { path: 'web/src/features/signals/measured-quality.ts', text: composeFigures(inputs.apart) },
  ]
}

export function readInputs(): QualityInputs {
  // Each file was written by a benchmark of ours, in the shape of its type.
  return {
    apart: readJson('relevance/quality/apart.json') as SetQuality,
    shared: readJson('relevance/quality/shared.json') as SetQuality,
    signals: readGraded(`${LABELS}apart`).signals,
    readings: measureKappa(readSecondReadings([`${LABELS}learn`, `${LABELS}apart`])),
    funnel: readJson('funnel/baseline.json') as QualityInputs['funnel'],
    kept: measureKept(readKept(), SIGNALS_SEARCHED),
  }
}

/** What the present weights keep: those that only earlier ones kept have no rank, and their grades are there to be used again. */
function readKept(): KeptPost[] {
  const lines = readFileSync(`${LABELS}apart/kept.jsonl`, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as KeptPost).filter(({ rank }) => rank !== null)
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, BENCH), 'utf8'))
}

function composeFigures({ counts, rows }: SetQuality): string {
  const { precision, recall } = rows['Leadlight'] ?? {}
  if (!precision || !recall) throw new Error('Nothing was measured of Leadlight.')
  return `// Written by \`npm run bench -- quality\`.

/** What was measured on signals of businesses that nothing was learned from, with 95 % intervals. */
export const MEASURED_QUALITY = {
  signals: ${counts.signals},
  precision: { low: ${precision.low}, high: ${precision.high} },
  recall: { low: ${recall.low}, high: ${recall.high} },
}
`
}
