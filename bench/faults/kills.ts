import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { draftMessage } from '@leadlight/contract/drafts'
import { streamEvents } from '@leadlight/contract/installation'
import { markRead } from '@leadlight/contract/leads'
import { until } from '@leadlight/testing/until'
import type { Fault, Finding } from './fault.ts'
import { enterSeeded, type Person } from './person.ts'
import { searchAlone, searchThrough } from './searches.ts'
import type { Fixture } from './fixture.ts'
import { DRAFT_PRICE, readSpent } from './traces.ts'
import { anyLead, recoveredMs, see, work } from './watch.ts'

const AWAY_MS = 8_000
/** A process starts anew within it on two busy cores, and a lease runs out. */
const RECOVERY_MS_MAX = 15_000
const KILLS = 3
const CUTS = 5

/** What kills processes and connections while people search, change and write. */
export const KILL_FAULTS: readonly Fault[] = [
  {
    name: 'kill-api',
    does: 'kill -9 of the API in a search, with an open event stream',
    boundMs: RECOVERY_MS_MAX,
    isServerGone: true,
    run: killApi,
  },
  {
    name: 'kill-worker',
    does: `kill -9 of the worker that searches, ${KILLS} times`,
    boundMs: RECOVERY_MS_MAX,
    run: (fixture) => searchThrough(fixture, ({ id }) => killSearching(fixture, id)),
  },
  {
    name: 'kill-postgres',
    does: 'kill -9 of a PostgreSQL backend in a search: PostgreSQL ends all connections and replays its log',
    boundMs: RECOVERY_MS_MAX,
    run: (fixture) => searchThrough(fixture, () => crashPostgres(fixture)),
  },
  {
    name: 'stop-postgres',
    does: 'PostgreSQL stopped for 8 s in a search',
    boundMs: RECOVERY_MS_MAX,
    run: (fixture) => searchThrough(fixture, () => stopPostgres(fixture)),
  },
  {
    name: 'cut-connections',
    does: `all connections to PostgreSQL cut, ${CUTS} times in a second, in a search`,
    boundMs: RECOVERY_MS_MAX,
    run: (fixture) => searchThrough(fixture, () => cutConnections(fixture)),
  },
  {
    name: 'kill-bulk',
    does: 'kill -9 of the API in a change of 30,000 leads',
    boundMs: RECOVERY_MS_MAX,
    isServerGone: true,
    run: killBulk,
  },
  {
    name: 'kill-draft',
    does: 'kill -9 of the API while a draft streams',
    boundMs: RECOVERY_MS_MAX,
    isServerGone: true,
    run: killDraft,
  },
]

/** The client resumes its event stream where it was cut off, and has heard of every lead once. */
async function killApi(fixture: Fixture): Promise<Finding> {
  const heard: string[] = []
  const listening = new AbortController()
  let searcher: Person | undefined
  const found = await searchThrough(
    fixture,
    async () => {
      await sleep(300)
      await fixture.api.kill()
      const sinceMs = performance.now()
      await fixture.api.start()
      return sinceMs
    },
    (person) => {
      searcher = person
      void listen(fixture.url, person, { heard, signal: listening.signal })
    },
  )
  await sleep(2_000)
  listening.abort()
  const leads = await fixture.fetchRows<{ id: string }>('select id from lead where project_id = $1', [
    searcher?.projectId,
  ])
  const unheard = leads.filter(({ id }) => !heard.includes(id)).map(({ id }) => `event of lead ${id}`)
  const again = heard.filter((id, at) => heard.indexOf(id) !== at).map((id) => `event of lead ${id}`)
  return { ...found, lost: [...found.lost, ...unheard], doubled: [...found.doubled, ...again] }
}

/** Listens as a browser does: again at once when it is cut off, after the last event it has. */
async function listen(
  url: string,
  { projectId, token }: Person,
  into: { heard: string[]; signal: AbortSignal },
): Promise<void> {
  let after = ''
  while (!into.signal.aborted) {
    try {
      const headers = { authorization: `Bearer ${token}`, ...(after !== '' && { 'last-event-id': after }) }
      const response = await fetch(url + streamEvents.path.replace('{projectId}', projectId), {
        headers,
        signal: into.signal,
      })
      let text = ''
      for await (const piece of response.body ?? []) {
        text += Buffer.from(piece).toString()
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          after = /^id: ?(.*)$/m.exec(event)?.[1] ?? after
          const data = /^data: ?(.*)$/m.exec(event)?.[1] ?? '{}'
          const { type, lead_ids: ids = [] } = JSON.parse(data) as { type?: string; lead_ids?: string[] }
          if (type === 'leads') into.heard.push(...ids)
        }
      }
    } catch {
      // Cut off, or nobody there yet: it comes back, as browsers do.
      await sleep(100)
    }
  }
}

async function killSearching(fixture: Fixture, searchId: string): Promise<number> {
  let sinceMs = performance.now()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const holder = await until(async () => (await readHolder(fixture)) ?? (await isOver(fixture, searchId)))
    const worker = fixture.workers.find((one) => one.pid() === holder)
    if (!worker) break
    await worker.kill()
    sinceMs = performance.now()
    // As a service manager would; meanwhile the other takes over.
    void worker.start()
    if (kill + 1 < KILLS)
      await until(async () => ((await readHolder(fixture)) ?? holder) !== holder || (await isOver(fixture, searchId)))
  }
  return sinceMs
}

/** The process id of the worker that runs a search; undefined where none does. */
async function readHolder({ fetchRows, workers }: Fixture): Promise<number | undefined> {
  const rows = await fetchRows<{ name: string }>(
    `select worker_lease.name from job join worker_lease on worker_lease.id = job.worker_id
      where job.name = 'matching.run-search' limit 1`,
  )
  return workers.find((worker) => rows[0]?.name.endsWith(`:${worker.pid()}`))?.pid()
}

async function isOver({ fetchRows }: Fixture, searchId: string): Promise<boolean> {
  const rows = await fetchRows('select from search where id = $1 and finished_at is not null', [searchId])
  return rows.length > 0
}

export async function crashPostgres(fixture: Fixture): Promise<number> {
  const rows = await fixture.fetchRows<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'leadlight%' order by pid limit 1`,
  )
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const sinceMs = performance.now()
  await untilAnswers(fixture)
  return sinceMs
}

async function stopPostgres(fixture: Fixture): Promise<number> {
  await fixture.cluster.halt()
  await sleep(AWAY_MS)
  await fixture.cluster.resume()
  return performance.now()
}

export async function cutConnections(fixture: Fixture): Promise<number> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    await fixture.fetchRows(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'leadlight%'`,
    )
    await sleep(200)
  }
  return performance.now()
}

/** Resolves once PostgreSQL answers again. */
export async function untilAnswers({ fetchRows }: Fixture): Promise<void> {
  await fetchRows('select 1')
}

/** Of the change all is made or nothing. */
async function killBulk(fixture: Fixture): Promise<Finding> {
  const { fetchRows, largest, url } = fixture
  const person = await enterSeeded(fixture, largest)
  const colleague = await enterSeeded(fixture, fixture.small)
  const atWork = work(url, colleague, await anyLead(fetchRows, colleague))
  const countUnread = async () => {
    const rows = await fetchRows<{ count: number }>(
      'select count(*)::int as count from lead where project_id = $1 and not read',
      [person.projectId],
    )
    return rows[0]?.count ?? 0
  }
  const before = await countUnread()
  const changing = see('bulk', (signal) =>
    fetch(url + markRead.path.replace('{projectId}', person.projectId), {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filter: {} }),
      signal,
    }),
  )
  await sleep(400)
  await fixture.api.kill()
  const sinceMs = performance.now()
  await fixture.api.start()
  const call = await changing
  await sleep(3_000)
  const users = await atWork.end()
  const after = await countUnread()
  const isWhole = after === before || after === 0
  return {
    ...users,
    seen: [...users.seen, call],
    lost: [...users.lost, ...(isWhole ? [] : [`half a change: ${after} of ${before} leads left`])],
    recoveredMs: recoveredMs(users.seen, sinceMs),
    note: `${after} of ${before} leads left unchanged`,
  }
}

/**
 * The same call under the same key is refused for five minutes, as its first may be under way. Asked for anew, the draft
 * is written and charged once, and the credits held for the dead one are released.
 */
async function killDraft(fixture: Fixture): Promise<Finding> {
  const { person } = await searchAlone(fixture)
  const leadId = await anyLead(fixture.fetchRows, person)
  const ask = (key: string) => (signal: AbortSignal) =>
    fetch(fixture.url + draftMessage.path.replace('{projectId}', person.projectId).replace('{id}', leadId), {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ message_type: 'reply', prompt: 'double:slow' }),
      signal,
    })
  const asked = fixture.model.asked.length
  const first = see('draft', ask('one'))
  await until(() => fixture.model.asked.length > asked)
  await sleep(500)
  await fixture.api.kill()
  const sinceMs = performance.now()
  await fixture.api.start()
  const seen = [await first, await see('draft under the same key', ask('one')), await see('draft', ask('another'))]
  // Five minutes later.
  await fixture.fetchRows(`update job set start_after = now() where name = 'drafts.release' and state = 'waiting'`)
  await until(async () => {
    const rows = await fixture.fetchRows(`select from job where name = 'drafts.release' and state <> 'dead'`)
    return rows.length === 0
  })
  const spent = await readSpent(fixture, person)
  return {
    seen,
    lost: spent < DRAFT_PRICE ? ['the charge of a draft that was delivered'] : [],
    doubled: spent > DRAFT_PRICE ? [`${spent} were charged or are held for a draft of ${DRAFT_PRICE}`] : [],
    recoveredMs: (seen.at(-1)?.askedMs ?? sinceMs) - sinceMs,
    broken: seen.at(-1)?.status === 200 ? [] : ['The draft could not be asked for anew'],
    note: seen.map(({ what, status }) => `${what}: ${status || 'no answer'}`).join(', '),
  }
}
