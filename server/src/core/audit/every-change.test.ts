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

/** What a request left, in whosever log: row-level security holds back no entry from who asks in every scope. */
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

test('every route that is bound has a recipe, and every recipe a route', () => {
  const bound = stage.app.app.endpoints.map(({ name }) => name)
  expect(Object.keys(RECIPES).toSorted()).toEqual(bound.toSorted())
})

/** The routes are known once the app stands, so each is looked at within one test, under its name. */
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

/** Whoever registers or signs in becomes somebody by it, and who holds a link need not be anybody; else it is who calls. */
async function actorOf(endpoint: Endpoint, { body }: TestReply, caller: TestUser): Promise<string | null> {
  const { id = '', access_token: token } = (body ?? {}) as { id?: string; access_token?: string }
  if (['rejectTokenizedInvite', 'unsubscribe'].includes(endpoint.name)) return null
  if (endpoint.name === 'rejectTokenizedInvite') return null
  // Whoever presses in Slack has no account here.
  if (endpoint.name === 'receiveSlackInteraction') return null
  // Whoever presses in Slack or unsubscribes by a link has no account that is known.
  if (['rejectTokenizedInvite', 'unsubscribe', 'receiveSlackInteraction'].includes(endpoint.name)) return null
  if (endpoint.name === 'register') return id
  if (token === undefined) return caller.userId
  return (await createTestClient(stage.app.app, token).call(me)).id
}

/** Of who deletes their account nothing is kept but the id. */
function originOf(endpoint: Endpoint, actorId: string | null) {
  if (endpoint.name === 'deleteAccount') return { account_id: null, client_address: null, user_agent: null }
  return { account_id: actorId, client_address: ADDRESS, user_agent: AGENT }
}

function targetOf(params: unknown): Record<string, unknown> {
  const { projectId, userId, noteId, columnId, deliveryId, ...rest } = params as Record<string, string>
  return {
    ...rest,
    ...(projectId && { project_id: projectId }),
    ...(userId && { user_id: userId }),
    ...(noteId && { note_id: noteId }),
    ...(deliveryId && { delivery_id: deliveryId }),
    ...(columnId && { column_id: columnId }),
  }
}

/** Whoever answers an invite changes the organization that sent it, and turning a project down the one that keeps it. */
const ANSWERS = [
  'acceptInvite',
  'rejectInvite',
  'acceptTokenizedInvite',
  'rejectTokenizedInvite',
  'rejectTransfer',
  // What comes from Slack changes the organization whose project it is about.
  'finishSlackConnection',
  'receiveSlackInteraction',
]

/** Whose log the entry stands in: what is done to one's own account is no organization's business. */
function logOf(endpoint: Endpoint, reply: TestReply): string | null {
  // That somebody is there no more is the business of those they leave.
  if (['deleteAccount', 'verify', 'resetPassword'].includes(endpoint.name)) return site.organizationId
  // An organization's log goes with it; that it did is kept aside.
  if (endpoint.name === 'deleteOrganization') return null
  if (ANSWERS.includes(endpoint.name) || endpoint.name === 'unsubscribe') return site.organizationId
  if (endpoint.name === 'createOrganization') return (reply.body as { id: string }).id
  return endpoint.access === 'public' || endpoint.access === 'signed_in' ? null : site.organizationId
}

/** What a body says is in the entry only where the endpoint names its field as safe. */
function expectNothingSecret(endpoint: Endpoint, body: unknown, entries: Entry[]): void {
  const told = JSON.stringify(entries.map(({ target }) => target))
  for (const [field, value] of Object.entries(body ?? {})) {
    if ((endpoint.audit || []).includes(field) || typeof value !== 'string') continue
    expect.soft(told, `${endpoint.name}: ${field}`).not.toContain(value)
  }
}

test('what changes nothing leaves no entry', async () => {
  for (const endpoint of bound(false)) {
    const { reply, requestId } = await makeCall(endpoint)
    expect.soft(reply.status, `${endpoint.name}: ${reply.text}`).toBe(endpoint.status)
    expect.soft(await entriesOf(requestId), endpoint.name).toEqual([])
  }
})

test('these calls are no GET and yet change nothing', () => {
  const names = bound(false).flatMap(({ method, name }) => (method === 'GET' ? [] : [name]))
  expect(names.toSorted()).toEqual([
    'backtestIntentSignal',
    'forgotPassword',
    'getReanalysisQuote',
    // What to link is in the browser; it is linked on the way back.
    'linkGoogle',
    'previewIntentSignal',
    // What a plan costs, and how things stand at the payment provider, is asked, not changed.
    'previewSubscription',
    'quoteSmartColumn',
    'readSignalPlan',
    // Says that a workspace lets nobody in any more, which is Slack's doing.
    'receiveSlackEvent',
    'receiveStripeEvent',
    'recommendMonitoringBudget',
    'recommendOneTimeSearchBudget',
    'refineIntentSignal',
    'refreshSubscription',
    'requestVerifyToken',
    // Leads to where it is changed, which is not here.
    'updatePaymentMethod',
  ])
})

test('a change that is refused leaves no entry', async () => {
  const guest = await stage.person({ membership: { organizationId: site.organizationId, role: 'GUEST' } })
  // What anybody of the organization may do with it, such as leaving, is refused to nobody.
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
