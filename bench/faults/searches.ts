import { until } from '@leadlight/testing/until'
import type { Finding } from './fault.ts'
import { beginSearch, enterSeeded, openPerson, readSearch, untilJudging, untilOver, type Person } from './person.ts'
import type { Stand } from './stand.ts'
import { compareTraces, tracesOf } from './traces.ts'
import { anyLead, recoveredMs, work } from './watch.ts'

const AFTERWARDS_MS = 3_000
const expected = new WeakMap<Stand, Promise<string[]>>()

/** What a search leaves that nothing disturbs. The first one also fills the archive, so the second is the measure. */
export function unharmed(stand: Stand): Promise<string[]> {
  const known = expected.get(stand) ?? measureUnharmed(stand)
  expected.set(stand, known)
  return known
}

async function measureUnharmed(stand: Stand): Promise<string[]> {
  await searchAlone(stand)
  const { traces } = await searchAlone(stand)
  if (!traces.some((line) => line.startsWith('lead '))) throw new Error('An unharmed search found no lead.')
  return traces
}

/** Somebody new, whose search has ended. */
export async function searchAlone(stand: Stand): Promise<{ person: Person; traces: string[] }> {
  const person = await openPerson(stand)
  const search = await untilOver(stand.look, await beginSearch(person))
  if (search.state !== 'done') throw new Error(`A search ended as ${search.state}: ${search.note ?? ''}`)
  return { person, traces: await tracesOf(stand, person) }
}

/**
 * Harms the installation while a search judges and somebody else works on their leads. `harm` resolves with the time
 * from which on all should recover; `prepare` comes before the search.
 */
export async function searchThrough(
  stand: Stand,
  harm: (search: { id: string; person: Person }) => Promise<number>,
  prepare: (person: Person) => void = () => undefined,
): Promise<Finding> {
  const { look } = stand
  const wanted = await unharmed(stand)
  const colleague = await enterSeeded(stand, stand.small)
  const atWork = work(stand.url, colleague, await anyLead(look, colleague))
  const person = await openPerson(stand)
  prepare(person)
  const id = await beginSearch(person)
  await untilJudging(look, id)
  const sinceMs = await harm({ id, person })
  const stalledMs = await untilProgress(stand, id, sinceMs)
  const search = await untilOver(look, id)
  await new Promise((later) => setTimeout(later, AFTERWARDS_MS))
  const users = await atWork.end()
  const found = compareTraces(wanted, await tracesOf(stand, person))
  return {
    seen: users.seen,
    lost: [...users.lost, ...found.lost],
    doubled: [...users.doubled, ...found.doubled],
    recoveredMs: Math.max(recoveredMs(users.seen, sinceMs) ?? 0, stalledMs),
    broken: search.state === 'done' ? [] : [`The search ended as ${search.state}: ${search.note ?? ''}`],
    note: `${search.kept} leads`,
  }
}

/** Milliseconds from `sinceMs` until the search has gone on. */
async function untilProgress({ look }: Stand, id: string, sinceMs: number): Promise<number> {
  const before = await readSearch(look, id)
  if (before.state !== 'queued' && before.state !== 'running') return 0
  await until(async () => {
    const now = await readSearch(look, id)
    return now.judged > before.judged || now.state !== before.state
  })
  return performance.now() - sinceMs
}
