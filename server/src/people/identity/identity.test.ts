// Also on the embedded database: a journey of this slice.
import * as contract from '@leadlight/contract/identity'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { getPerson, listPeople, updatePeopleStatus } from '@leadlight/contract/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTables, openUnfenced, type Ask } from '@leadlight/testing/open-unfenced'
import { buildPerson, type BuiltPerson } from '@leadlight/testing/identity-builder'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import type { CallInput, TestClient } from '@leadlight/testing/test-client'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { renewAuthors } from '../prospects/renew-people.ts'
import { findIdentities } from './find-identities.ts'

/** Append-only tables and the queue, which record both a merge and its undoing. */
const HISTORIES = /worker_lease|audit|event|session|rate_limit|schedule|public\.job$/u
const LINK = { bio: 'Gardens and code. github.com/ottoline', company_name: 'Oxbow', location: 'Ghent' }

let app: TestApp
let ask: Ask
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The problem that a call gets, of this status. */
async function refused<E extends Endpoint>(client: TestClient, status: number, endpoint: E, input: CallInput<E>) {
  const answer = await client.ask(endpoint, input)
  expect(answer.status).toBe(status)
  return answer.problem()
}

interface Two {
  site: LeadSite
  one: BuiltPerson
  other: BuiltPerson
  params: { projectId: string }
}

async function openTwo(): Promise<Two> {
  ask = await openUnfenced(app.database)
  const site = await mintLeadSite(app)
  const one = await buildPerson(app, site, {
    platform: 'github',
    handle: 'ottoline',
    posts: 2,
    said: { location: 'Ghent' },
  })
  await app.clock.advance(1_000)
  const other = await buildPerson(app, site, { platform: 'bluesky', handle: 'berg', said: LINK })
  await buildPerson(app, site, { platform: 'hacker_news', handle: 'somebody', said: { company_name: 'Oxbow' } })
  await app.clock.advance(1_000)
  return { site, one, other, params: { projectId: site.projectId } }
}

/** Every row of every table, as text. */
async function dump(): Promise<Record<string, string[]>> {
  const tables = (await listTables(ask)).filter((name) => !HISTORIES.test(name))
  const rows = await Promise.all(
    tables.map(async (table) => {
      const found = await ask<{ row: string }>(`select each::text as row from ${table} each order by 1`)
      return [table, found.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(rows)
}

/** The list in each of its orders. */
async function listed({ site, params }: Two): Promise<string[][]> {
  const orders = ['last_posted_at', 'created_at', 'posts', 'name', 'company_name', 'status'] as const
  return Promise.all(
    orders.map(async (sort_by) =>
      (await site.organization.call(listPeople, { params, query: { sort_by } })).items.map((person) => person.id),
    ),
  )
}

async function propose({ site, params }: Two) {
  await findIdentities(app.dependencies, site)
  const { items } = await site.organization.call(contract.listIdentityProposals, { params, query: {} })
  return items
}

test('somebody who links to another account as their own is proposed, with the evidence in words', async () => {
  const two = await openTwo()
  const proposals = await propose(two)
  expect(proposals).toHaveLength(1)
  expect(proposals[0]).toMatchObject({
    state: 'open',
    person: { id: two.one.personId, posts: 2, profiles: [{ platform: 'github', handle: 'ottoline' }] },
    other: { id: two.other.personId, profiles: [{ platform: 'bluesky' }] },
    evidence: [
      { kind: 'links_to', text: 'The profile on Bluesky links to the other as its own (ottoline).', speaks_for: true },
      { kind: 'same_town', text: 'Both live in Ghent.', speaks_for: true },
      { kind: 'other_handle', speaks_for: false },
    ],
  })
  expect(proposals[0]?.probability).toBeGreaterThan(0.8)
  expect((await propose(two)).map(({ id }) => id)).toEqual([proposals[0]?.id])
  const { params } = two
  const counted = await two.site.organization.call(contract.listIdentityProposals, { params, query: {} })
  expect(counted).toMatchObject({ total: 1, total_capped: false, next_cursor: null })
})

test('a merge makes one person of two, and undoing it leaves every table as it was', async () => {
  const two = await openTwo()
  const { site, params, one, other } = two
  const [proposal] = await propose(two)
  const [before, order] = [await dump(), await listed(two)]

  await app.clock.advance(60_000)
  const at = { params: { ...params, id: proposal!.id } }
  const merged = await site.organization.call(contract.acceptIdentity, at)
  expect(merged.person_id).toBe(one.personId)
  const person = await site.organization.call(getPerson, { params: { ...params, id: one.personId } })
  expect(person.platforms).toEqual(['bluesky', 'github'])
  expect(person.posts).toBe(3)
  expect(person.company_name?.value).toBe('Oxbow')
  await refused(site.organization, 404, getPerson, { params: { ...params, id: other.personId } })
  expect(await propose(two)).toEqual([])
  expect(await dump()).not.toEqual(before)

  await app.clock.advance(60_000)
  const back = { params: { ...params, id: merged.merge_id } }
  expect(await site.organization.call(contract.unmergePeople, back)).toEqual({
    person_id: one.personId,
    restored_person_id: other.personId,
  })
  expect(await dump()).toEqual(before)
  expect(await listed(two)).toEqual(order)
  await refused(site.organization, 404, contract.unmergePeople, back)
})

test('a change made after a merge stays with the remaining person', async () => {
  const two = await openTwo()
  const { site, params, one, other } = two
  const statuses = await ask<{ id: string }>(
    `select id from lead_status where project_id = $1 and kind = 'prospect' order by position`,
    [params.projectId],
  )
  const [first, second] = statuses.map(({ id }) => id)
  const set = (id: string, status: string | null) =>
    site.organization.call(updatePeopleStatus, { params, body: { status_config_id: status, person_lead_ids: [id] } })
  await set(other.personId, first!)
  const merge = () =>
    site.organization.call(contract.mergePeople, {
      params: { ...params, id: one.personId },
      body: { other_id: other.personId },
    })
  const statusOf = async (id: string) =>
    (await site.organization.call(getPerson, { params: { ...params, id } })).status_config_id
  const unmerge = (id: string) => site.organization.call(contract.unmergePeople, { params: { ...params, id } })

  const { merge_id: taken } = await merge()
  expect(await statusOf(one.personId)).toBe(first)
  await unmerge(taken)
  expect(await statusOf(one.personId)).toBeNull()
  expect(await statusOf(other.personId)).toBe(first)

  const { merge_id: again } = await merge()
  await set(one.personId, second!)
  const late = await buildPerson(app, site, { platform: 'bluesky', handle: 'berg' })
  expect(late.personId).toBe(one.personId)
  await unmerge(again)
  expect(await statusOf(one.personId)).toBe(second)
  expect(await statusOf(other.personId)).toBe(first)
  const restored = await site.organization.call(getPerson, { params: { ...params, id: other.personId } })
  expect(restored.posts).toBe(2)
})

test('merges on top of merges are undone one after another, each completely', async () => {
  const two = await openTwo()
  const { site, params, one, other } = two
  const third = await buildPerson(app, site, { platform: 'mastodon', handle: 'ob@social.example' })
  const merge = (id: string, other_id: string) =>
    site.organization.call(contract.mergePeople, { params: { ...params, id }, body: { other_id } })
  const unmerge = (id: string) => ({ params: { ...params, id } })
  const before = await dump()
  const inner = await merge(one.personId, other.personId)
  const middle = await dump()
  const outer = await merge(third.personId, one.personId)
  const merges = await site.organization.call(contract.listIdentityMerges, {
    params: { ...params, id: third.personId },
  })
  expect(merges.map(({ id }) => id).toSorted()).toEqual([inner.merge_id, outer.merge_id].toSorted())
  const refusal = await refused(site.organization, 409, contract.unmergePeople, unmerge(inner.merge_id))
  expect(refusal.code).toBe('identity_merge_built_on')
  await site.organization.call(contract.unmergePeople, unmerge(outer.merge_id))
  expect(await dump()).toEqual(middle)
  await site.organization.call(contract.unmergePeople, unmerge(inner.merge_id))
  expect(await dump()).toEqual(before)
})

test('a merge is listed, and can be undone, only while both sides have an account', async () => {
  const { site, params, one, other } = await openTwo()
  const at = { params: { ...params, id: one.personId } }
  const { merge_id } = await site.organization.call(contract.mergePeople, { ...at, body: { other_id: other.personId } })
  const listed = async () => (await site.organization.call(contract.listIdentityMerges, at)).map((merge) => merge.id)
  expect(await listed()).toEqual([merge_id])
  await inOrganization(app, site, async (tx) => {
    await sql`delete from lead where profile_id = ${one.profileId}`.execute(tx)
    await sql`delete from person_profile where id = ${one.profileId}`.execute(tx)
  })
  expect(await listed()).toEqual([])
  await refused(site.organization, 404, contract.unmergePeople, { params: { ...params, id: merge_id } })
})

test('an author merged while their posts were recorded is counted with their new person', async () => {
  const { site, params, one, other } = await openTwo()
  const at = { params: { ...params, id: one.personId } }
  await site.organization.call(contract.mergePeople, { ...at, body: { other_id: other.personId } })
  await inOrganization(app, site, async (tx) => {
    await sql`update person set posts = 0 where id = ${one.personId}`.execute(tx)
    await renewAuthors(tx, site.organizationId, [{ profileId: other.profileId, personId: other.personId }])
  })
  expect((await site.organization.call(getPerson, at)).posts).toBe(3)
})

test('two merges into one person are undone in either order', async () => {
  const two = await openTwo()
  const { site, params, one, other } = two
  const third = await buildPerson(app, site, { platform: 'mastodon', handle: 'ob2@social.example' })
  const merge = async (other_id: string) =>
    (
      await site.organization.call(contract.mergePeople, {
        params: { ...params, id: one.personId },
        body: { other_id },
      })
    ).merge_id
  const unmerge = (id: string) => site.organization.call(contract.unmergePeople, { params: { ...params, id } })
  const before = await dump()
  for (const isFirstFirst of [true, false]) {
    const ids = [await merge(other.personId), await merge(third.personId)]
    for (const id of isFirstFirst ? ids : ids.toReversed()) await unmerge(id)
    expect(await dump()).toEqual(before)
  }
})

test('of two who accept at once, one succeeds', async () => {
  const two = await openTwo()
  const [proposal] = await propose(two)
  const at = { params: { ...two.params, id: proposal!.id } }
  const answers = await Promise.allSettled([
    two.site.organization.call(contract.acceptIdentity, at),
    two.site.organization.call(contract.acceptIdentity, at),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a dismissed pair does not come back until the dismissal is undone', async () => {
  const two = await openTwo()
  const { site, params } = two
  const [proposal] = await propose(two)
  const at = { params: { ...params, id: proposal!.id } }
  await site.organization.call(contract.dismissIdentity, at)
  expect(await propose(two)).toEqual([])
  await refused(site.organization, 409, contract.acceptIdentity, at)
  await site.organization.call(contract.reopenIdentity, at)
  expect((await propose(two)).map(({ id }) => id)).toEqual([proposal!.id])
})

test('two people with several accounts are proposed once, and not at all once dismissed', async () => {
  const two = await openTwo()
  const { site, params, one } = two
  const said = { bio: 'Gardens and code. github.com/ottoline', location: 'Ghent' }
  const third = await buildPerson(app, site, { platform: 'mastodon', handle: 'berg@social.example', said })
  const proposals = await propose(two)
  expect(proposals).toHaveLength(3)
  const ofOne = proposals.find(({ other, person }) => ![other.id, person.id].includes(third.personId))
  await site.organization.call(contract.acceptIdentity, { params: { ...params, id: ofOne!.id } })
  const open = () => site.organization.call(contract.listIdentityProposals, { params, query: {} })
  const asked = await open()
  expect(asked).toMatchObject({ total: 1, items: [{ person: { id: one.personId }, other: { id: third.personId } }] })
  expect((await propose(two)).map(({ person, other }) => [person.id, other.id])).toEqual([
    [one.personId, third.personId],
  ])

  const at = { params: { ...params, id: (await open()).items[0]!.id } }
  await site.organization.call(contract.dismissIdentity, at)
  expect(await open()).toMatchObject({ total: 0, items: [] })
  expect(await propose(two)).toEqual([])
  await site.organization.call(contract.reopenIdentity, at)
  expect(await propose(two)).toHaveLength(1)
})

test('another organization’s people, proposals and merges answer like missing ones', async () => {
  const two = await openTwo()
  const { one, other } = two
  const [proposal] = await propose(two)
  const stranger = await mintLeadSite(app)
  const theirs = { projectId: stranger.projectId }
  const call = stranger.organization
  for (const projectId of [two.params.projectId, theirs.projectId]) {
    for (const endpoint of [contract.acceptIdentity, contract.dismissIdentity, contract.reopenIdentity]) {
      await refused(call, 404, endpoint, { params: { projectId, id: proposal!.id } })
    }
    await refused(call, 404, contract.mergePeople, {
      params: { projectId, id: one.personId },
      body: { other_id: other.personId },
    })
    await refused(call, 404, contract.listIdentityMerges, { params: { projectId, id: one.personId } })
  }
  await refused(call, 404, contract.listIdentityProposals, { params: two.params, query: {} })
  expect(await propose(two)).toHaveLength(1)
  const own = await buildPerson(app, stranger, { platform: 'github', handle: 'mine' })
  await refused(call, 404, contract.mergePeople, {
    params: { ...theirs, id: own.personId },
    body: { other_id: other.personId },
  })
})
