import { login, register } from '@leadlight/contract/accounts'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject } from '@leadlight/contract/projects'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import { createWebhook } from '@leadlight/contract/webhooks'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { until } from '@leadlight/testing/until'
import { issueToken, sessionTokens } from '../list/capture.ts'
import type { SeededOrganization } from '../list/seed.ts'
import { SIGNAL } from './asking-posts.ts'
import type { FetchRows, Fixture } from './fixture.ts'

export const PASSWORD = 'a lantern on the harbour wall'
let opened = 0

/** Somebody with an organization and a project of their own, who calls the product over HTTP. */
export interface Person {
  name: string
  /** Empty for somebody who was seeded. */
  email: string
  token: string
  organizationId: string
  projectId: string
  client: TestClient
  /** Where the leads of their webhook arrive at the receiver. */
  hook: string
}

/** Signs somebody up, with a webhook that hears of their leads. */
export async function openPerson({ url, receiver }: Pick<Fixture, 'url' | 'receiver'>): Promise<Person> {
  opened += 1
  const name = `person-${opened}`
  const from = { 'x-forwarded-for': `10.1.${Math.floor(opened / 250)}.${1 + (opened % 250)}` }
  const anonymous = clientOf(url)
  const email = `${name}@example.org`
  await anonymous.ask(register, { body: { email, password: PASSWORD } }, { headers: from })
  const signedIn = await anonymous.ask(login, { body: { username: email, password: PASSWORD } }, { headers: from })
  const { access_token: token } = login.reply.parse(signedIn.body)
  const client = clientOf(url, token)
  const { id: organizationId } = await client.call(createOrganization, { body: { name } })
  const { id: projectId } = await client.call(createProject, { body: { name } })
  const hook = `/hook/${name}`
  await client.call(createWebhook, {
    params: { projectId },
    body: { url: receiver.url + hook, events: ['lead.created'] },
  })
  return { name, email, token, organizationId, projectId, client, hook }
}

/** Somebody of an organization that was seeded with leads. */
export async function enterSeeded({ url }: Fixture, organization: SeededOrganization): Promise<Person> {
  const token = await issueToken(sessionTokens(), organization)
  const { organizationId, projectId, number } = organization
  const name = `seeded-${number}`
  return { name, email: '', token, organizationId, projectId, client: clientOf(url, token), hook: '' }
}

/** The product over real HTTP. */
export function clientOf(url: string, token?: string): TestClient {
  return createTestClient({ hono: { request: (path, init) => fetch(url + path, init) } }, token)
}

/** Starts a search and resolves with its id. */
export async function beginSearch({ client, projectId }: Person): Promise<string> {
  const body = { intent_signal: SIGNAL, search_days: 30, search_budget: null }
  const { id } = await client.call(createIntentSignal, { params: { projectId }, body })
  const begun = await client.call(runSearch, { params: { projectId, id } })
  return begun.search_id
}

export interface SearchState {
  state: string
  seen: number
  judged: number
  kept: number
  note: string | null
}

/** Read past the API, which may be away. */
export async function readSearch(fetchRows: FetchRows, searchId: string): Promise<SearchState> {
  const rows = await fetchRows<SearchState>('select state, seen, judged, kept, note from search where id = $1', [
    searchId,
  ])
  const [found] = rows
  if (!found) throw new Error('The search is gone.')
  return found
}

/** Resolves once the search has ended. */
export function untilOver(fetchRows: FetchRows, searchId: string, withinMs = 120_000): Promise<SearchState> {
  return until(async () => {
    const search = await readSearch(fetchRows, searchId)
    return search.state !== 'queued' && search.state !== 'running' && search
  }, withinMs)
}

/** Resolves once the search has got so far that it judges. */
export function untilJudging(fetchRows: FetchRows, searchId: string): Promise<SearchState> {
  return until(async () => {
    const search = await readSearch(fetchRows, searchId)
    return (search.judged > 0 || search.state === 'done') && search
  })
}
