import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@leadlight/contract/calls'
import { draftMessage } from '@leadlight/contract/drafts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { addNote, exportLeads, giveFeedback, listNotes, updateLeadsStatus } from '@leadlight/contract/lead-work'
import { getLead, markRead, readLead, starLead, undoLeads, type BulkResult, type Lead } from '@leadlight/contract/leads'
import { updatePeopleStatus } from '@leadlight/contract/people'
import { createLeadStatus } from '@leadlight/contract/statuses'
import { testWebhook } from '@leadlight/contract/webhooks'
import type { Person } from './person.ts'
import type { FetchRows } from './fixture.ts'
import { anyLead, see, type Seen } from './watch.ts'

/** Whoever asks faster than a page's calls come measures the limits. */
const BETWEEN_MS = 5

export interface Outcome {
  seen: Seen[]
  lost: string[]
}

type Answer = Seen & { text: string }
type Ask = (endpoint: Endpoint, params: Readonly<Record<string, string>>, body?: object) => Promise<Answer>

/**
 * Makes every call that reads, of those of today that are answered as JSON, as a person who has leads. What an API does
 * not have yet, or has no such thing of, it may say.
 */
export async function readAll(url: string, person: Person, fetchRows: FetchRows): Promise<Seen[]> {
  const ask = asking(url, person)
  const ids = await findIds(fetchRows, person)
  const seen: Seen[] = []
  for (const endpoint of (Object.values(calls) as unknown[]).filter(isRead)) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name) => [name, ids(endpoint.path, name)]))
    seen.push(await ask(endpoint, params))
    await sleep(BETWEEN_MS)
  }
  return seen
}

/**
 * Changes leads by one API and looks at the other whether it knows of that: what is read, starred, judged, noted, set
 * and taken back. Also has a message drafted, a webhook tried and the leads exported.
 */
export async function changeAndCompare(urls: { by: string; at: string }, person: Person, fetchRows: FetchRows) {
  const { projectId } = person
  const id = await anyLead(fetchRows, person)
  const [change, look] = [asking(urls.by, person), asking(urls.at, person)]
  const seen: Seen[] = []
  const params = { projectId, id }
  const make = async <Reply>(endpoint: Endpoint, given: Record<string, string>, body?: object) => {
    const answer = await change(endpoint, given, body)
    seen.push(answer)
    if (answer.status !== endpoint.status) throw new Error(`${endpoint.name}: ${answer.status} ${answer.detail}`)
    return (endpoint.replyKind === 'json' ? JSON.parse(answer.text) : undefined) as Reply
  }
  const text = `a note of ${randomUUID()}`
  const status = await make<{ id: string }>(createLeadStatus, { projectId }, { name: randomUUID().slice(0, 8) })
  await make(readLead, params)
  await make(starLead, params, { starred: true })
  await make(giveFeedback, params, { feedback: 'positive' })
  await make(addNote, params, { text })
  await make(updateLeadsStatus, { projectId }, { lead_ids: [id], status_config_id: status.id })
  await make(draftMessage, params, { message_type: 'reply' })
  await make(exportLeads, { projectId }, { format: 'csv' })
  await make(updatePeopleStatus, { projectId }, { filter: {}, status_config_id: null })
  const marked = await make<BulkResult>(markRead, { projectId }, { filter: {} })
  if (marked.undo_token !== null) await make(undoLeads, { projectId }, { undo_token: marked.undo_token })
  const [hook] = await fetchRows<{ id: string }>('select id from webhook where project_id = $1', [projectId])
  if (hook) await make(testWebhook, { projectId, id: hook.id })
  const [found, notes] = [await look(getLead, params), await look(listNotes, params)]
  seen.push(found, notes)
  const lead = JSON.parse(found.text) as Lead
  const kept = {
    'that it is read': lead.read,
    'that it is starred': lead.starred,
    'its feedback': lead.feedback === 'positive',
    'its status': lead.status_config_id === status.id,
    'its note': notes.text.includes(text),
  }
  const lost = Object.entries(kept)
    .filter(([, isThere]) => !isThere)
    .map(([what]) => `of a lead changed by one version, ${what} at the other`)
  return { seen, lost } satisfies Outcome
}

function asking(url: string, { token }: Person): Ask {
  return ({ name, method, path }, params, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return see(name, (signal) => fetch(url + filled, { method, headers, signal, ...sent }))
  }
}

function isRead(one: unknown): one is Endpoint {
  if (typeof one !== 'object' || one === null || !('path' in one)) return false
  const { method, replyKind, access } = one as Endpoint
  return method === 'GET' && replyKind === 'json' && access !== 'public'
}

/** An id for each place of a path: the person's own, where they have such a thing. */
async function findIds(fetchRows: FetchRows, person: Person): Promise<(path: string, name: string) => string> {
  const { projectId } = person
  const idOf = async (table: string) =>
    (
      await fetchRows<{ id: string }>(`select id from ${table} where project_id = $1 order by id limit 1`, [projectId])
    )[0]?.id
  const known = [
    ['/leads/', await idOf('lead')],
    ['/people/', await idOf('person')],
    ['/intent_signals/', await idOf('intent_signal')],
    ['/webhooks/', await idOf('webhook')],
  ] as const
  return (path, name) => {
    if (name === 'projectId') return projectId
    return known.find(([part]) => path.includes(part))?.[1] ?? randomUUID()
  }
}
