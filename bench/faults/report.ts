import type { Fault, Finding } from './fault.ts'
import type { Seen } from './watch.ts'

const LINES_SHOWN = 5

/** What a fault did, as it is printed and kept. */
export interface Row {
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

/** What came of a fault; one that could not be made has failed. */
export async function suffer<Place>(place: Place, fault: Fault<Place>): Promise<Row> {
  try {
    return rowOf(fault, await fault.run(place))
  } catch (error) {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
    return rowOf(fault, { seen: [], lost: [], doubled: [], recoveredMs: null, broken })
  }
}

function rowOf(
  fault: Pick<Fault, 'name' | 'does' | 'boundMs' | 'isServerGone'>,
  { seen, lost, doubled, recoveredMs, broken = [], note = '' }: Finding,
): Row {
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

/** Prints a row for whoever waits for it. */
export function printRow({
  name,
  does,
  answers,
  sentences,
  longestMs,
  lost,
  doubled,
  recoveredMs,
  note,
  failures,
}: Row): void {
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
