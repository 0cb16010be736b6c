import { setTimeout as sleep } from 'node:timers/promises'
import { listLeads } from '@leadlight/contract/leads'
import { addNote } from '@leadlight/contract/lead-work'
import type { Person } from './person.ts'
import type { FetchRows } from './fixture.ts'

const EVERY_MS = 100
const PATIENCE_MS = 60_000
/** A failure of a third party, which the answer names. */
const THIRD_PARTY = new Set(['model_unavailable', 'draft_refused'])

/** A call and how it ended, as its caller saw it. */
export interface Seen {
  what: string
  askedMs: number
  tookMs: number
  /** 0 where there was no answer. */
  status: number
  /** The sentence of a failure. */
  detail: string
  /** Whether it is no failure of ours that hides what to do: no 5xx but a 503 that says when to come back. */
  isHonest: boolean
}

/** Makes a call and notes how it ended; never throws. */
export async function see(
  what: string,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Seen & { text: string }> {
  const askedMs = performance.now()
  const ended = (status: number, detail: string, isHonest: boolean, text = '') => ({
    what,
    askedMs,
    tookMs: performance.now() - askedMs,
    status,
    detail,
    isHonest,
    text,
  })
  try {
    const response = await ask(AbortSignal.timeout(PATIENCE_MS))
    const text = await response.text()
    if (response.status < 400) return ended(response.status, '', true, text)
    const { detail = text, code = '' } = readProblem(text)
    const isLater = response.status === 503 && response.headers.has('retry-after')
    return ended(response.status, detail, response.status < 500 || isLater || THIRD_PARTY.has(code), text)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return ended(0, cause, false)
  }
}

function readProblem(text: string): { detail?: string; code?: string } {
  try {
    return JSON.parse(text) as { detail?: string; code?: string }
  } catch {
    return {}
  }
}

export interface Watched {
  seen: Seen[]
  lost: string[]
  doubled: string[]
}

/** A person at work, who reads their leads and writes notes on one of them at an even pace, whatever is answered. */
export interface Worker {
  seen: readonly Seen[]
  /** Ends the work, and looks whether each note that was acknowledged is there, and none twice. */
  end(): Promise<Watched>
}

export function work(url: string, { token, projectId, name }: Person, leadId: string): Worker {
  const seen: Seen[] = []
  const calls: Promise<unknown>[] = []
  const stopping = new AbortController()
  const kept = new Set<string>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const listUrl = url + listLeads.path.replace('{projectId}', projectId)
  const notesUrl = url + addNote.path.replace('{projectId}', projectId).replace('{id}', leadId)
  const round = `${name} ${Math.round(performance.timeOrigin + performance.now())}`

  async function read(): Promise<void> {
    seen.push(await see('list', (signal) => fetch(`${listUrl}?limit=20`, { headers, signal })))
  }
  async function write(number: number): Promise<void> {
    const text = `${round} ${number}`
    const body = JSON.stringify({ text })
    const call = await see('note', (signal) => fetch(notesUrl, { method: 'POST', headers, body, signal }))
    seen.push(call)
    if (call.status === 201) kept.add(text)
  }
  const pace = (async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      calls.push(number % 4 === 3 ? write(number) : read())
      await sleep(EVERY_MS)
    }
  })()

  return {
    seen,
    async end() {
      stopping.abort()
      await pace
      await Promise.all(calls)
      return { seen, ...(await compareNotes(`${url}${new URL(notesUrl).pathname}`, headers, { round, kept })) }
    },
  }
}

async function compareNotes(
  notesUrl: string,
  headers: Record<string, string>,
  { round, kept }: { round: string; kept: ReadonlySet<string> },
): Promise<Omit<Watched, 'seen'>> {
  const response = await fetch(notesUrl, { headers })
  if (!response.ok) throw new Error(`The notes cannot be read: ${response.status} ${await response.text()}`)
  const texts = ((await response.json()) as { text: string }[])
    .map(({ text }) => text)
    .filter((text) => text.startsWith(round))
  return {
    lost: [...kept].filter((text) => !texts.includes(text)).map((text) => `note ${text}`),
    doubled: texts.filter((text, at) => texts.indexOf(text) !== at).map((text) => `note ${text}`),
  }
}

/** Milliseconds from `sinceMs` until the last call that failed had been answered; null if none failed. */
export function recoveredMs(seen: readonly Seen[], sinceMs: number): number | null {
  const failed = seen.filter(({ status }) => status === 0 || status >= 500)
  if (failed.length === 0) return null
  return Math.max(0, ...failed.map(({ askedMs, tookMs }) => askedMs + tookMs - sinceMs))
}

/** A lead of the person to work on; throws where there is none. */
export async function anyLead(fetchRows: FetchRows, { projectId }: Pick<Person, 'projectId'>): Promise<string> {
  const rows = await fetchRows<{ id: string }>('select id from lead where project_id = $1 order by id limit 1', [
    projectId,
  ])
  if (!rows[0]) throw new Error('There is no lead.')
  return rows[0].id
}
