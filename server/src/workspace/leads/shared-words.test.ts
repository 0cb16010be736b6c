import * as contract from '@leadlight/contract/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildFound,
  buildLeads,
  inOrganization,
  mintLeadSite,
  recordFound,
  type LeadSite,
} from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { leadCondition } from './lead-filter.ts'
import { leadPage } from './lead-page.ts'
import type { FoundLead } from './keep-leads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function search({ organization, projectId }: LeadSite, search_text: string) {
  const { items, total } = await organization.call(contract.listLeads, {
    params: { projectId },
    query: { search_text },
  })
  return { ids: items.map(({ id }) => id), total }
}

describe('posts that are leads of two organizations', () => {
  let ours: LeadSite
  let theirs: LeadSite
  let found: FoundLead[]
  let ourIds: string[]
  let theirIds: string[]

  beforeAll(async () => {
    ours = await mintLeadSite(app)
    theirs = await mintLeadSite(app)
    found = await buildFound(app, ours, [
      { body: 'Our ledger needs a zeppelin' },
      { body: 'Any zeppelin for a ledger?' },
    ])
    ourIds = (await recordFound(app, ours, found)).recorded
    theirIds = (await recordFound(app, theirs, found.toReversed())).recorded
  })

  test('a search returns only the organization’s own leads', async () => {
    expect(new Set([...ourIds, ...theirIds]).size).toBe(4)
    expect(await search(ours, 'zeppelin')).toEqual({ ids: expect.arrayContaining(ourIds), total: 2 })
    expect(await search(theirs, 'zeppelin')).toEqual({ ids: expect.arrayContaining(theirIds), total: 2 })
  })

  test('a search in a project without these leads finds none', async () => {
    const elsewhere = await mintLeadSite(app)
    await buildLeads(app, elsewhere, [{}])
    expect(await search(elsewhere, 'zeppelin')).toEqual({ ids: [], total: 0 })
    const { id: projectId } = await ours.organization.project({ name: 'Another of ours' })
    expect(await search({ ...ours, projectId }, 'zeppelin')).toEqual({ ids: [], total: 0 })
  })

  test('a bulk change by a search reaches only the organization’s own leads', async () => {
    const body = { filter: { search_text: 'zeppelin' } }
    const params = { projectId: ours.projectId }
    expect(await ours.organization.call(contract.markDeleted, { params, body })).toMatchObject({ updated: 2 })
    expect((await search(ours, 'zeppelin')).total).toBe(0)
    expect((await search(theirs, 'zeppelin')).total).toBe(2)
  })

  test('they are found by their current words once either organization finds them again', async () => {
    const [first, second] = found as [FoundLead, FoundLead]
    await recordFound(app, theirs, [{ ...first, post: { ...first.post, text: 'Our ledger needs an airship' } }, second])
    expect((await search(theirs, 'airship')).total).toBe(1)
    expect((await search(theirs, 'zeppelin')).total).toBe(1)
    expect((await search(ours, 'airship')).total).toBe(0)
  })
})

describe('among many posts', () => {
  const POSTS = 4000
  const FREQUENT = 'software'
  const RARE = 'zeppelin'
  let site: LeadSite

  /** The plan of the list's page, in its organization's own transaction. */
  async function plan(searchText: string): Promise<string> {
    const condition = leadCondition(site.organizationId, site.projectId, { search_text: searchText })
    const order = { key: { by: 'posted_at' }, sortOrder: 'desc' } as const
    const request = { ...site, ...order, after: undefined, skip: 0, limit: 20, countMax: undefined }
    const { rows } = await inOrganization(app, site, (tx) =>
      sql<{ 'QUERY PLAN': string }>`explain ${leadPage(condition, request)}`.execute(tx),
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  beforeAll(async () => {
    site = await mintLeadSite(app)
    await buildLeads(app, site, [{ title: null, body: `The ${RARE} of ${FREQUENT}` }])
    await inOrganization(app, site, (tx) =>
      sql`
        with copies as (
          insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
          select gen_random_uuid(), 'copy', number, 'post', url, '', posted_at - number * interval '1 second', collected_at
          from lead, generate_series(1, ${POSTS}::integer) number where project_id = ${site.projectId}
          returning id, posted_at
        ), words as (
          insert into post_words (post_id, words)
          select id, to_tsvector('english', (
            select ${FREQUENT}::text || string_agg(' ' || md5(id::text || number), '') from generate_series(1, 40) number))
          from copies
        )
        insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
          excerpt_evidence, score, signal_ids, posted_at, collected_at)
        select gen_random_uuid(), organization_id, project_id, copies.id, platform, '', url, excerpt, excerpt_evidence,
          score, signal_ids, copies.posted_at, collected_at
        from lead, copies where project_id = ${site.projectId}`.execute(tx),
    )
    await app.database.pool.query('analyze lead; analyze post_words')
  })

  test('a rare word is read from its index, behind the row-level security policy', async () => {
    const rare = await plan(RARE)
    expect(rare).toContain('Bitmap Index Scan on post_words_words')
    expect(rare).toContain('Index Scan using lead_post on lead')
    expect(rare).toContain('app.organization_id')
    expect((await search(site, RARE)).total).toBe(1)
  })

  test('a frequent word is checked from the newest lead on, not everywhere it occurs', async () => {
    const frequent = await plan(FREQUENT)
    expect(frequent).toContain('Index Scan using lead_posted on lead')
    expect(frequent).not.toContain('post_words_words')
    expect((await search(site, FREQUENT)).total).toBe(POSTS + 1)
  })
})
