import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, Finding } from './fault.ts'
import type { FetchRows, Parties } from './fixture.ts'
import { beginSearch, openPerson, untilOver, type Person } from './person.ts'
import type { Program } from './program.ts'
import { compareTraces, tracesOf } from './traces.ts'
import { changeAndCompare, readAll } from './upgrade-calls.ts'
import { anyLead, see, work, type Seen } from './watch.ts'

const BESIDE_MS = 3_000
const ERROR_LEVEL = 50
const CHARGE = /^\w+ of -?\d+ for /

/** A version of the product at work: an API and a worker. */
export interface Version {
  name: string
  url: string
  api: Program
  worker: Program
}

/** An earlier version and today's, which share a database and all third parties. */
export interface Upgrade {
  earlier: Version
  present: Version
  receiver: Parties['receiver']
  fetchRows: FetchRows
  /** Whoever has searched, with what that left. */
  searched: { person: Person; worker: Version; traces: string[] }[]
}

type Found = Pick<Finding, 'seen'> & Partial<Finding>
type Work = (upgrade: Upgrade) => Promise<Found>

/** Of an upgrade without an interruption, one after another; nothing stops, so nothing has to recover. */
export const UPGRADE_STEPS: readonly Fault<Upgrade>[] = [
  step('alone', 'the earlier version by itself: a search, its deliveries, and all that can be read', alone),
  step('migrate', 'today’s processes start and migrate, while the earlier ones serve', migrateBeside),
  step('both', 'both read all there is, and change leads that the other then shows', useBoth),
  step(
    'search-earlier-earlier',
    'a search that the earlier version is asked for and makes, beside today’s',
    (upgrade) => searchBy(upgrade, upgrade.earlier, upgrade.earlier),
  ),
  step('search-present-earlier', 'a search that today’s is asked for and the earlier version makes', (upgrade) =>
    searchBy(upgrade, upgrade.present, upgrade.earlier),
  ),
  step('search-earlier-present', 'a search that the earlier version is asked for and today’s makes', (upgrade) =>
    searchBy(upgrade, upgrade.earlier, upgrade.present),
  ),
  step('search-present-present', 'a search that today’s is asked for and makes', (upgrade) =>
    searchBy(upgrade, upgrade.present, upgrade.present),
  ),
  step('restart', 'the earlier processes start again on what today’s have migrated', startAgain),
  step('back', 'today’s processes stop, and the earlier ones go on by themselves', (upgrade) =>
    goOnWith(upgrade, upgrade.earlier, upgrade.present),
  ),
  step('forth', 'the earlier processes stop, and today’s go on by themselves', (upgrade) =>
    goOnWith(upgrade, upgrade.present, upgrade.earlier),
  ),
]

function step(name: string, does: string, run: Work): Fault<Upgrade> {
  return {
    name,
    does,
    boundMs: 0,
    async run(upgrade) {
      const errors = errorsSince(upgrade)
      const found = await run(upgrade)
      const failed = found.seen.filter(({ status }) => status === 0 || status >= 500)
      const broken = [
        ...(found.broken ?? []),
        ...new Set(
          failed.map(({ what, status, detail }) => `${what} was answered ${status || 'by nobody'}: ${detail}`),
        ),
        ...errors(),
      ]
      return { lost: [], doubled: [], recoveredMs: null, ...found, broken }
    },
  }
}

/** The searches before the one that is measured fill the archive. */
async function alone(upgrade: Upgrade): Promise<Found> {
  const { earlier } = upgrade
  await run(earlier.api, earlier.worker)
  const found = await searchBy(upgrade, earlier, earlier)
  upgrade.searched.pop()
  const { person } = await searchOnce(upgrade, earlier, earlier)
  return { ...found, seen: [...found.seen, ...(await readAll(earlier.url, person, upgrade.fetchRows))] }
}

function migrateBeside(upgrade: Upgrade): Promise<Found> {
  const { earlier, present } = upgrade
  return whileWorking(earlier, upgrade, async () => {
    await run(present.api, present.worker)
    await sleep(BESIDE_MS)
    return [await askReady(earlier), await askReady(present)]
  })
}

async function useBoth(upgrade: Upgrade): Promise<Found> {
  const { earlier, present, fetchRows } = upgrade
  const person = firstOf(upgrade)
  const found: Found[] = []
  for (const [one, other] of [
    [earlier, present],
    [present, earlier],
  ] as const) {
    found.push(await changeAndCompare({ by: one.url, at: other.url }, person, fetchRows))
    found.push({ seen: await readAll(one.url, person, fetchRows) })
  }
  return { seen: found.flatMap(({ seen }) => seen), lost: found.flatMap(({ lost = [] }) => lost) }
}

/** What a version makes of a search must not depend on who was asked for it. */
async function searchBy(upgrade: Upgrade, asked: Version, worker: Version): Promise<Found> {
  const { person, traces, note, broken } = await searchOnce(upgrade, asked, worker)
  const before = upgrade.searched.find((one) => one.worker === worker && one.person !== person)
  const { lost, doubled } = before ? compareTraces(before.traces, traces) : { lost: [], doubled: [] }
  return { seen: await readAll(asked.url, person, upgrade.fetchRows), lost, doubled, note, broken }
}

async function searchOnce(upgrade: Upgrade, asked: Version, worker: Version) {
  const { earlier, present, receiver, fetchRows, searched } = upgrade
  const other = worker === earlier ? present : earlier
  const isBeside = other.worker.isRunning()
  await other.worker.stop()
  const person = await openPerson({ url: asked.url, receiver })
  const search = await untilOver(fetchRows, await beginSearch(person))
  const traces = await tracesOf({ fetchRows, receiver }, person)
  searched.push({ person, worker, traces })
  if (isBeside) await other.worker.start()
  const leads = traces.filter((line) => line.startsWith('lead '))
  const broken = [
    ...(search.state === 'done' ? [] : [`The search ended as ${search.state}: ${search.note ?? ''}`]),
    ...(leads.length > 0 ? [] : ['The search found no lead']),
    ...(traces.some((line) => CHARGE.test(line)) ? [] : ['The search cost nothing']),
    ...(traces.includes('a balance that is its sum') ? [] : ['A balance is not its sum']),
    ...leads
      .map((line) => `message of ${line.slice('lead '.length)}`)
      .filter((message) => traces.filter((line) => line === message).length !== 1)
      .map((message) => `It is not once that there is a ${message}`),
  ]
  return { person, traces, broken, note: `${leads.length} leads` }
}

function startAgain(upgrade: Upgrade): Promise<Found> {
  const { earlier, present, fetchRows } = upgrade
  return whileWorking(present, upgrade, async () => {
    for (const program of [earlier.api, earlier.worker]) {
      await program.stop()
      await program.start()
    }
    return [await askReady(earlier), ...(await readAll(earlier.url, firstOf(upgrade), fetchRows))]
  })
}

/** Nobody who had searched before has lost or doubled a lead or a message of it. */
async function goOnWith(upgrade: Upgrade, left: Version, leaving: Version): Promise<Found> {
  const { fetchRows, receiver, searched } = upgrade
  const earlierSearches = [...searched]
  await run(left.api, left.worker)
  await leaving.api.stop()
  await leaving.worker.stop()
  const found = await searchBy(upgrade, left, left)
  const compared = []
  for (const { person, traces } of earlierSearches) {
    const isKept = (line: string) => !CHARGE.test(line)
    const now = await tracesOf({ fetchRows, receiver }, person)
    compared.push(compareTraces(traces.filter(isKept), now.filter(isKept)))
  }
  return {
    ...found,
    lost: [...(found.lost ?? []), ...compared.flatMap(({ lost }) => lost)],
    doubled: [...(found.doubled ?? []), ...compared.flatMap(({ doubled }) => doubled)],
  }
}

/** Somebody reads leads and writes notes at a version, ten calls a second, until the change is made. */
async function whileWorking({ url }: Version, upgrade: Upgrade, change: () => Promise<Seen[]>): Promise<Found> {
  const person = firstOf(upgrade)
  const atWork = work(url, person, await anyLead(upgrade.fetchRows, person))
  const [changed] = await Promise.allSettled([change()])
  const users = await atWork.end()
  if (changed.status === 'rejected') throw changed.reason
  return { ...users, seen: [...users.seen, ...changed.value] }
}

async function run(...programs: Program[]): Promise<void> {
  for (const program of programs) if (!program.isRunning()) await program.start()
}

function askReady({ url, name }: Version): Promise<Seen> {
  return see(`/readyz of ${name}`, (signal) => fetch(`${url}/readyz`, { signal }))
}

function firstOf({ searched }: Pick<Upgrade, 'searched'>): Person {
  const [first] = searched
  if (!first) throw new Error('Nobody has searched yet.')
  return first.person
}

/** The errors that processes have logged since, a sentence each. */
function errorsSince({ earlier, present }: Upgrade): () => string[] {
  const read = () =>
    [earlier, present].flatMap(({ name, api, worker }) =>
      [api, worker].flatMap((program) => readErrors(program).map((text) => `A process of ${name} logged: ${text}`)),
    )
  const before = new Set(read())
  return () => [...new Set(read())].filter((line) => !before.has(line))
}

function readErrors(program: Program): string[] {
  return program
    .said()
    .split('\n')
    .flatMap((line) => {
      try {
        const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message?: string } }
        return level >= ERROR_LEVEL ? [`${msg} ${err?.message ?? ''}`.trim()] : []
      } catch {
        // What is not an entry of the log is said to people.
        return []
      }
    })
}
