import * as contract from '@leadlight/contract/identity'
import { getPerson } from '@leadlight/contract/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteFacts } from '../prospects/note-facts.ts'
import { buildPerson, type BuiltPerson } from '@leadlight/testing/identity-builder'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Two {
  site: LeadSite
  one: BuiltPerson
  other: BuiltPerson
  params: { projectId: string }
}

async function openTwo(): Promise<Two> {
  const site = await mintLeadSite(app)
  const one = await buildPerson(app, site, { platform: 'github', handle: 'ottoline', posts: 2 })
  const other = await buildPerson(app, site, { platform: 'bluesky', handle: 'berg' })
  return { site, one, other, params: { projectId: site.projectId } }
}

/** Stores a fact of a profile, as reading it does. */
function note({ site }: Two, { profileId }: BuiltPerson, location: string): Promise<void> {
  const now = app.clock.now()
  const said = { profileId, source: 'profile' as const, sourceUrl: null, seenAt: now, fields: { location } }
  return inOrganization(app, site, (tx) => noteFacts(tx, { ...site, now, newId: app.dependencies.newId }, said))
}

test('a merge waits for a profile being written and does not take its person meanwhile', async () => {
  const two = await openTwo()
  const { site, params, one, other } = two
  const begun = Promise.withResolvers<void>()
  const merging = begun.promise.then(() =>
    site.organization.call(contract.mergePeople, {
      params: { ...params, id: one.personId },
      body: { other_id: other.personId },
    }),
  )
  await inOrganization(app, site, async (tx) => {
    await sql`select from person_profile where id = ${other.profileId} for no key update`.execute(tx)
    begun.resolve()
    // The embedded database has one connection, so there the merge has not even begun.
    for (let looks = 0; looks < 40; looks += 1) {
      const { rows } =
        await sql`select pg_sleep(0.02) from (select from pg_locks where not granted limit 1) waiting`.execute(tx)
      if (rows.length > 0) break
      await sql`select pg_sleep(0.02)`.execute(tx)
    }
    await sql`select from person where id = ${other.personId} for no key update nowait`.execute(tx)
  })
  expect((await merging).person_id).toBe(one.personId)
})

test('merges, their undoing and profile reads can race, and all of them succeed', async () => {
  const two = await openTwo()
  const { site, params, one, other } = two
  const mergeAndBack = async () => {
    const { merge_id } = await site.organization.call(contract.mergePeople, {
      params: { ...params, id: one.personId },
      body: { other_id: other.personId },
    })
    await site.organization.call(contract.unmergePeople, { params: { ...params, id: merge_id } })
  }
  for (let round = 0; round < 4; round += 1) {
    const notes = [one, other, one, other].map((person, n) => note(two, person, `Town ${round}.${n}`))
    await Promise.all([mergeAndBack(), ...notes])
  }
  const places = await Promise.all(
    [one, other].map(async ({ personId }) => {
      const { location } = await site.organization.call(getPerson, { params: { ...params, id: personId } })
      return location?.value
    }),
  )
  expect(places).toEqual([expect.stringMatching(/^Town 3\.[02]$/u), expect.stringMatching(/^Town 3\.[13]$/u)])
})
