import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportLeads } from '@leadlight/contract/lead-work'
import { listLeads } from '@leadlight/contract/leads'
import { EXPORT_FORMATS } from '@leadlight/domain/leads'
import { percentile } from '../lag/stages.ts'
import type { Fault, Finding } from './fault.ts'
import { enterSeeded, type Person } from './person.ts'
import type { Fixture } from './fixture.ts'
import { anyLead, recoveredMs, see, work, type Seen, type Watched } from './watch.ts'

const SLOW_SOCKETS = 2_000
const REAPED_MS_MAX = 15_000
/** A body may come over a slow line. */
const BODY_REAPED_MS_MAX = 35_000
const TRICKLES = ['headers', 'body', 'nothing'] as const
type Trickle = (typeof TRICKLES)[number]
const BEGINNINGS: Readonly<Record<Trickle, string>> = {
  headers: 'GET /healthz HTTP/1.1\r\nhost: x\r\n',
  body: 'POST /auth/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n',
  nothing: '',
}
const QUIET_MS = 10_000
const NOISY_AT_ONCE = 40
const NOISE_ROUNDS = 3
const NOISE_RATIO_MAX = 1.5
/** Below this a longer answer is not felt, and a ratio says more of the machine than of us. */
const FELT_MS = 50
const DRAIN_MS_MAX = 10_000
const SQUEEZED = ['--max-old-space-size=128']

interface Waits {
  p50: number
  p95: number
}

/** What a crowd does, and a server that is short of something. */
export const LOAD_FAULTS: readonly Fault[] = [
  { name: 'slow-loris', does: `${SLOW_SOCKETS} connections that send a byte a second`, boundMs: 5_000, run: trickle },
  {
    name: 'noisy-tenant',
    does: `${NOISY_AT_ONCE} text searches at once in 30,000 leads by one organization`,
    boundMs: 5_000,
    run: makeNoise,
  },
  {
    name: 'drain',
    does: 'SIGTERM to the API at work, and its start anew',
    boundMs: 10_000,
    isServerGone: true,
    run: drain,
  },
  {
    name: 'small-memory',
    does: 'an API of 128 MB, and three exports of 30,000 leads at once',
    boundMs: 10_000,
    run: squeeze,
  },
]

/** How long the calls took, in milliseconds, the shortest first. */
function timesOf(seen: readonly Seen[]): number[] {
  return seen.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
}

async function trickle(fixture: Fixture): Promise<Finding> {
  const person = await enterSeeded(fixture, fixture.small)
  const leadId = await anyLead(fixture.fetchRows, person)
  const alone = await quietly(fixture, person, leadId)
  const { hostname, port } = new URL(fixture.url)
  const open = new Set<Socket>()
  const closedMs: Record<Trickle, number> = { headers: 0, body: 0, nothing: 0 }
  const beganMs = performance.now()
  for (let number = 0; number < SLOW_SOCKETS; number += 1) {
    const kind = TRICKLES[number % TRICKLES.length] ?? 'nothing'
    const socket = connect(Number(port), hostname)
    open.add(socket)
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(socket)
        closedMs[kind] = performance.now() - beganMs
      })
      .resume()
    socket.write(BEGINNINGS[kind])
  }
  const dripping = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write('a')
  }, 1_000)
  const beside = await quietly(fixture, person, leadId)
  while (open.size > 0 && performance.now() - beganMs < 60_000) await sleep(200)
  clearInterval(dripping)
  const left = open.size
  for (const socket of open) socket.destroy()
  const [before, meanwhile] = [alone, beside].map(({ seen }) => percentile(timesOf(seen), 0.95)) as [number, number]
  const broken =
    meanwhile > 2 * before && meanwhile > FELT_MS
      ? [`p95 ${meanwhile.toFixed(0)} ms beside them, ${before.toFixed(0)} ms alone`]
      : []
  return {
    seen: beside.seen,
    lost: [...alone.lost, ...beside.lost],
    doubled: [...alone.doubled, ...beside.doubled],
    recoveredMs: recoveredMs(beside.seen, beganMs),
    broken: [
      ...broken,
      ...(left > 0 ? [`${left} were never cut off`] : []),
      ...TRICKLES.filter((kind) => closedMs[kind] > (kind === 'body' ? BODY_REAPED_MS_MAX : REAPED_MS_MAX)).map(
        (kind) => `Those that send ${kind} slowly were cut off after ${Math.round(closedMs[kind])} ms`,
      ),
    ],
    note: `cut off within ${TRICKLES.map((kind) => `${(closedMs[kind] / 1000).toFixed(1)} s (${kind})`).join(', ')}; others' p95 ${before.toFixed(0)} → ${meanwhile.toFixed(0)} ms`,
  }
}

async function quietly(fixture: Fixture, person: Person, leadId: string) {
  const atWork = work(fixture.url, person, leadId)
  await sleep(QUIET_MS)
  return atWork.end()
}

async function makeNoise(fixture: Fixture): Promise<Finding> {
  const person = await enterSeeded(fixture, fixture.small)
  const leadId = await anyLead(fixture.fetchRows, person)
  const noisy = await enterSeeded(fixture, fixture.largest)
  const searches = await pickSearches(fixture, noisy)
  const alone: Watched[] = []
  const beside: Watched[] = []
  const noise: Seen[] = []
  const sinceMs = performance.now()
  // In turns, so that both meet the same conditions on a machine that others use.
  for (let round = 0; round < NOISE_ROUNDS; round += 1) {
    alone.push(await quietly(fixture, person, leadId))
    const shouting = shout(fixture, noisy, searches)
    await sleep(1_000)
    beside.push(await quietly(fixture, person, leadId))
    noise.push(...(await shouting.end()))
  }
  const [before, meanwhile] = [alone, beside].map((rounds) => {
    const took = timesOf(rounds.flatMap(({ seen }) => seen))
    return { p50: percentile(took, 0.5), p95: percentile(took, 0.95) }
  }) as [Waits, Waits]
  const figures = (['p50', 'p95'] as const).map((name) => ({
    name,
    ms: `${before[name].toFixed(0)} → ${meanwhile[name].toFixed(0)} ms`,
    ratio: meanwhile[name] / before[name],
    isFelt: name === 'p50' || meanwhile[name] > FELT_MS,
  }))
  const seen = beside.flatMap((round) => round.seen)
  return {
    seen: [...seen, ...noise],
    lost: [...alone, ...beside].flatMap(({ lost }) => lost),
    doubled: [...alone, ...beside].flatMap(({ doubled }) => doubled),
    recoveredMs: recoveredMs(seen, sinceMs),
    broken: figures
      .filter(({ ratio, isFelt }) => ratio > NOISE_RATIO_MAX && isFelt)
      .map(
        ({ name, ratio }) =>
          `others' ${name} is ${ratio.toFixed(2)} times what it is alone, at most ${NOISE_RATIO_MAX} were wanted`,
      ),
    note: `others' ${figures.map(({ name, ms, ratio }) => `${name} ${ms} (×${ratio.toFixed(2)})`).join(', ')} beside ${noise.length} searches of ${percentile(timesOf(noise), 0.5).toFixed(0)} ms`,
  }
}

/** Searches for words that the organization's posts have, so most find much. */
async function pickSearches({ fetchRows }: Fixture, { projectId }: Person): Promise<string[]> {
  const rows = await fetchRows<{ excerpt: string }>(
    'select excerpt from lead where project_id = $1 order by id limit 500',
    [projectId],
  )
  return rows.map(({ excerpt }) => {
    const [first = '', , second = ''] = excerpt.split(' ')
    return `${first} or ${second} `
  })
}

function shout({ url }: Fixture, { token, projectId }: Person, searches: readonly string[]) {
  const path = `${url}${listLeads.path.replace('{projectId}', projectId)}?limit=100&search_text=`
  const headers = { authorization: `Bearer ${token}` }
  const stopping = new AbortController()
  const seen: Seen[] = []
  const voices = Array.from({ length: NOISY_AT_ONCE }, async (_, voice) => {
    for (let number = voice; !stopping.signal.aborted; number += NOISY_AT_ONCE) {
      const words = encodeURIComponent(searches[number % searches.length] ?? '')
      seen.push(await see('noise', (signal) => fetch(path + words, { headers, signal })))
    }
  })
  return {
    async end() {
      stopping.abort()
      await Promise.all(voices)
      return seen
    },
  }
}

async function drain(fixture: Fixture): Promise<Finding> {
  const person = await enterSeeded(fixture, fixture.small)
  const atWork = work(fixture.url, person, await anyLead(fixture.fetchRows, person))
  await sleep(2_000)
  const tookMs = await fixture.api.stop()
  const sinceMs = performance.now()
  await fixture.api.start()
  await sleep(2_000)
  const users = await atWork.end()
  const cut = users.seen.filter(({ status, detail }) => status === 0 && !/ECONNREFUSED/.test(detail))
  return {
    ...users,
    recoveredMs: recoveredMs(users.seen, sinceMs),
    broken: [
      ...(tookMs > DRAIN_MS_MAX ? [`It took ${Math.round(tookMs)} ms to stop`] : []),
      ...(cut.length > 0 ? [`${cut.length} calls were cut off: ${cut[0]?.detail ?? ''}`] : []),
    ],
    note: `stopped in ${Math.round(tookMs)} ms`,
  }
}

/** What is wrong with a file of so many leads; undefined where it is whole. */
const FAULT_OF: Readonly<Record<(typeof EXPORT_FORMATS)[number], (text: string, leads: number) => string | undefined>> =
  {
    csv: (text, leads) => missing(text.trimEnd().split('\r\n').length - 1, leads),
    json: (text, leads) => missing((JSON.parse(text) as unknown[]).length, leads),
    xlsx: (text) => (text.startsWith('PK') && text.includes('PK\u0005\u0006') ? undefined : 'it has no end'),
  }

function missing(rows: number, leads: number): string | undefined {
  return rows === leads ? undefined : `it has ${rows} of ${leads} leads`
}

/** It may neither end nor leave a file unfinished. */
async function squeeze(fixture: Fixture): Promise<Finding> {
  const { api, url } = fixture
  await api.stop()
  await api.start({ flags: SQUEEZED })
  const person = await enterSeeded(fixture, fixture.small)
  const atWork = work(url, person, await anyLead(fixture.fetchRows, person))
  const heavy = await enterSeeded(fixture, fixture.largest)
  const headers = { authorization: `Bearer ${heavy.token}`, 'content-type': 'application/json' }
  const exporting = url + exportLeads.path.replace('{projectId}', heavy.projectId)
  const rows = await fixture.fetchRows<{ count: number }>(
    'select count(*)::int as count from lead where project_id = $1 and not deleted',
    [heavy.projectId],
  )
  const seen: Seen[] = []
  const broken: string[] = []
  let starts = 0
  const sinceMs = performance.now()
  const loads = EXPORT_FORMATS.map(async (format) => {
    const { text, ...call } = await see(`export as ${format}`, (signal) =>
      fetch(exporting, { method: 'POST', headers, body: JSON.stringify({ format }), signal }),
    )
    const fault = call.status === 200 ? FAULT_OF[format](text, rows[0]?.count ?? 0) : `${call.status} ${call.detail}`
    if (fault !== undefined) broken.push(`The export as ${format} came to nothing: ${fault}`)
    return call
  })
  const watching = setInterval(() => {
    if (api.isRunning()) return
    starts += 1
    void api.start({ flags: SQUEEZED })
  }, 500)
  for (const call of loads) seen.push(await call)
  await sleep(3_000)
  clearInterval(watching)
  const users = await atWork.end()
  await api.stop()
  return {
    ...users,
    seen: [...users.seen, ...seen],
    recoveredMs: recoveredMs(users.seen, sinceMs) === null ? null : 0,
    broken: starts > 0 ? [...broken, `It ended ${starts} times`] : broken,
    note: seen.map(({ what, tookMs }) => `${what} ${(tookMs / 1000).toFixed(1)} s`).join(', '),
  }
}
