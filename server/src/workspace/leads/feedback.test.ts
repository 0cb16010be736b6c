import * as contract from '@leadlight/contract/lead-work'
import { getLead, markDeleted } from '@leadlight/contract/leads'
import { listIntentSignals } from '@leadlight/contract/signals'
import { measuredQuality } from '@leadlight/domain/quality'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, buildSignal, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Given = { feedback: 'positive' | 'negative' | null; reason?: string }

function give({ organization, projectId }: LeadSite, id: string, body: Given) {
  return organization.call(contract.giveFeedback, { params: { projectId, id }, body })
}

async function qualityOf({ organization, projectId }: LeadSite, signalId: string) {
  const signals = await organization.call(listIntentSignals, { params: { projectId } })
  return signals.find(({ id }) => id === signalId)?.quality
}

async function historyOf({ organization, projectId }: LeadSite, id: string) {
  const entries = await organization.call(contract.listHistory, { params: { projectId, id } })
  return entries.filter(({ kind }) => kind === 'feedback').map(({ summary }) => summary)
}

describe('feedback', () => {
  test('is saved with its reason, can be taken back, and adds one history entry per change', async () => {
    const site = await mintLeadSite(app)
    const [id] = (await buildLeads(app, site, [{}])) as [string]
    const before = await site.organization.call(getLead, { params: { projectId: site.projectId, id } })
    const steps: [Given, object][] = [
      [{ feedback: 'positive' }, { feedback: 'positive', feedback_reason: null }],
      [{ feedback: 'positive' }, { feedback: 'positive', feedback_reason: null }],
      [
        { feedback: 'negative', reason: ' A student\nproject ' },
        { feedback: 'negative', feedback_reason: 'A student\nproject' },
      ],
      [{ feedback: 'negative' }, { feedback: 'negative', feedback_reason: 'A student\nproject' }],
      [
        { feedback: 'negative', reason: '' },
        { feedback: 'negative', feedback_reason: null },
      ],
      [
        { feedback: null, reason: 'no longer' },
        { feedback: null, feedback_reason: null },
      ],
      [{ feedback: null }, { feedback: null, feedback_reason: null }],
    ]
    for (const [given, told] of steps) {
      await app.clock.advance(1000)
      expect(await give(site, id, given)).toEqual({ ...before, ...told })
    }
    expect((await historyOf(site, id)).toReversed()).toEqual([
      'Feedback: a good lead',
      'Feedback: not a lead – A student project',
      'Feedback: not a lead',
      'Feedback taken back',
    ])
  })

  test('shows only the beginning of a long reason in the history', async () => {
    const site = await mintLeadSite(app)
    const [id] = (await buildLeads(app, site, [{}])) as [string]
    const reason = '🙂'.repeat(250)
    expect((await give(site, id, { feedback: 'negative', reason })).feedback_reason).toBe(reason)
    expect(await historyOf(site, id)).toEqual([`Feedback: not a lead – ${'🙂'.repeat(119)}…`])
  })

  test.each([
    ['nothing', {}],
    ['another word', { feedback: 'bad' }],
    ['too long a reason', { feedback: 'negative', reason: 'x'.repeat(501) }],
  ])('with %s is refused', async (_name, body) => {
    const site = await mintLeadSite(app)
    const [id] = (await buildLeads(app, site, [{}])) as [string]
    const path = `/api/v1/leads/${site.projectId}/lead/${id}/feedback`
    expect((await site.organization.request('PATCH', path, { body })).problem().status).toBe(422)
  })

  test('is given by a guest with a grant, and by nobody outside the project', async () => {
    const site = await mintLeadSite(app)
    const [id] = (await buildLeads(app, site, [{}])) as [string]
    const path = `/api/v1/leads/${site.projectId}/lead/${id}/feedback`
    const body = { feedback: 'positive' }
    const granted = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    expect((await granted.request('PATCH', path, { body })).status).toBe(200)
    for (const stranger of [await site.organization.member('GUEST'), await site.organization.foreign()]) {
      const problem = (await stranger.request('PATCH', path, { body: { feedback: 'negative' } })).problem()
      expect(problem).toMatchObject({ status: 404, code: 'project_not_found' })
    }
    const other = await mintLeadSite(app)
    const elsewhere = `/api/v1/leads/${other.projectId}/lead/${id}/feedback`
    expect((await other.organization.request('PATCH', elsewhere, { body })).problem()).toMatchObject({
      status: 404,
      code: 'lead_not_found',
    })
  })
})

describe("a signal's quality", () => {
  test('is measured from the fifth judged lead on, follows each feedback at once, and goes back with it', async () => {
    const site = await mintLeadSite(app)
    const other = await buildSignal(app, site, 'people who hire')
    const ids = await buildLeads(
      app,
      site,
      Array.from({ length: 6 }, () => ({})),
    )
    for (const [index, id] of ids.slice(0, 4).entries()) {
      await give(site, id, { feedback: index === 0 ? 'negative' : 'positive' })
      expect(await qualityOf(site, site.signalId)).toBeNull()
    }
    await give(site, ids[4]!, { feedback: 'positive' })
    const five = measuredQuality({ positive: 4, negative: 1 })
    expect(await qualityOf(site, site.signalId)).toEqual(five)
    await give(site, ids[5]!, { feedback: 'negative' })
    expect(await qualityOf(site, site.signalId)).toEqual(measuredQuality({ positive: 4, negative: 2 }))
    await give(site, ids[5]!, { feedback: null })
    expect(await qualityOf(site, site.signalId)).toEqual(five)
    await give(site, ids[4]!, { feedback: 'negative' })
    expect(await qualityOf(site, site.signalId)).toEqual(measuredQuality({ positive: 3, negative: 2 }))
    expect(await qualityOf(site, other)).toBeNull()
  })

  test('counts deleted leads, and not signals that people added', async () => {
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    const other = await buildSignal(app, site, 'people who hire')
    const ids = await buildLeads(
      app,
      site,
      Array.from({ length: 5 }, () => ({})),
    )
    for (const id of ids) {
      await give(site, id, { feedback: 'negative' })
      await organization.call(contract.correctLead, {
        params: { projectId, id },
        body: { intent_signals: [site.signalId, other] },
      })
    }
    await organization.call(markDeleted, { params: { projectId }, body: { lead_ids: ids } })
    expect(await qualityOf(site, site.signalId)).toEqual(measuredQuality({ positive: 0, negative: 5 }))
    expect(await qualityOf(site, other)).toBeNull()
  })
})
