import { getLead, listLeads } from '@leadlight/contract/leads'
import * as contract from '@leadlight/contract/sources'
import { startTedDouble, type TedDouble } from '@leadlight/testing/doubles/ted-double'
import { ASKED, writeAskingPost } from '@leadlight/testing/lead-posts'
import { ended, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SIGNAL = 'Public buyers who want invoicing or bookkeeping software'
const TENDER =
  'The municipality is looking for invoicing and bookkeeping software for its 300 employees, with support and training. Offers must cover the migration of the present books.'

let fixture: SearchFixture
let ted: TedDouble
beforeAll(async () => {
  const tender = writeAskingPost(0, {
    title: 'Belgium – Accounting software – Bookkeeping for the city',
    text: TENDER,
    points: 70,
  })
  ted = await startTedDouble({ posts: [tender, ...ASKED.map((text, index) => writeAskingPost(index + 1, { text }))] })
  fixture = await startSearchFixture({ TED_API_URL: ted.apiUrl }, undefined, [])
})
afterAll(async () => {
  await fixture.close()
  await ted.close()
})

async function search() {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  return {
    org,
    params: { projectId },
    run: async () => {
      const body = { intent_signal: SIGNAL, search_days: 30 }
      const { id } = await org.call(createIntentSignal, { params: { projectId }, body })
      const { search_id: searchId } = await org.call(runSearch, { params: { projectId, id } })
      return ended(fixture, org, { projectId, signalId: id, searchId })
    },
  }
}

test('tenders are not asked for until a project turns them on', async () => {
  const { run } = await search()
  ted.questions.length = 0
  const { channels } = await run()
  expect(channels.map(({ platform }) => platform)).not.toContain('ted')
  expect(ted.questions).toEqual([])
})

test('a tender becomes a lead with its deadline and budget, and its source tells that it works', async () => {
  const { org, params, run } = await search()
  await org.call(contract.setSourceChannel, {
    params: { ...params, platform: 'ted' },
    body: { on: true, agreed: true },
  })
  const { channels } = await run()
  expect(channels.find(({ platform }) => platform === 'ted')).toMatchObject({ state: 'done', error: null })
  const { items } = await org.call(listLeads, { params, query: { data_source_filters: 'ted' } })
  const row = items.find(({ title }) => title?.startsWith('Belgium'))
  expect(row).toMatchObject({ community: 'Belgium', url: expect.stringContaining('ted.europa.eu') as string })
  const lead = await org.call(getLead, { params: { ...params, id: row?.id ?? '' } })
  const day = new Date(Date.parse(lead.posted_at) + 30 * 86_400_000).toISOString().slice(0, 10)
  expect(lead.facts).toEqual({ deadline: day, budget: { amount: 120_000, currency: 'EUR' } })
  const sources = await org.call(contract.listSources, { params })
  expect(sources.find(({ platform }) => platform === 'ted')).toMatchObject({ health: 'working', error: null })
})
