import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Fault, Finding } from './fault.ts'
import { CLOCK_FAULTS } from './clocks.ts'
import { DATABASE_FAULTS } from './databases.ts'
import { INPUT_FAULTS } from './inputs.ts'
import { KILL_FAULTS } from './kills.ts'
import { killBySeed } from './kills-by-seed.ts'
import { LOAD_FAULTS } from './loads.ts'
import { PARTY_FAULTS } from './parties.ts'
import { startFixture, type Fixture } from './fixture.ts'
import type { Seen } from './watch.ts'

const FAULTS: readonly Fault[] = [
  ...KILL_FAULTS,
  ...DATABASE_FAULTS,
  ...CLOCK_FAULTS,
  ...PARTY_FAULTS,
  ...INPUT_FAULTS,
  ...LOAD_FAULTS,
]
const LINES_SHOWN = 5

interface Row {
  name: string
  does: string
  /** What users saw, such as `200 ×120, 503 ×14`. */
  answers: string
  sentences: string[]
  longestMs: number
  lost: readonly string[]
  doubled: readonly string[]
  recoveredMs: number | null
  boundMs: number
  note: string
  /** Why it failed; empty where it passed. */
  failures: string[]
}

/**
 * Does harm to a whole installation, fault by fault, while people work with it, and prints what they saw, what was lost
 * or doubled, and when all was well again. Fails if anything was lost or doubled, if an answer was a failure of ours
 * that does not say when to come back, or if recovery took longer than its bound.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string', default: '1' },
      results: { type: 'string' },
    },
  })
  const { kills, seed, results } = values
  if (kills !== undefined) return killBySeed({ kills: Number(kills), seed: Number(seed), results })
  const chosen = FAULTS.filter(({ name }) => values.only === undefined || values.only.includes(name))
  if (chosen.length === 0) throw new Error(`There are: ${FAULTS.map(({ name }) => name).join(', ')}`)
  const fixture = await startFixture()
  const rows: Row[] = []
  try {
    for (const fault of chosen) {
      const row = await suffer(fixture, fault)
      rows.push(row)
      print(row)
      await fixture.heal()
    }
  } finally {
    await fixture.stop()
  }
  if (values.json !== undefined) {
    await writeFile(values.json, `${JSON.stringify({ machineLoad: loadavg()[0], rows }, null, 2)}\n`)
  }
  const failed = rows.filter(({ failures }) => failures.length > 0)
  console.log(`${rows.length - failed.length} of ${rows.length} faults did no harm.`)
  if (failed.length > 0) process.exitCode = 1
}

async function suffer(fixture: Fixture, fault: Fault): Promise<Row> {
  try {
    return rowOf(fault, await fault.run(fixture))
  } catch (error) {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
    return rowOf(fault, { seen: [], lost: [], doubled: [], recoveredMs: null, broken })
  }
}

function rowOf(fault: Fault, { seen, lost, doubled, recoveredMs, broken = [], note = '' }: Finding): Row {
  const { name, does, boundMs, isServerGone = false } = fault
  const hidden = seen.filter(({ isHonest, status }) => !isHonest && !(isServerGone && status === 0))
  const failures = [
    ...broken,
    ...(lost.length > 0 ? [`${lost.length} lost`] : []),
    ...(doubled.length > 0 ? [`${doubled.length} doubled`] : []),
    ...(hidden.length > 0 ? [`${hidden.length} answers that hide what to do: ${describe(hidden)}`] : []),
    ...((recoveredMs ?? 0) > boundMs
      ? [`recovered after ${Math.round(recoveredMs ?? 0)} ms, and the bound is ${boundMs}`]
      : []),
  ]
  const sentences = [...new Set(seen.filter(({ status }) => status >= 400).map(({ detail }) => detail.slice(0, 200)))]
  const longestMs = Math.round(Math.max(0, ...seen.map(({ tookMs }) => tookMs)))
  return {
    name,
    does,
    answers: describe(seen),
    sentences,
    longestMs,
    lost,
    doubled,
    recoveredMs,
    boundMs,
    note,
    failures,
  }
}

function describe(seen: readonly Seen[]): string {
  const counts = new Map<string, number>()
  for (const { status } of seen) {
    const word = status === 0 ? 'no answer' : String(status)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${word} ×${count}`).join(', ')
}

function print({ name, does, answers, sentences, longestMs, lost, doubled, recoveredMs, note, failures }: Row): void {
  const recovered = recoveredMs === null ? 'nothing stopped' : `well again after ${(recoveredMs / 1000).toFixed(1)} s`
  console.log(`\n${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${does}`)
  console.log(
    `     users saw ${answers || 'nothing'}; longest wait ${longestMs} ms; ${recovered}${note && `; ${note}`}`,
  )
  for (const sentence of sentences.slice(0, LINES_SHOWN)) console.log(`     “${sentence}”`)
  console.log(`     lost ${lost.length}, doubled ${doubled.length}`)
  for (const line of lost.slice(0, LINES_SHOWN)) console.log(`     lost: ${line}`)
  for (const line of doubled.slice(0, LINES_SHOWN)) console.log(`     doubled: ${line}`)
  for (const line of failures) console.log(`     ${line}`)
}
