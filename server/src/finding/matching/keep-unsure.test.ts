// Also on the embedded database: what a search keeps where nothing passed.
import { POSSIBLE_FROM, UNSURE_FROM } from '@leadlight/domain/scoring'
import { giveFeedback } from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { listIntentSignals, listSearches } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectEvents } from '@leadlight/testing/collect-events'
import { ask } from '@leadlight/testing/column-fixture'
import { mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import {
  seek,
  startOpinionFixture,
  work,
  WRITTEN_JUDGE,
  type OpinionFixture,
  type Sought,
} from '@leadlight/testing/opinion-fixture'
import { toOutboxEvent } from '../../outlets/outbox/outbox-events.ts'

let fixture: OpinionFixture
beforeAll(async () => {
  fixture = await startOpinionFixture({ AI_PROVIDER: 'local' })
})
afterAll(() => fixture.close())

/** Scores that did not pass, the best first. */
const near = (count: number) => Array.from({ length: count }, (_, at) => POSSIBLE_FROM - 1 - at)

async function leadsOf({ organization, projectId }: LeadSite) {
  return (await organization.call(listLeads, { params: { projectId } })).items
}

async function searchOf({ organization, projectId, searchId }: Sought) {
  const searches = await organization.call(listSearches, { params: { projectId } })
  return searches.find(({ id }) => id === searchId)
}

test('a search where nothing passed keeps the best five as unsure, says so, and notifies nobody', async () => {
  const sought = await seek(fixture, [...near(7), UNSURE_FROM - 1])
  await work(fixture, sought)
  const leads = await leadsOf(sought)
  expect(leads.map(({ score }) => score ?? -1).toSorted((a, b) => b - a)).toEqual(near(5))
  expect(new Set(leads.map(({ level }) => level))).toEqual(new Set(['unsure']))
  const { organization, projectId } = sought
  const lead = await organization.call(getLead, { params: { projectId, id: leads[0]?.id ?? '' } })
  expect(lead.matches).toMatchObject([{ level: 'unsure', reason: 'The built-in model says so.' }])
  expect(await searchOf(sought)).toMatchObject({
    state: 'done',
    kept: 0,
    note: 'Nothing passed. The best 5 are shown as unsure.',
  })
  const heard = await collectEvents(fixture.app, { projectId, token: organization.token, after: '0', enough: 3 })
  const found = heard.filter(({ event }) => event.type === 'leads')
  expect(found).toMatchObject([{ event: { is_unsure: true, search_id: sought.searchId } }])
  const payload = found[0]?.event
  if (payload?.type !== 'leads') throw new Error('No leads were announced.')
  // What Slack, webhooks and mails hear of.
  expect(toOutboxEvent({ id: 1, payload, at: fixture.app.clock.now() })).toBeUndefined()
})

test('where one passes, nothing is kept as unsure', async () => {
  const sought = await seek(fixture, [POSSIBLE_FROM, ...near(2)])
  await work(fixture, sought)
  expect((await leadsOf(sought)).map(({ score, level }) => [score, level])).toEqual([[POSSIBLE_FROM, 'possible']])
  expect((await searchOf(sought))?.note).toBeNull()
})

test('what is far off is not shown', async () => {
  const sought = await seek(fixture, [UNSURE_FROM - 1, 3])
  await work(fixture, sought)
  expect(await leadsOf(sought)).toEqual([])
  expect((await searchOf(sought))?.note).toBeNull()
})

test('what is unwanted, or was said not to fit, is not shown', async () => {
  const [refused, unwanted, left] = near(3) as [number, number, number]
  const sought = await seek(fixture, [refused, unwanted, left])
  const { organizationId, signalId, organization } = sought
  await ask(
    fixture.app,
    sought,
    sql`insert into signal_label (organization_id, intent_signal_id, post_id, source, fits, said_at)
      values (${organizationId}, ${signalId}, ${sought.postIds.get(refused)}, 'audit', false, ${fixture.app.clock.now()})`,
  )
  const judge: typeof WRITTEN_JUDGE = {
    async judge(plan, posts) {
      const judgements = await WRITTEN_JUDGE.judge(plan, posts)
      return judgements.map((one) => ({ ...one, isUnwanted: Math.round(one.score * 100) === unwanted }))
    },
  }
  await work({ matching: { ...fixture.matching, judge } }, sought)
  expect((await leadsOf({ ...sought, organization })).map(({ score }) => score)).toEqual([left])
  expect((await searchOf(sought))?.note).toBe('Nothing passed. The best one is shown as unsure.')
})

test('a later search adds none while the signal has leads, and one that passes is a lead like any other', async () => {
  const site = await mintLeadSite(fixture.app)
  await work(fixture, await seek(fixture, near(2), { site }))
  const [, , third, fourth] = near(4)
  const again = await seek(fixture, [third ?? 0, fourth ?? 0], { site })
  await work(fixture, again)
  expect(await leadsOf(site)).toHaveLength(2)
  expect((await searchOf(again))?.note).toBeNull()
  await work(fixture, await seek(fixture, [90], { site }))
  expect((await leadsOf(site)).map(({ level }) => String(level)).toSorted()).toEqual(['strong', 'unsure', 'unsure'])
})

test("what people say of it does not count as the signal's precision", async () => {
  const sought = await seek(fixture, near(5))
  await work(fixture, sought)
  const { organization, projectId } = sought
  for (const { id } of await leadsOf(sought)) {
    await organization.call(giveFeedback, { params: { projectId, id }, body: { feedback: 'negative' } })
  }
  const counted = await ask<{ count: number }>(
    fixture.app,
    sought,
    sql`select count(*)::int as count from lead_match where is_unsure`,
  )
  expect(counted).toEqual([{ count: 5 }])
  const [signal] = await organization.call(listIntentSignals, { params: { projectId } })
  expect(signal).toMatchObject({ quality: null })
})

test('another organization does not see it', async () => {
  const sought = await seek(fixture, near(1))
  await work(fixture, sought)
  const [lead] = await leadsOf(sought)
  const other = await mintLeadSite(fixture.app)
  expect(await leadsOf(other)).toEqual([])
  const { projectId } = sought
  await expect(other.organization.call(getLead, { params: { projectId, id: lead?.id ?? '' } })).rejects.toThrow('404')
})
