import { listSignalSearches } from '@leadlight/contract/asked-searches'
import * as contract from '@leadlight/contract/signals'
import { addFeed } from '@leadlight/contract/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKKEEPING,
  ended,
  startSearch,
  startSearchFixture,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'

const REWORDED = 'Freelancers asking which software to use for invoices'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

test('a signal’s searches are listed newest first, each with the words it went by, and no other signal’s', async () => {
  const org = await fixture.app.organization()
  const run = await startSearch(org)
  const params = { projectId: run.projectId, id: run.signalId }
  await ended(fixture, org, run)
  await org.call(contract.updateIntentSignal, { params, body: { intent_signal: REWORDED, do_reanalyze: false } })
  const { search_id: again } = await org.call(contract.runSearch, { params })
  await ended(fixture, org, { ...run, searchId: again })
  const other = await org.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
  await org.call(contract.runSearch, { params: { ...params, id: other.id } })

  const searches = await org.call(listSignalSearches, { params })
  expect(searches.map(({ id, intent_signal, revision }) => ({ id, intent_signal, revision }))).toEqual([
    { id: again, intent_signal: REWORDED, revision: 2 },
    { id: run.searchId, intent_signal: BOOKKEEPING, revision: 1 },
  ])
  const { intent_signal: _words, revision: _revision, ...newest } = searches[0] ?? {}
  expect(await org.call(contract.listSearches, { params })).toContainEqual(newest)
})

test('a guest reads them without addresses, and nobody else’s project has them', async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  await org.call(addFeed, { params: { projectId }, body: { url: `${fixture.feeds.feedUrl('rss')}?token=tulip` } })
  const body = { intent_signal: BOOKKEEPING }
  const { id } = await org.call(contract.createIntentSignal, { params: { projectId }, body })
  const params = { projectId, id }
  fixture.feeds.failNext({ kind: 'body', body: '<html>Gone</html>' })
  const { search_id: searchId } = await org.call(contract.runSearch, { params })
  await ended(fixture, org, { projectId, signalId: id, searchId })
  const guest = await org.member('GUEST', { projectIds: [projectId] })

  expect(JSON.stringify(await org.call(listSignalSearches, { params }))).toContain('tulip')
  const told = await guest.call(listSignalSearches, { params })
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain('tulip')
  const stranger = await org.foreign()
  const foreign = await stranger.ask(listSignalSearches, { params })
  expect(foreign.status).toBe(404)
  const ofAnother = await org.ask(listSignalSearches, {
    params: { ...params, projectId: (await org.project()).id },
  })
  expect(ofAnother.problem().code).toBe('signal_not_found')
})
