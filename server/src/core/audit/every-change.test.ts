// Also on the embedded database: every call that changes anything is made once.
import { me } from '@leadlight/contract/accounts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { can } from '@leadlight/domain/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db.ts'
import { operatorScope, organizationScope } from '../../platform/scopes.ts'
import type { Membership } from '@leadlight/testing/matrix/people'
import { prepareCall } from '@leadlight/testing/matrix/calls'
import { recipeOf, RECIPES } from '@leadlight/testing/matrix/recipes'
import { mintSite, openStage, type Site, type Stage } from '@leadlight/testing/matrix/site'
import { createTestClient, type TestReply } from '@leadlight/testing/test-client'
import type { TestUser } from '@leadlight/testing/test-organization'

const ADDRESS = '203.0.113.7'
const AGENT = 'Every change/1'

let stage: Stage
let site: Site
beforeAll(async () => {
  stage = await openStage({ environment: { TRUST_PROXY: 'private' } })
  site = await mintSite(stage)
})
afterAll(() => stage.close())

interface Entry {
  organization_id: string | null
  at: Date
  actor_id: string | null
  action: string
  target: Record<string, string>
  account_id: string | null
  client_address: string | null
  user_agent: string | null
}

/** A request's entries in every log: asked in every scope, since row-level security hides them. */
async function entriesOf(requestId: string): Promise<Entry[]> {
  const read = async (tx: Tx) => {
    const { rows } = await sql<Entry>`
      select audit_entry.organization_id, at, actor_id, action, target, account_id, client_address, user_agent
      from audit_entry left join audit_origin on entry_id = audit_entry.id
      where request_id = ${requestId}`.execute(tx)
    return rows
  }
  const { rows: organizations } = await stage.app.db.transaction(operatorScope(), (tx) =>
    sql<{ id: string }>`select id from organization`.execute(tx),
  )
  const found = await stage.app.db.transaction(operatorScope(), read)
  for (const { id } of organizations) found.push(...(await stage.app.db.transaction(organizationScope(id), read)))
  return found
}

interface Called {
  reply: TestReply
  caller: TestUser
  sent: { params?: unknown; body?: unknown }
  requestId: string
}

async function makeCall(endpoint: Endpoint): Promise<Called> {
  const recipe = recipeOf(endpoint)
  const { caller: wanted } = recipe
  const { organizationId } = wanted === 'founder' ? await mintSite(stage) : site
  const membership = { ...membershipFor(endpoint), organizationId }
  const caller = await stage.person(wanted === 'newcomer' ? {} : { membership })
  const { input: sent, options } = await prepareCall({ site, recipe, caller })
  const requestId = stage.app.dependencies.newId()
  const headers = { ...options.headers, 'x-request-id': requestId, 'x-forwarded-for': ADDRESS, 'user-agent': AGENT }
  const reply = await caller.ask(endpoint, sent, { headers })
  return { reply, caller, sent, requestId }
}

function membershipFor({ access }: Endpoint): Membership {
  const isOperators = access !== 'public' && access !== 'signed_in' && !can('ADMIN', access)
  return { organizationId: site.organizationId, role: isOperators ? 'SUPER_ADMIN' : 'ADMIN' }
}

test('every bound route has a recipe, and every recipe a route', () => {
  const bound = stage.app.app.endpoints.map(({ name }) => name)
  expect(Object.keys(RECIPES).toSorted()).toEqual(bound.toSorted())
})

/** The routes are known once the app runs, so one test checks each under its name. */
function bound(isChange: boolean): Endpoint[] {
  return stage.app.app.endpoints.filter(({ audit }) => (audit !== false) === isChange)
}

test('every change leaves one entry, with who, what, when and from where', async () => {
  const changes = bound(true)
  expect(changes.length).toBeGreaterThan(15)
  for (const endpoint of changes) {
    const { reply, caller, sent, requestId } = await makeCall(endpoint)
    expect.soft(reply.status, `${endpoint.name}: ${reply.text}`).toBe(endpoint.status)
    const entries = await entriesOf(requestId)
    const actorId = await actorOf(endpoint, reply, caller)
    expect.soft(entries, endpoint.name).toEqual([
      {
        organization_id: logOf(endpoint, reply),
        at: stage.app.clock.now(),
        actor_id: actorId,
        action: endpoint.name,
        target: expect.objectContaining(targetOf(sent.params)),
        ...originOf(endpoint, actorId),
      },
    ])
    expectNothingSecret(endpoint, sent.body, entries)
  }
})

/** Registering and signing in make their own actor, and a link needs none; otherwise it is the caller. */
async function actorOf(endpoint: Endpoint, { body }: TestReply, caller: TestUser): Promise<string | null> {
  const { id = '', access_token: token } = (body ?? {}) as { id?: string; access_token?: string }
  if (['rejectTokenizedInvite', 'unsubscribe'].includes(endpoint.name)) return null
  if (endpoint.name === 'rejectTokenizedInvite') return null
  // Whoever clicks in Slack has no account here.
  if (endpoint.name === 'receiveSlackInteraction') return null
  // Whoever clicks in Slack or unsubscribes by a link has no known account.
  if (['rejectTokenizedInvite', 'unsubscribe', 'receiveSlackInteraction'].includes(endpoint.name)) return null
  if (endpoint.name === 'register') return id
  if (token === undefined) return caller.userId
  return (await createTestClient(stage.app.app, token).call(me)).id
}

/** Only the id is kept of somebody who deletes their account. */
function originOf(endpoint: Endpoint, actorId: string | null) {
  if (endpoint.name === 'deleteAccount') return { account_id: null, client_address: null, user_agent: null }
  return { account_id: actorId, client_address: ADDRESS, user_agent: AGENT }
}

function targetOf(params: unknown): Record<string, unknown> {
  const named = Object.entries(params ?? {}).map(([name, value]) => [snakeCase(name), value] as const)
  return Object.fromEntries(named)
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
}

/** An answer to an invite changes the organization that sent it, and turning a project down the one that keeps it. */
const ANSWERS = [
  'acceptInvite',
  'rejectInvite',
  'acceptTokenizedInvite',
  'rejectTokenizedInvite',
  'rejectTransfer',
  // A call from Slack changes the organization of the project it is about.
  'finishSlackConnection',
  'receiveSlackInteraction',
]

/** The organization whose log has the entry: a change to one's own account concerns none. */
function logOf(endpoint: Endpoint, reply: TestReply): string | null {
  // An account that ends concerns the organization it leaves.
  if (['deleteAccount', 'verify', 'resetPassword'].includes(endpoint.name)) return site.organizationId
  // An organization's log goes with it; the entry of its deletion is in no log.
  if (endpoint.name === 'deleteOrganization') return null
  if (ANSWERS.includes(endpoint.name) || endpoint.name === 'unsubscribe') return site.organizationId
  if (endpoint.name === 'createOrganization') return (reply.body as { id: string }).id
  return endpoint.access === 'public' || endpoint.access === 'signed_in' ? null : site.organizationId
}

/** A value of the body is in the entry only if the endpoint names its field as safe. */
function expectNothingSecret(endpoint: Endpoint, body: unknown, entries: Entry[]): void {
  const told = JSON.stringify(entries.map(({ target }) => target))
  for (const [field, value] of Object.entries(body ?? {})) {
    if ((endpoint.audit || []).includes(field) || typeof value !== 'string') continue
    expect.soft(told, `${endpoint.name}: ${field}`).not.toContain(value)
  }
}

test('a call that changes nothing leaves no entry', async () => {
  for (const endpoint of bound(false)) {
    const { reply, requestId } = await makeCall(endpoint)
    expect.soft(reply.status, `${endpoint.name}: ${reply.text}`).toBe(endpoint.status)
    expect.soft(await entriesOf(requestId), endpoint.name).toEqual([])
  }
})

test('these calls change nothing although they are no GET', () => {
  const names = bound(false).flatMap(({ method, name }) => (method === 'GET' ? [] : [name]))
  expect(names.toSorted()).toEqual([
    'backtestIntentSignal',
    'forecastIntentSignal',
    'forgotPassword',
    'getReanalysisQuote',
    // The browser keeps what to link; it is linked on the way back.
    'linkGoogle',
    // The log tells of it by an entry that does not say from where it came.
    'objectToNotice',
    'previewIntentSignal',
    'previewNames',
    // Reads a price and a state at the payment provider without changing them.
    'previewSubscription',
    'quoteSmartColumn',
    'readSignalPlan',
    // Reports that Slack has revoked a workspace's access.
    'receiveSlackEvent',
    'receiveStripeEvent',
    'recommendMonitoringBudget',
    'recommendOneTimeSearchBudget',
    'refineIntentSignal',
    'refreshSubscription',
    'requestVerifyToken',
    // Returns the address of the page that changes it.
    'updatePaymentMethod',
  ])
})

test('a change that is refused leaves no entry', async () => {
  const guest = await stage.person({ membership: { organizationId: site.organizationId, role: 'GUEST' } })
  // Leaving and the like are allowed to anybody in the organization.
  const unfenced = ['public', 'signed_in', 'organization.read']
  const fenced = bound(true).filter(({ access }) => !unfenced.includes(access))
  for (const endpoint of fenced) {
    const recipe = recipeOf(endpoint)
    const { input: sent } = await prepareCall({ site, recipe, caller: guest, isRefused: true })
    for (const client of [stage.app, guest]) {
      const requestId = stage.app.dependencies.newId()
      const reply = await client.ask(endpoint, sent, { headers: { 'x-request-id': requestId } })
      expect.soft(reply.status, endpoint.name).toBeGreaterThanOrEqual(400)
      expect.soft(await entriesOf(requestId), endpoint.name).toEqual([])
    }
  }
})
