import { getLead, listLeads } from '@leadlight/contract/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { dyingRetention, keepLead, keepPosts, newPost, retentionOf, type PostWish } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { followPosts } from './follow-posts.ts'

const HOUR_MS = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const leadOf = (site: LeadSite, id = '') => site.organization.call(getLead, { params: { projectId: site.projectId, id } }) // oxfmt-ignore
const found = async ({ organization, projectId }: LeadSite, words: string) =>
  (await organization.call(listLeads, { params: { projectId }, query: { search_text: words } })).total

/** Stores the post again as the platform now shows it, with these words. */
async function edit(site: LeadSite, wish: PostWish): Promise<void> {
  await app.clock.advance(HOUR_MS)
  await keepPosts(app, site, [newPost(app, wish)])
}

test('an edit that a later search brings reaches every lead: its words, its excerpt and what is left of its evidence', async () => {
  const sites = [await mintLeadSite(app), await mintLeadSite(app)] as const
  const post = newPost(app, {
    externalId: 'e-1',
    title: 'Which pager?',
    text: 'We want a pager. It must be quiet. Also cheap.',
  })
  const { leadIds } = await keepLead(app, sites, post, ['want a pager', 'must be quiet'])
  await edit(sites[0], {
    externalId: 'e-1',
    title: 'Pagers',
    author: 'ada lovelace',
    text: 'Edited: it must be quiet. A gramophone would do.',
  })
  await followPosts(retentionOf(app))

  for (const [index, site] of sites.entries()) {
    const lead = await leadOf(site, leadIds[index])
    const [match] = lead.matches
    expect(lead).toMatchObject({ title: 'Pagers', author: 'ada lovelace', score: 80, source_deleted_at: null })
    expect(match?.evidence.map(({ start, end }) => lead.text.slice(start, end))).toEqual(['must be quiet'])
    const { text, evidence } = lead.excerpt
    expect(evidence.map(({ start, end }) => text.slice(start, end))).toEqual(['must be quiet'])
    expect(await found(site, 'gramophone')).toBe(1)
    expect(await found(site, 'cheap')).toBe(0)
  }
  const ask = await openUnfenced(app.database)
  expect(await ask("select from lead_match where (evidence || conditions)::text like '%want a pager%'")).toEqual([])
})

test('leads do not follow a post that only got more points', async () => {
  const site = await mintLeadSite(app)
  const { postId } = await keepLead(app, [site], newPost(app, { externalId: 'e-2' }))
  await app.clock.advance(HOUR_MS)
  await keepPosts(app, site, [{ ...newPost(app, { externalId: 'e-2' }), points: 40 }])
  const ask = await openUnfenced(app.database)
  expect(await ask('select points, follow_at from post where id = $1', [postId])).toEqual([
    { points: 40, follow_at: null },
  ])
})

test.each([1, 2, 3, 4])(
  'a process that dies at its transaction no. %i leaves an edit to the next run',
  async (number) => {
    const sites = [await mintLeadSite(app), await mintLeadSite(app)] as const
    const externalId = `e-died-${number}`
    const { leadIds } = await keepLead(app, sites, newPost(app, { externalId }))
    await edit(sites[1], { externalId, title: `After ${number}` })
    await expect(followPosts(dyingRetention(app, number))).rejects.toThrow('died')
    await followPosts(retentionOf(app))
    expect((await leadOf(sites[0], leadIds[0])).title).toBe(`After ${number}`)
    expect((await leadOf(sites[1], leadIds[1])).title).toBe(`After ${number}`)
  },
)

test('an edit that comes while leads follow the one before is followed too', async () => {
  const site = await mintLeadSite(app)
  const { leadIds } = await keepLead(app, [site], newPost(app, { externalId: 'e-3' }))
  await edit(site, { externalId: 'e-3', title: 'Once' })
  let isEdited = false
  const deps = retentionOf(app)
  const db: typeof deps.db = {
    ...deps.db,
    transaction: async (scope, work) => {
      const result = await deps.db.transaction(scope, work)
      if (scope.name === 'organization' && !isEdited) {
        isEdited = true
        await edit(site, { externalId: 'e-3', title: 'Twice' })
      }
      return result
    },
  }
  await followPosts({ db, clock: app.clock })
  expect(isEdited).toBe(true)
  expect((await leadOf(site, leadIds[0])).title).toBe('Twice')
})

test('a match that the team removed keeps no words that the post no longer has', async () => {
  const site = await mintLeadSite(app)
  const post = newPost(app, { externalId: 'e-4', text: 'We want a sextant now.' })
  const { leadIds } = await keepLead(app, [site], post, ['want a sextant'])
  await inOrganization(app, site, (tx) =>
    sql`
      with gone as (delete from lead_match where lead_id = ${leadIds[0]} returning *)
      insert into lead_correction (organization_id, lead_id, intent_signal_id, is_match, former, corrected_at)
      select organization_id, lead_id, intent_signal_id, false, to_jsonb(gone) || '{"place": 0}', now() from gone`.execute(
      tx,
    ),
  )
  await edit(site, { externalId: 'e-4', text: 'Never mind.' })
  await followPosts(retentionOf(app))
  const ask = await openUnfenced(app.database)
  expect(await ask("select from lead_correction where former::text like '%sextant%'")).toEqual([])
})

test('an organization whose leads cannot follow delays no other', async () => {
  const [failing, fine] = [await mintLeadSite(app), await mintLeadSite(app)]
  const both = await keepLead(app, [failing, fine], newPost(app, { externalId: 'e-both', title: 'Which lathe?' }))
  const own = await keepLead(app, [fine], newPost(app, { externalId: 'e-own', title: 'Which anvil?' }))
  await edit(failing, { externalId: 'e-both', title: 'Which gramophone?' })
  await edit(fine, { externalId: 'e-own', title: 'Which phonograph?' })
  const db: typeof app.db = {
    ...app.db,
    transaction(scope, ...rest) {
      if (scope.settings['app.organization_id'] !== failing.organizationId) return app.db.transaction(scope, ...rest)
      return Promise.reject(new Error('Its leads cannot follow.'))
    },
  }
  await expect(followPosts({ ...retentionOf(app), db })).rejects.toThrow('Not all leads could follow')
  const titles = async () => [
    (await leadOf(failing, both.leadIds[0])).title,
    (await leadOf(fine, both.leadIds[1])).title,
    (await leadOf(fine, own.leadIds[0])).title,
  ]
  expect(await titles()).toEqual(['Which lathe?', 'Which gramophone?', 'Which phonograph?'])
  await followPosts(retentionOf(app))
  expect(await titles()).toEqual(['Which gramophone?', 'Which gramophone?', 'Which phonograph?'])
})
