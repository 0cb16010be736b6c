import { getLead, listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { disableMonitoring, enableMonitoring, listIntentSignals } from '@leadlight/contract/signals'
import { updateNames, watchNames } from '@leadlight/contract/watched-names'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { startMonitored, startMonitoringFixture, type MonitoringFixture } from '@leadlight/testing/monitoring-fixture'
import { afterEach, expect, test } from 'vitest'

const START = '2026-11-02T09:00:00Z'
const WANTED =
  'I am a freelancer. Which invoicing or bookkeeping software should I use instead of Zyxwell? I need a recommendation'

let fixture: MonitoringFixture
afterEach(() => fixture.close())

function said(minute: number, words: string) {
  const at = new Date(Date.parse(START) + minute * 60_000)
  return { ...corpusPost(minute, { at, words }), platform: 'hackernews' as const }
}

function start(posts: ReturnType<typeof said>[]) {
  return startMonitoringFixture({
    posts,
    start: START,
    environment: { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '3' },
  })
}

test('a post that names what is watched becomes a lead without a score, for nothing, and however short it is', async () => {
  fixture = await start([
    said(3, 'zyxwell'),
    said(5, 'Zyxwells and zyxwelling, but not the name itself.'),
    said(8, 'I use ZYXWELL.COM/login daily'),
  ])
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const before = (await org.call(getCredits)).credit_balance
  await org.call(watchNames, { params: { projectId }, body: { names: 'Zyxwell' } })
  await fixture.pass(15)
  const { items } = await org.call(listLeads, { params: { projectId } })
  expect(items.map(({ score, level }) => [score, level])).toEqual([
    [null, null],
    [null, null],
  ])
  expect((await org.call(getCredits)).credit_balance).toBe(before)
  const [signal] = await org.call(listIntentSignals, { params: { projectId } })
  expect(signal).toMatchObject({
    lead_count: 2,
    monitoring: { state: 'listening', waiting: 0, spent_this_month: 0, note: null },
  })
})

test('names and a sentence find the same post: one lead with both, charged for the sentence alone', async () => {
  fixture = await start([said(3, WANTED), said(6, 'Zyxwell raised its price.')])
  const org = await fixture.app.organization()
  const { projectId } = await startMonitored(org)
  await org.call(watchNames, { params: { projectId }, body: { names: 'Zyxwell' } })
  const before = (await org.call(getCredits)).credit_balance
  await fixture.pass(12)
  const { items } = await org.call(listLeads, { params: { projectId }, query: { sort_by: 'score' } })
  expect(items.map(({ score }) => score === null)).toEqual([false, true])
  const lead = await org.call(getLead, { params: { projectId, id: items[0]?.id ?? '' } })
  expect(lead.matches.map(({ score }) => score === null)).toEqual([false, true])
  expect((await org.call(getCredits)).credit_balance).toBe(before - 1)
})

test('changed names count from the next post on, and names that are not monitored find nothing', async () => {
  fixture = await start([
    said(3, 'Zyxwell is fine.'),
    said(15, 'Zyxwell is fine, and Quuxly too.'),
    said(30, 'Quuxly is fine.'),
  ])
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const { id } = await org.call(watchNames, { params: { projectId }, body: { names: 'Zyxwell' } })
  const titles = async () => (await org.call(listLeads, { params: { projectId } })).items.length
  await fixture.pass(10)
  expect(await titles()).toBe(1)
  await org.call(updateNames, { params: { projectId, id }, body: { names: 'Quuxly' } })
  await fixture.pass(12)
  expect(await titles()).toBe(2)
  await org.call(disableMonitoring, { params: { projectId, id } })
  await fixture.pass(20)
  expect(await titles()).toBe(2)
  const again = await org.call(enableMonitoring, { params: { projectId, id }, body: { monthly_credit_budget: 5 } })
  expect(again.monitoring).toMatchObject({ state: 'listening', monthly_credit_budget: 0, note: null })
})
