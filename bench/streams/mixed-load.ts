import { setTimeout as sleep } from 'node:timers/promises'
import { draftMessage } from '@leadlight/contract/drafts'
import { listLeads, markRead, markUnread } from '@leadlight/contract/leads'
import { addNote } from '@leadlight/contract/lead-work'
import { runSearch } from '@leadlight/contract/signals'
import { untilOver, type Person } from '../faults/person.ts'
import type { FetchRows } from '../faults/fixture.ts'
import { see, type Seen } from '../faults/watch.ts'

/** What people's posts are made of; see `seed.ts`. */
const WORDS = ['koti', 'mera', 'lusen', 'dorpil', 'gaxner', 'vosha', 'quitem', 'zuba']

export interface Colleague {
  projectId: string
  token: string
  leadId: string
}

/** Somebody who searches and has drafts written. */
export interface Searcher {
  person: Person
  signalId: string
  leadId: string
}

interface Load {
  /** The addresses of the API's processes, asked in turn. */
  urls: readonly string[]
  /** They read, write notes and mark leads; the first has the most leads. */
  colleagues: readonly Colleague[]
  searcher: Searcher
  fetchRows: FetchRows
}

export interface RunningLoad {
  seen: readonly Seen[]
  /** Resolves once what was under way is answered. */
  end(): Promise<void>
}

interface Call {
  method?: 'POST'
  token: string
  body?: object
  key?: string
}

/** Makes a call, notes how it ended, and resolves with what was answered. */
type AskFor = (what: string, path: string, call: Call) => Promise<string>

/** What is done again and again, the next time so long after the last has ended. */
interface Habit {
  everyMs: number
  act: (ask: AskFor, number: number) => Promise<unknown>
}

/** People at work, each kind of call at its own even pace. */
export function startLoad(load: Load): RunningLoad {
  const seen: Seen[] = []
  const stopping = new AbortController()
  const ask = asking(load.urls, seen)
  const habits = [...readings(load), ...changes(load), ...requests(load)].map(async ({ everyMs, act }) => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      await act(ask, number)
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })
  return {
    seen,
    async end() {
      stopping.abort()
      await Promise.all(habits)
    },
  }
}

function asking(urls: readonly string[], seen: Seen[]): AskFor {
  let asked = 0
  return async (what, path, { method = 'GET', token, body, key }) => {
    asked += 1
    const url = `${urls[asked % urls.length] ?? ''}${path}`
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const sent = body && { body: JSON.stringify(body) }
    const { text, ...call } = await see(what, (signal) => fetch(url, { method, headers, signal, ...sent }))
    seen.push(call)
    return text
  }
}

function readings({ colleagues }: Load): Habit[] {
  const largest = turn(colleagues, 0)
  const list = ({ projectId }: Colleague, query: string) =>
    `${listLeads.path.replace('{projectId}', projectId)}?${query}`
  return [
    {
      everyMs: 100,
      act: (ask, number) => ask('list', list(turn(colleagues, number), 'limit=50'), turn(colleagues, number)),
    },
    { everyMs: 500, act: (ask) => ask('list by score', list(largest, 'limit=100&sort_by=score'), largest) },
    {
      everyMs: 1_000,
      act: (ask, number) => ask('text search', list(largest, `limit=20&search_text=${turn(WORDS, number)}`), largest),
    },
  ]
}

function changes({ colleagues }: Load): Habit[] {
  return [
    {
      everyMs: 300,
      act(ask, number) {
        const { token, projectId, leadId } = turn(colleagues, number)
        const body = { text: `Looked at it for the ${number}th time` }
        return ask('note', pathOf(addNote, projectId, leadId), { method: 'POST', token, body })
      },
    },
    {
      everyMs: 2_000,
      act(ask, number) {
        const { token, projectId } = turn(colleagues.slice(1), number)
        const { path } = number % 2 === 0 ? markRead : markUnread
        const body = { filter: {} }
        return ask('change of many', path.replace('{projectId}', projectId), { method: 'POST', token, body })
      },
    },
  ]
}

function requests({ searcher: { person, signalId, leadId }, fetchRows }: Load): Habit[] {
  const { token, projectId } = person
  return [
    {
      everyMs: 2_000,
      act(ask, number) {
        const body = { message_type: 'reply', stream: number % 2 === 0 }
        const call = { method: 'POST', token, body, key: `draft-${number}` } as const
        return ask('draft', pathOf(draftMessage, projectId, leadId), call)
      },
    },
    {
      everyMs: 10_000,
      async act(ask) {
        const text = await ask('search', pathOf(runSearch, projectId, signalId), { method: 'POST', token })
        const { search_id: id } = (text === '' ? {} : JSON.parse(text)) as { search_id?: string }
        if (id !== undefined) await untilOver(fetchRows, id)
      },
    },
  ]
}

function pathOf({ path }: { path: string }, projectId: string, id: string): string {
  return path.replace('{projectId}', projectId).replace('{id}', id)
}

function turn<One>(all: readonly One[], number: number): One {
  // There is at least one of each.
  return all[number % all.length] as One
}
