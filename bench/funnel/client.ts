import { setTimeout as sleep } from 'node:timers/promises'
import { login, register } from '@leadlight/contract/accounts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject, type Project } from '@leadlight/contract/projects'
import type { Search } from '@leadlight/contract/search'
import { createIntentSignal, listSearches, runSearch, type IntentSignal } from '@leadlight/contract/signals'
import { addCommunity, setChannelKey, setSourceChannel } from '@leadlight/contract/sources'
import type { Sources } from './sources.ts'

const PASSWORD = 'a lantern on the harbour wall'
const POLL_MS = 200

export interface Searched {
  searchId: string
  signalId: string
}

export interface Client {
  /** Runs a signal's search to its end. */
  search(signal: { sentence: string; days: number }): Promise<Searched>
}

type Call = Pick<Endpoint, 'method' | 'path'>

/**
 * Somebody with an organization and a project of their own that has every source on, who calls the product as a browser
 * does.
 */
export async function openClient(url: string, { communities, keys }: Sources, number: number): Promise<Client> {
  const email = `funnel-${number}@example.org`
  // Registrations from one address are limited.
  const address = `192.0.2.${number}`
  await ask(url, register, { address, body: JSON.stringify({ email, password: PASSWORD }) })
  const form = new URLSearchParams({ username: email, password: PASSWORD })
  const { access_token: token } = await ask<{ access_token: string }>(url, login, { address, body: form })
  const call = <Reply>(endpoint: Call, params: Record<string, string> = {}, body?: unknown) => {
    const asked = { method: endpoint.method, path: fill(endpoint.path, params) }
    return ask<Reply>(url, asked, { address, token, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }
  await call(createOrganization, {}, { name: `Funnel ${number}` })
  const { id: projectId } = await call<Project>(createProject, {}, { name: 'Funnel' })
  for (const [platform, fields] of Object.entries(keys)) {
    await call(setSourceChannel, { projectId, platform }, { on: true, agreed: true })
    await call(setChannelKey, { projectId, platform }, { fields })
  }
  for (const community of communities) await call(addCommunity, { projectId }, community)

  return {
    async search({ sentence, days }) {
      const body = { intent_signal: sentence, search_days: days }
      const { id } = await call<IntentSignal>(createIntentSignal, { projectId }, body)
      const { search_id: searchId } = await call<{ search_id: string }>(runSearch, { projectId, id })
      for (;;) {
        const found = await call<Search[]>(listSearches, { projectId })
        if (found.find((search) => search.id === searchId)?.finished_at != null) return { searchId, signalId: id }
        await sleep(POLL_MS)
      }
    },
  }
}

/** The product's answer that something is not done. */

function fill(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

async function ask<Reply>(
  url: string,
  { method, path }: Call,
  { address, token, body }: { address: string; token?: string; body?: string | URLSearchParams },
): Promise<Reply> {
  const headers = {
    'x-forwarded-for': address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}
