import type { ProjectIds } from '../../platform/actor.ts'
import { updateSmartColumn } from '@leadlight/contract/columns'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, createColumn, filled, startColumnFixture, type ColumnFixture } from '@leadlight/testing/column-fixture'
import { mintLeadSite } from '@leadlight/testing/lead-builder'

const LEADS = 5_600

const PATIENCE_MS = 150_000

let fixture: ColumnFixture
beforeAll(async () => {
  fixture = await startColumnFixture({ hasModel: false })
})
afterAll(() => fixture.close())

async function insertLeads({ organizationId, projectId }: ProjectIds, count: number): Promise<void> {
  await ask(
    fixture.app,
    { organizationId, projectId },
    sql`
      with fresh as (
        insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
        select gen_random_uuid(), 'feed', gen_random_uuid(), 'post', 'https://posts.example', 'We use Xero, no. ' || n, now() - n * interval '1 minute', now()
        from generate_series(1, ${count}::int) n returning id, posted_at
      )
      insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
        excerpt_evidence, score, signal_ids, posted_at, collected_at)
      select gen_random_uuid(), ${organizationId}, ${projectId}, id, 'feed', '', 'https://posts.example', 'We use', '[]', 50, '{}', posted_at, now()
      from fresh`,
  )
}

test('more leads than are queued at once are all answered, and all re-analysed', { timeout: 900_000 }, async () => {
  const { app } = fixture
  const site = await mintLeadSite(app)
  const { organization, projectId } = site
  await insertLeads(site, LEADS)
  const { id, progress } = await createColumn(site, { prompt: 'Mentions Xero', type: 'boolean' })
  expect(progress).toMatchObject({ waiting: LEADS })
  expect((await filled(app, site, id, PATIENCE_MS)).progress).toMatchObject({ done: LEADS, waiting: 0 })
  const body = { smart_column: { id, prompt: 'Mentions QuickBooks' }, do_reanalyze: true }
  const renewed = await organization.call(updateSmartColumn, { params: { projectId }, body })
  expect(renewed.progress).toMatchObject({ waiting: LEADS, done: 0 })
  await filled(app, site, id, PATIENCE_MS)
  const [counted] = await ask<{ no: number }>(
    app,
    site,
    sql`select count(*)::int as no from smart_column_value where column_id = ${id} and bool_value = false and revision = 2`,
  )
  expect(counted?.no).toBe(LEADS)
})
