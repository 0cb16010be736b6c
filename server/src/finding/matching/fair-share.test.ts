import { listSearches } from '@leadlight/contract/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ended,
  startSearch,
  startSearchFixture,
  type RunningSearch,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'

/** Searches wait at the named points until their gate opens. */
const gates = new Map<string, PromiseWithResolvers<void>>()

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture({}, (name) => gates.get(name)?.promise ?? Promise.resolve())
})
afterAll(async () => {
  for (const gate of gates.values()) gate.resolve()
  await fixture.close()
})

async function stateOf(org: TestOrganization, { projectId, searchId }: RunningSearch): Promise<string | undefined> {
  await fixture.app.clock.advance(1_000)
  const searches = await org.call(listSearches, { params: { projectId } })
  return searches.find(({ id }) => id === searchId)?.state
}

test("an organization with two running searches makes room for another's, and loses nothing", async () => {
  const [busy, other] = [await fixture.app.organization(), await fixture.app.organization()]
  const collected = Promise.withResolvers<void>()
  const finishing = Promise.withResolvers<void>()
  gates.set('before collect', collected).set('before finish', finishing)

  const greedy = [await startSearch(busy), await startSearch(busy), await startSearch(busy)]
  await until(
    async () => (await stateOf(busy, greedy[0]!)) === 'running' && (await stateOf(busy, greedy[1]!)) === 'running',
  )
  expect(await stateOf(busy, greedy[2]!)).toBe('queued')
  const late = await startSearch(other)
  collected.resolve()
  // None of the first three can finish, so the late one begins only if one makes room.
  await until(async () => (await stateOf(other, late)) === 'running')
  expect(await Promise.all(greedy.map((search) => stateOf(busy, search)))).toEqual(['running', 'running', 'queued'])

  finishing.resolve()
  const results = await Promise.all([...greedy.map((run) => ended(fixture, busy, run)), ended(fixture, other, late)])
  expect(results.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
  // The same signal over the same posts: the one that made room found what the others found.
  expect(new Set(results.map(({ seen, judged, kept }) => `${seen} ${judged} ${kept}`)).size).toBe(1)
}, 240_000)
