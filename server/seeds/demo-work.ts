import { setTimeout as sleep } from 'node:timers/promises'
import { me, type User } from '@leadlight/contract/accounts'
import { addNote, assignLead, createView, giveFeedback, updateLeadsStatus } from '@leadlight/contract/lead-work'
import { listLeads, type LeadList } from '@leadlight/contract/leads'
import type { Search } from '@leadlight/contract/search'
import { listSearches } from '@leadlight/contract/signals'
import { listLeadStatuses, type Status } from '@leadlight/contract/statuses'
import { ask } from './ask.ts'

/** The searches go on while the installation is in use already; the demo waits for them no longer than this. */
const WAITS_MAX = 120
const WAIT_MS = 500

interface DemoProject {
  address: string
  token: string | undefined
  projectId: string
}

/**
 * Works on a few leads as a team would: statuses, somebody to answer one, a note that mentions them, a thumb, and a view
 * for all. On fewer leads than it needs it does without the rest.
 */
export async function seedWork(place: DemoProject): Promise<void> {
  const { address, token, projectId } = place
  const call = <Reply>({ method, path }: { method: string; path: string }, id: string, body?: unknown) =>
    ask<Reply>(address, { method, path: path.replace('{projectId}', projectId).replace('{id}', id), body, token })
  await searchesEnded(() => call<Search[]>(listSearches, ''))
  const statuses = await call<Status[]>(listLeadStatuses, '')
  const leads = await call<LeadList>({ ...listLeads, path: `${listLeads.path}?sort_by=score&limit=12` }, '')
  const [first, second, ...others] = leads.items.map(({ id }) => id)
  const setStatus = async (name: string, lead_ids: (string | undefined)[]) => {
    const status_config_id = statuses.find((status) => status.name === name)?.id
    const ids = lead_ids.filter((id) => id !== undefined)
    if (status_config_id && ids.length > 0) await call(updateLeadsStatus, '', { status_config_id, lead_ids: ids })
  }
  await setStatus('To answer', [first, ...others.slice(0, 2)])
  await setStatus('Answered', [second])
  await setStatus('Not a fit', others.slice(2, 3))
  const { id: userId } = await call<User>(me, '')
  if (first !== undefined) {
    await call(assignLead, first, { user_id: userId })
    await call(addNote, first, { text: `@[${userId}] can you answer this one? Say how long moving their books takes.` })
    await call(giveFeedback, first, { feedback: 'positive' })
  }
  const query = 'read=false&sort_by=score'
  await call(createView, '', { name: 'Unread, best first', query, is_shared: true })
}

async function searchesEnded(list: () => Promise<Search[]>): Promise<void> {
  for (let waited = 0; waited < WAITS_MAX; waited += 1) {
    const searches = await list()
    if (searches.every(({ finished_at }) => finished_at !== null)) return
    await sleep(WAIT_MS)
  }
}
