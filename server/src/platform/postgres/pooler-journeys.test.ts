import { listLeads, markRead } from '@leadlight/contract/leads'
import { expect, onTestFinished, test } from 'vitest'
import { CHARGED, draftsOf, ledgerOf, mintDraftSite, SAY_WORDS, startDraftFixture, streamDraft, WORDS } from '@leadlight/testing/draft-fixture' // oxfmt-ignore
import { buildLeads, mintLeadSite } from '@leadlight/testing/lead-builder'
import { openPooler } from '@leadlight/testing/pooled-database'
import { ended, startSearch, startSearchFixture } from '@leadlight/testing/search-fixture'
import { startTestApp } from '@leadlight/testing/test-app'

const pooler = await openPooler({ poolSize: 3 })

test('a search behind a pooler finds leads and charges for what it judged', async () => {
  const environment = { JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '100' }
  const fixture = await startSearchFixture(environment, undefined, undefined, await pooler.migrated())
  onTestFinished(() => fixture.close())
  const org = await fixture.app.organization()
  const run = await startSearch(org)
  const search = await ended(fixture, org, run)
  expect(search).toMatchObject({ state: 'done', note: null })
  expect(search.kept).toBeGreaterThan(0)
  expect(search.credits_spent).toBe(search.judged * 0.5)
  expect((await org.call(listLeads, { params: run })).items).toHaveLength(search.kept)
})

test('a bulk change behind a pooler is made and undone once', async () => {
  const app = await startTestApp({ on: await pooler.migrated() })
  onTestFinished(() => app.close())
  const site = await mintLeadSite(app)
  await buildLeads(
    app,
    site,
    Array.from({ length: 40 }, (_, index) => ({ score: 50 + index })),
  )
  const { projectId, organization } = site
  const { updated, undo_token } = await organization.call(markRead, { params: { projectId }, body: { filter: {} } })
  expect(updated).toBe(40)
  const undo = () => organization.request('POST', `/api/v1/leads/${projectId}/undo`, { body: { undo_token } })
  expect((await undo()).body).toEqual({ updated: 40 })
  expect((await undo()).status).toBe(404)
})

test('a draft behind a pooler is streamed, kept and charged once', async () => {
  const fixture = await startDraftFixture({ on: await pooler.migrated() })
  onTestFinished(() => fixture.close())
  fixture.model.script = SAY_WORDS
  const site = await mintDraftSite(fixture.app)
  const { status, deltas } = await streamDraft(fixture.app, site.organization, site)
  expect([status, deltas.join('')]).toEqual([200, WORDS])
  expect(await draftsOf(site)).toMatchObject([{ written_by: 'double-1' }])
  expect(await ledgerOf(fixture.app, site)).toEqual(CHARGED)
})
