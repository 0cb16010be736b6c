import { makeLeadNotice, objectToNotice, updatePrivacy } from '@leadlight/contract/privacy'
import { listLeads } from '@leadlight/contract/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { foundOf, keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { registerErasureJobs } from '../../lifecycle/erasure/erase-person.ts'
import { recordLeads } from '../../people/prospects/record-leads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(() => app.close())

test('a lead that is being kept while its author objects is erased with the rest', async () => {
  const site = await mintLeadSite(app)
  const { organization, projectId } = site
  const { leadIds } = await buildPerson(app, site, {
    platform: 'github',
    handle: 'midway',
    posts: 1,
    text: 'Who paints?',
  })
  await organization.call(updatePrivacy, { body: { contact: 'privacy@firm.example' } })
  const { url } = await organization.call(makeLeadNotice, { params: { projectId, id: leadIds[0]! } })
  const query = { t: new URL(url).searchParams.get('t') ?? '' }
  const late = newPost(app, { externalId: 'late', platform: 'github', author: 'midway', text: 'Who paints the roof?' })
  const [postId = ''] = await keepPosts(app, site, [late])

  const [kept, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const recording = inOrganization(app, site, async (tx) => {
    const { newId, matching } = app.dependencies
    const context = { ...site, now: app.clock.now(), newId, suppression: matching.suppression }
    await recordLeads(tx, context, [foundOf(late, postId)])
    kept.resolve()
    await goOn.promise
  })
  await kept.promise
  let isOver = false
  const objecting = app.call(objectToNotice, { query }).then(() => (isOver = true))
  const isWaiting = async () => {
    const { rows } = await app.database.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)
    return rows.length > 0
  }
  const total = async () => (await organization.call(listLeads, { params: { projectId } })).total
  // Either it waits for what is being kept, or it has erased all that it could see.
  await until(async () => (await isWaiting()) || (isOver && (await total()) === 0))
  goOn.resolve()
  await Promise.all([recording, objecting])
  await expect.poll(total).toBe(0)
})
