import { setTimeout as sleep } from 'node:timers/promises'
import { login, register } from '@leadlight/contract/accounts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject, type Project } from '@leadlight/contract/projects'
import type { Search } from '@leadlight/contract/search'
import { createIntentSignal, listSearches, runSearch, type IntentSignal } from '@leadlight/contract/signals'

const PASSWORD = 'a lantern on the harbour wall'
const LOOK_MS = 250

/** Somebody with an organization and a project of their own, who calls the product like a browser. */
export interface Tenant {
  projectId: string
  /** Milliseconds until the whole answer has arrived, and its status. */
  time(path: string): Promise<{ tookMs: number; status: number }>
  /**
   * Runs a search for a signal to its end. Resolves with the number of posts and the time of the end, as
   * `performance.now()`.
   */
  search(signal: string, days: number): Promise<{ seen: number; endedMs: number }>
}

export async function openTenant(url: string, name: string): Promise<Tenant> {
  const email = `${name}@example.org`
  await ask(url, register, { body: JSON.stringify({ email, password: PASSWORD }) })
  const form = new URLSearchParams({ username: email, password: PASSWORD })
  const { access_token: token } = await ask<{ access_token: string }>(url, login, { body: form })
  const signedIn = <Reply>(endpoint: Pick<Endpoint, 'method' | 'path'>, body?: unknown) =>
    ask<Reply>(url, endpoint, { token, ...(body !== undefined && { body: JSON.stringify(body) }) })
  await signedIn(createOrganization, { name })
  const { id: projectId } = await signedIn<Project>(createProject, { name })
  const inProject = ({ method, path }: Endpoint, id = '') => ({
    method,
    path: path.replace('{projectId}', projectId).replace('{id}', id),
  })
  return {
    projectId,
    async time(path) {
      const begunMs = performance.now()
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      return { tookMs: performance.now() - begunMs, status: response.status }
    },
    async search(signal, days) {
      const body = { intent_signal: signal, search_days: days }
      const { id } = await signedIn<IntentSignal>(inProject(createIntentSignal), body)
      const { search_id: searchId } = await signedIn<{ search_id: string }>(inProject(runSearch, id))
      for (;;) {
        const ended = (await signedIn<Search[]>(inProject(listSearches))).find((search) => search.id === searchId)
        if (ended?.finished_at != null) {
          return { seen: ended.seen, endedMs: Date.parse(ended.finished_at) - performance.timeOrigin }
        }
        await sleep(LOOK_MS)
      }
    },
  }
}

async function ask<Reply>(
  url: string,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { token, body }: { token?: string; body?: string | URLSearchParams },
): Promise<Reply> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}
