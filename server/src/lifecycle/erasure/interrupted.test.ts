import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dyingRetention, keepLead, keepPosts, newPost, seePosts } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { eraseAuthors } from './erase-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Suppresses an account, without the job that erases it. */
async function suppress({ organizationId }: LeadSite, externalId: string): Promise<void> {
  const author = app.dependencies.matching.suppression.inOrganization(organizationId, {
    platform: 'github',
    externalId,
  })
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    insertSuppressed(tx, organizationId, [{ author, at: app.clock.now() }]),
  )
}

function erase({ organizationId }: LeadSite, { db } = dyingRetention(app, Infinity)): Promise<void> {
  const { clock, suppression } = app.dependencies.matching
  const context = { signal: new AbortController().signal, progressed: async () => {} }
  return eraseAuthors({ db, clock, suppression }, organizationId, context)
}

test.each([2, 3, 4, 5, 6])('an erasure that dies at transaction %i is ended by the next run', async (number) => {
  const [site, other] = [await mintLeadSite(app), await mintLeadSite(app)]
  const handle = `dies-at-${number}`
  const post = (n: number) => newPost(app, { externalId: `${handle}-${n}`, platform: 'github', author: handle })
  await keepLead(app, [site], post(1))
  await keepLead(app, [site, other], post(2))
  const [passedOver = '', ofOther = ''] = await keepPosts(app, site, [post(3), post(4)])
  await keepLead(app, [other], post(4))
  await seePosts(app, site, { postIds: [passedOver, ofOther], state: 'done' })
  await inOrganization(app, site, (tx) =>
    sql`insert into signal_label (organization_id, intent_signal_id, post_id, source, fits, said_at)
      values (${site.organizationId}, ${site.signalId}, ${ofOther}, 'audit', true, now())`.execute(tx),
  )
  await suppress(site, handle)

  await expect(erase(site, dyingRetention(app, number))).rejects.toThrow('died')
  await erase(site)

  const ask = await openUnfenced(app.database)
  const left = await ask('select external_id from post where author_name = $1 order by 1', [handle])
  expect(left).toEqual([{ external_id: `${handle}-2` }, { external_id: `${handle}-4` }])
  for (const table of ['lead', 'judgement', 'person_profile', 'search_candidate', 'signal_label']) {
    expect([table, await ask(`select from ${table} where organization_id = $1`, [site.organizationId])]).toEqual([
      table,
      [],
    ])
  }
  expect(await ask('select from lead where organization_id = $1', [other.organizationId])).toHaveLength(2)
})
