import { until } from '@leadlight/testing/until'
import type { Finding } from './fault.ts'
import { beginSearch, enterSeeded, readSearch, untilJudging, untilOver, type Person } from './person.ts'
import type { Fixture } from './fixture.ts'
import { mailedLeads, openMailed } from './mails.ts'
import { compareTraces, tracesOf } from './traces.ts'
import { anyLead, recoveredMs, work } from './watch.ts'

const AFTERWARDS_MS = 3_000
const expected = new WeakMap<Fixture, Promise<string[]>>()

/** What a search leaves that nothing disturbs. The first one also fills the archive, so the second is the measure. */
export function unharmed(fixture: Fixture): Promise<string[]> {
  const known = expected.get(fixture) ?? measureUnharmed(fixture)
  expected.set(fixture, known)
  return known
}

async function measureUnharmed(fixture: Fixture): Promise<string[]> {
  await searchAlone(fixture)
  const { traces } = await searchAlone(fixture)
  if (!traces.some((line) => line.startsWith('lead '))) throw new Error('An unharmed search found no lead.')
  return traces
}

/** Somebody new, whose search has ended. */
export async function searchAlone(fixture: Fixture): Promise<{ person: Person; traces: string[] }> {
  const person = await openMailed(fixture)
  const search = await untilOver(fixture.fetchRows, await beginSearch(person))
  if (search.state !== 'done') throw new Error(`A search ended as ${search.state}: ${search.note ?? ''}`)
  return { person, traces: await allTraces(fixture, person) }
}

/**
 * Harms the installation while a search judges and somebody else works on their leads. `harm` resolves with the time
 * from which on all should recover; `prepare` comes before the search.
 */
export async function searchThrough(
  fixture: Fixture,
  harm: (search: { id: string; person: Person }) => Promise<number>,
  prepare: (person: Person) => void = () => undefined,
): Promise<Finding> {
  const { fetchRows } = fixture
  const wanted = await unharmed(fixture)
  const colleague = await enterSeeded(fixture, fixture.small)
  const atWork = work(fixture.url, colleague, await anyLead(fetchRows, colleague))
  const person = await openMailed(fixture)
  prepare(person)
  const id = await beginSearch(person)
  await untilJudging(fetchRows, id)
  const sinceMs = await harm({ id, person })
  const stalledMs = await untilProgress(fixture, id, sinceMs)
  const search = await untilOver(fetchRows, id)
  await new Promise((later) => setTimeout(later, AFTERWARDS_MS))
  const users = await atWork.end()
  const found = compareTraces(wanted, await allTraces(fixture, person))
  return {
    seen: users.seen,
    lost: [...users.lost, ...found.lost],
    doubled: [...users.doubled, ...found.doubled],
    recoveredMs: Math.max(recoveredMs(users.seen, sinceMs) ?? 0, stalledMs),
    broken: search.state === 'done' ? [] : [`The search ended as ${search.state}: ${search.note ?? ''}`],
    note: `${search.kept} leads`,
  }
}

async function allTraces(fixture: Fixture, person: Person): Promise<string[]> {
  return [...(await tracesOf(fixture, person)), ...(await mailedLeads(fixture, person))]
}

/** Milliseconds from `sinceMs` until the search has gone on. */
async function untilProgress({ fetchRows }: Fixture, id: string, sinceMs: number): Promise<number> {
  const before = await readSearch(fetchRows, id)
  if (before.state !== 'queued' && before.state !== 'running') return 0
  await until(async () => {
    const now = await readSearch(fetchRows, id)
    return now.judged > before.judged || now.state !== before.state
  })
  return performance.now() - sinceMs
}
