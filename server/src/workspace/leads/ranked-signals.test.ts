import { correctLead } from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { buildFound, buildSignal, mintLeadSite, recordFound } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a row names the signal first whose score it shows, whichever found the lead first', async () => {
  const site = await mintLeadSite(app)
  const { organization, projectId } = site
  const second = { ...site, signalId: await buildSignal(app, site, 'bakers who need help') }
  const third = { ...site, signalId: await buildSignal(app, site, 'owners of small shops') }
  const [found] = await buildFound(app, site, [{}])
  const scores = new Map([
    [site.signalId, 40],
    [second.signalId, 91],
    [third.signalId, 60],
  ])
  for (const place of [site, second, third]) {
    await recordFound(app, place, [{ ...found!, score: scores.get(place.signalId)! }])
  }
  const row = async () => (await organization.call(listLeads, { params: { projectId } })).items[0]!
  const named = async () => (await row()).intent_signals.map(({ id }) => id)
  const byScore = [second.signalId, third.signalId, site.signalId]
  expect((await row()).score).toBe(91)
  expect(await named()).toEqual(byScore)
  const params = { projectId, id: (await row()).id }
  const lead = await organization.call(getLead, { params })
  expect(lead.intent_signals.map(({ id }) => id)).toEqual(byScore)
  expect(lead.matches.map(({ intent_signal_id: id }) => id)).toEqual(byScore)

  await organization.call(correctLead, { params, body: { intent_signals: [third.signalId, site.signalId] } })
  expect(await named()).toEqual([third.signalId, site.signalId])
  await organization.call(correctLead, { params, body: { intent_signals: byScore.toReversed() } })
  expect(await named()).toEqual(byScore)
})
