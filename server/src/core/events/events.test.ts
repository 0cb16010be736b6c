import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectEvents } from '@leadlight/testing/collect-events'
import { ended, startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

/** The events of searches and leads, without those of changes, which are emitted beside them. */
async function hear(run: { projectId: string }, token: string, request: { after: string; enough: number }) {
  const heard = await collectEvents(fixture.app, { projectId: run.projectId, token, ...request })
  return heard.filter(({ event }) => event.type !== 'changed')
}

describe("a project's events", () => {
  test('follow a search from beginning to end, in order, and resume after the last one heard', async () => {
    const org = await fixture.app.organization()
    const run = await startSearch(org)
    await ended(fixture, org, run)

    const all = await hear(run, org.token, { after: '0', enough: 5 })
    const ids = all.map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(all[0]?.event).toMatchObject({ type: 'search', search: { id: run.searchId, state: 'queued' } })

    const rest = await hear(run, org.token, { after: all[1]?.id ?? '', enough: 1 })
    expect(rest[0]).toEqual(all[2])
  })

  test('are of no other project', async () => {
    const org = await fixture.app.organization()
    const first = await startSearch(org)
    await ended(fixture, org, first)
    const second = await startSearch(org, { intent_signal: 'Bakers asking which oven to buy' })
    await ended(fixture, org, second)

    const heard = await hear(second, org.token, { after: '0', enough: 4 })
    expect(heard.every(({ event }) => event.type !== 'search' || event.search.id === second.searchId)).toBe(true)
  })
})
