import type { Changed } from '@leadlight/contract/changed'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { withdrawGuestAccess } from '@leadlight/contract/guests'
import { createView, deleteView, updateLeadsStatus, updateView } from '@leadlight/contract/lead-work'
import { markRead, starLead } from '@leadlight/contract/leads'
import { createLeadStatus } from '@leadlight/contract/statuses'
import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopReading } from '../../outlets/outbox/start-reading.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { collectEvents } from '@leadlight/testing/collect-events'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { prepareCall } from '@leadlight/testing/matrix/calls'
import { recipeOf } from '@leadlight/testing/matrix/recipes'
import { mintSite, openStage, type Site, type Stage } from '@leadlight/testing/matrix/site'
import { openStream, said, sendEvent } from '@leadlight/testing/open-stream'
import type { TestClient } from '@leadlight/testing/test-client'

/** A draft is paid for in one transaction and saved in another. */
const DRAFTING = new Set(['draftMessage', 'draftPersonMessage'])
/** A page that opens now has read changes older than this. */
const AFTER_OPENING_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1000

let stage: Stage
let site: Site
beforeAll(async () => {
  stage = await openStage()
  site = await mintSite(stage)
})
afterAll(() => stage.close())

interface Kept {
  organizationId: string
  projectId: string
}

/** The stored events of the project, oldest first, whoever they are for. */
function told({ organizationId, projectId }: Kept): Promise<unknown[]> {
  return toldIn(organizationId, sql`project_id = ${projectId}`)
}

async function toldIn(organizationId: string, condition: RawBuilder<unknown>): Promise<unknown[]> {
  const { rows } = await stage.app.db.transaction(organizationScope(organizationId), (tx) =>
    sql<{ payload: Changed }>`
      select payload from event
      where ${condition} and payload ->> 'type' = 'changed' order by id`.execute(tx),
  )
  return rows.map(({ payload }) => payload)
}

function changesOfProjects(): Endpoint[] {
  return stage.app.app.endpoints.filter(
    ({ audit, path }) => audit !== false && /\{projectId\}|project\/\{id\}/.test(path),
  )
}

async function callAsAdmin(endpoint: Endpoint, origin: string): Promise<void> {
  const { input, options } = await prepareCall({ site, recipe: recipeOf(endpoint), caller: site.admin })
  const headers = { ...options.headers, 'x-origin': origin }
  const reply = await site.admin.ask(endpoint, input, { headers })
  expect.soft(reply.status, `${endpoint.name}: ${reply.text}`).toBe(endpoint.status)
}

describe('a change in a project', () => {
  test('is announced once by every call that declares it', async () => {
    const telling = changesOfProjects().filter(({ emits: tells }) => tells !== null)
    expect(telling.length).toBeGreaterThan(30)
    for (const endpoint of telling) {
      const origin = randomUUID()
      await callAsAdmin(endpoint, origin)
      const news = await toldIn(site.organizationId, sql`payload ->> 'origin' = ${origin}`)
      const one = expect.objectContaining({ type: 'changed', what: endpoint.emits })
      expect.soft(news, endpoint.name).toEqual(DRAFTING.has(endpoint.name) ? [one, one] : [one])
    }
  })

  test('is announced by every call, except where nobody needs to know', () => {
    const silent = changesOfProjects().flatMap(({ name, emits: tells }) => (tells === null ? [name] : []))
    expect(silent.toSorted()).toEqual([
      // Its leads are announced as any that are found.
      'bringPosts',
      'cancelTransfer',
      'capGuestSpending',
      // The change is announced when the user comes back from Slack.
      'connectSlack',
      'createCustomSubscription',
      // A project's events are deleted with it.
      'deleteProject',
      'exportCompanies',
      // A copy or a link, for whoever asked.
      'exportHeld',
      'exportLeads',
      'exportPeople',
      'makeLeadNotice',
      'makePersonNotice',
      // Nothing has changed until they are found, which the page asks for.
      'refreshThemes',
      // Searches and the filling of columns announce their own progress.
      'runSearch',
      'stopSearch',
      'stopSmartColumn',
      'transferProject',
      // One's own mail settings concern nobody else.
      'updateNotificationSettings',
    ])
  })
})

describe('the event of a change', () => {
  let place: LeadSite
  let leadIds: string[]
  beforeAll(async () => {
    place = await mintLeadSite(stage.app)
    leadIds = await buildLeads(
      stage.app,
      place,
      Array.from({ length: 101 }, (_, number) => ({ title: `Lead ${number}` })),
    )
  })

  /** The events that a change emitted. */
  async function toldBy(change: (params: { projectId: string }) => Promise<unknown>): Promise<unknown[]> {
    const before = (await told(place)).length
    await change({ projectId: place.projectId })
    return (await told(place)).slice(before)
  }

  test('names the lead, and the tab that asked by the origin it sends', async () => {
    const origin = randomUUID()
    const star = (params: { projectId: string }) =>
      place.organization.ask(
        starLead,
        { params: { ...params, id: leadIds[0]! }, body: { starred: true } },
        { headers: { 'x-origin': origin } },
      )
    expect(await toldBy(star)).toEqual([{ type: 'changed', what: 'leads', lead_ids: [leadIds[0]], origin }])
  })

  test('has no origin unless it is an id', async () => {
    const star = (params: { projectId: string }) =>
      place.organization.ask(
        starLead,
        { params: { ...params, id: leadIds[0]! }, body: { starred: false } },
        { headers: { 'x-origin': 'the words of somebody' } },
      )
    expect(await toldBy(star)).toEqual([expect.objectContaining({ origin: null })])
  })

  test('names up to a hundred leads, and beyond that none', async () => {
    const mark = (ids: string[]) =>
      toldBy((params) => place.organization.call(markRead, { params, body: { lead_ids: ids } }))
    const [few] = await mark(leadIds.slice(0, 100))
    expect((few as Changed).lead_ids).toHaveLength(100)
    expect(await mark(leadIds)).toEqual([expect.objectContaining({ what: 'leads', lead_ids: null })])
  })

  test('is one event if everything that matches is changed', async () => {
    const body = { status_config_id: null, filter: {} }
    const { id } = await place.organization.call(createLeadStatus, {
      params: { projectId: place.projectId },
      body: { name: 'Parked' },
    })
    const all = { ...body, status_config_id: id }
    const news = await toldBy((params) => place.organization.call(updateLeadsStatus, { params, body: all }))
    expect(news).toEqual([{ type: 'changed', what: 'leads', lead_ids: null, origin: null }])
  })

  test('is missing if the call is refused', async () => {
    const params = { projectId: place.projectId }
    const taken = () => place.organization.ask(createLeadStatus, { params, body: { name: 'Parked' } })
    expect(await toldBy(async () => expect((await taken()).status).toBe(409))).toEqual([])
    const foreign = await place.organization.foreign()
    const intrude = () => foreign.ask(starLead, { params: { ...params, id: leadIds[0]! }, body: { starred: true } })
    expect(await toldBy(async () => expect((await intrude()).status).toBe(404))).toEqual([])
  })

  test('deletes events older than a day', async () => {
    // What outside subscribers have not read yet would be kept for them.
    await inOrganization(stage.app, place, (tx) => stopReading(tx, place))
    await stage.app.clock.advance(DAY_MS + 1)
    await place.organization.call(createLeadStatus, {
      params: { projectId: place.projectId },
      body: { name: 'Newest' },
    })
    // A few at a time: a test emits fewer.
    expect(await told(place)).toEqual([expect.objectContaining({ what: 'statuses' })])
  })
})

describe('a change is heard', () => {
  let ids: LeadSite
  let params: { projectId: string }
  beforeAll(async () => {
    ids = await mintLeadSite(stage.app)
    params = { projectId: ids.projectId }
  })

  const addStatus = (client: TestClient, name: string) => client.call(createLeadStatus, { params, body: { name } })

  function hear(token: string, enough: number) {
    return collectEvents(stage.app, { ...params, token, after: '0', enough })
  }

  test('by everybody who sees the project, and nobody else', async () => {
    const granted = await ids.organization.member('GUEST', { projectIds: [ids.projectId] })
    const others = [await ids.organization.member('GUEST'), await ids.organization.foreign()]
    await addStatus(ids.organization, 'Heard by all')
    for (const { token } of [ids.organization, granted]) {
      expect((await hear(token, 1)).map(({ event }) => event.type)).toEqual(['changed'])
    }
    for (const other of others) {
      const reply = await other.request('GET', `/api/v1/events/${ids.projectId}`)
      expect(reply.problem().code).toBe('project_not_found')
    }
  })

  test('only by its owner if it is a private view, until that is shared', async () => {
    const own = await mintLeadSite(stage.app)
    const inOwn = { projectId: own.projectId }
    const colleague = await own.organization.member('MEMBER')
    const body = { name: 'Mine', query: 'read=false', is_shared: false }
    const { id } = await own.organization.call(createView, { params: inOwn, body })
    await own.organization.call(updateView, { params: { ...inOwn, id }, body: { name: 'Still mine' } })
    await own.organization.call(updateView, { params: { ...inOwn, id }, body: { is_shared: true } })
    await own.organization.call(updateView, { params: { ...inOwn, id }, body: { is_shared: false } })
    await own.organization.call(deleteView, { params: { ...inOwn, id } })
    await own.organization.call(createLeadStatus, { params: inOwn, body: { name: 'The last' } })

    const partsHeardBy = async (token: string, enough: number) =>
      (await collectEvents(stage.app, { ...inOwn, token, after: '0', enough })).map(
        ({ event }) => (event as Changed).what,
      )
    expect(await partsHeardBy(own.organization.token, 6)).toEqual([...Array<string>(5).fill('views'), 'statuses'])
    expect(await partsHeardBy(colleague.token, 3)).toEqual(['views', 'views', 'statuses'])
  })

  test('by a page that opens right after it, which may have read the state before', async () => {
    const { app } = stage
    const own = await mintLeadSite(app)
    const { organization: org, projectId } = own
    const add = (name: string) => org.call(createLeadStatus, { params: { projectId }, body: { name } })
    await add('Long ago')
    await app.clock.advance(AFTER_OPENING_MS + 1)
    await sendEvent(app, { org, projectId, source: 'What is no change is not told again' })
    await add('Just now')
    const [now, ...none] = await collectEvents(app, { projectId, token: org.token, enough: 1 })
    expect([now?.event.type, none]).toEqual(['changed', []])
    const [first, second] = await collectEvents(app, { projectId, token: org.token, after: '0', enough: 2 })
    expect(Number(now?.id)).toBeGreaterThan(Number(second?.id))
    expect([first?.event.type, second?.event.type]).toEqual(['changed', 'source'])

    await app.clock.advance(AFTER_OPENING_MS + 1)
    const later = await openStream(app, { projectId, token: org.token })
    await sendEvent(app, { org, projectId, source: 'Next' })
    const next = await said(later)
    await later.cancel()
    expect(next).toContain('Next')
    expect(next).not.toContain('changed')
  })

  test('by no guest whose grant was withdrawn meanwhile: their stream ends instead', async () => {
    const guest = await ids.organization.member('GUEST', { projectIds: [ids.projectId] })
    const headers = { authorization: `Bearer ${guest.token}` }
    await stage.app.clock.advance(AFTER_OPENING_MS + 1)
    const stream = await stage.app.app.hono.request(`/api/v1/events/${ids.projectId}`, { headers })
    await ids.organization.call(withdrawGuestAccess, { params: { ...params, userId: guest.userId } })
    expect(await stream.text()).not.toContain('changed')
  })
})
