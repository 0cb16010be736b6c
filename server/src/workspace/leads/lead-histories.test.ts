import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildStatuses, removeStatus, setStatuses } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function siteWith(count: number) {
  const site = await mintLeadSite(app)
  return {
    site,
    ids: await buildLeads(
      app,
      site,
      Array.from({ length: count }, () => ({})),
    ),
  }
}

function undo({ organization, projectId }: LeadSite, token: string | null) {
  return organization.request('POST', `/api/v1/leads/${projectId}/undo`, { body: { undo_token: token } })
}

/** The recorded history of each lead of the site, latest last. */
async function histories({ organizationId, projectId }: LeadSite) {
  const { rows } = await inOrganization(app, { organizationId, projectId }, (tx) =>
    sql<{ lead_id: string; kind: string; summary: string; account_id: string; at: Date; id: string }>`
      select lead_history.* from lead_history join lead on lead.id = lead_id
      where project_id = ${projectId} order by lead_history.at, lead_history.id`.execute(tx),
  )
  return rows
}

function updateStatus(site: LeadSite, status: string | null, selection: contract.BulkSelection) {
  const body = { status_config_id: status, ...selection }
  return site.organization.call(work.updateLeadsStatus, { params: { projectId: site.projectId }, body })
}

async function statusesOf({ organization, projectId }: LeadSite) {
  const { items } = await organization.call(contract.listLeads, { params: { projectId }, query: { limit: '200' } })
  return Object.fromEntries(items.map((lead) => [lead.id, lead.status_config_id]))
}

describe('the status of many leads', () => {
  test('is set by name or by filter, recorded in each history, and undone to what each had before', async () => {
    const { site, ids } = await siteWith(5)
    const [first, second] = (await buildStatuses(app, site, ['To answer', 'Answered'])) as [string, string]
    await setStatuses(app, site, { [ids[0]!]: first, [ids[1]!]: second })
    const before = await statusesOf(site)

    const { updated, undo_token } = await updateStatus(site, second, { lead_ids: ids.slice(0, 4) })
    expect(updated).toBe(3)
    expect(Object.values(await statusesOf(site)).filter((status) => status === second)).toHaveLength(4)
    const noted = await histories(site)
    expect(Object.fromEntries(noted.map(({ lead_id, kind, summary }) => [lead_id, `${kind}: ${summary}`]))).toEqual({
      [ids[0]!]: 'status: Status: To answer → Answered',
      [ids[2]!]: 'status: Status: none → Answered',
      [ids[3]!]: 'status: Status: none → Answered',
    })
    expect(noted).toHaveLength(3)
    expect(new Set(noted.map(({ account_id }) => account_id))).toEqual(new Set([site.organization.userId]))
    for (const { id, at } of noted) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime())
    }

    await app.clock.advance(1)
    expect((await undo(site, undo_token)).body).toEqual({ updated: 3 })
    expect(await statusesOf(site)).toEqual(before)
    const undone = (await histories(site)).slice(3)
    expect(undone.map(({ kind }) => kind)).toEqual(['undone', 'undone', 'undone'])
    expect(undone.map(({ summary }) => summary)).toContain('Status change undone: Answered → To answer')
    expect(await updateStatus(site, null, { filter: { status_config_id: [second] } })).toMatchObject({ updated: 1 })
    expect(await updateStatus(site, first, { filter: { status_config_id: ['none'] } })).toMatchObject({ updated: 4 })
  })

  test('is empty after an undo where the former one was deleted meanwhile', async () => {
    const { site, ids } = await siteWith(3)
    const [going, staying, now] = (await buildStatuses(app, site, ['Going', 'Staying', 'Now'])) as [
      string,
      string,
      string,
    ]
    await setStatuses(app, site, { [ids[0]!]: going, [ids[1]!]: staying })
    const { undo_token } = await updateStatus(site, now, { filter: {} })
    await removeStatus(app, site, going)
    expect((await undo(site, undo_token)).body).toEqual({ updated: 3 })
    expect(await statusesOf(site)).toEqual({ [ids[0]!]: null, [ids[1]!]: staying, [ids[2]!]: null })
  })

  test('cannot be one of another project, another organization, or people', async () => {
    const { site, ids } = await siteWith(1)
    const { site: other } = await siteWith(1)
    const { id: sisterId } = await site.organization.project()
    const [[foreign], [sister], [prospect]] = await Promise.all([
      buildStatuses(app, other, ['Foreign']),
      buildStatuses(app, { ...site, projectId: sisterId }, ['Sister']),
      buildStatuses(app, site, ['Customer'], 'prospect'),
    ])
    for (const id of [foreign, sister, prospect, crypto.randomUUID()]) {
      const path = `/api/v1/leads/${site.projectId}/update_status`
      const body = { status_config_id: id, lead_ids: ids }
      expect((await site.organization.request('POST', path, { body })).problem()).toMatchObject({
        status: 404,
        code: 'status_not_found',
        detail: 'That status does not exist.',
      })
    }
    expect(await histories(site)).toEqual([])
  })

  test.each([
    {},
    { status_config_id: null },
    { lead_ids: [crypto.randomUUID()] },
    { status_config_id: null, filter: {}, lead_ids: [crypto.randomUUID()] },
    { status_config_id: null, filter: { serch_text: 'x' } },
    { status_config_id: 'none', filter: {} },
  ])('is not set by an incomplete or unknown request: %j', async (body) => {
    const { site } = await siteWith(1)
    const path = `/api/v1/leads/${site.projectId}/update_status`
    expect(await site.organization.request('POST', path, { body })).toMatchObject({ status: 422 })
  })

  test('set by two at once is one of the two, and both undos leave no lead half changed', async () => {
    const { site, ids } = await siteWith(30)
    const [a, b] = (await buildStatuses(app, site, ['A', 'B'])) as [string, string]
    const changes = await Promise.all([
      updateStatus(site, a, { lead_ids: ids }),
      updateStatus(site, b, { lead_ids: ids.toReversed() }),
    ])
    expect(changes.map(({ updated }) => updated)).toEqual([30, 30])
    expect(new Set(Object.values(await statusesOf(site))).size).toBe(1)
  })
})

test('deleting, restoring, starring and their undos are recorded; reading is not', async () => {
  const { site, ids } = await siteWith(2)
  const star = (starred: boolean) =>
    site.organization.call(contract.starLead, { params: { projectId: site.projectId, id: ids[0]! }, body: { starred } })
  const mark = (endpoint: typeof contract.markRead, leadIds: string[]) =>
    site.organization.call(endpoint, { params: { projectId: site.projectId }, body: { lead_ids: leadIds } })
  const summaries = async () => (await histories(site)).map(({ kind, summary }) => `${kind}: ${summary}`)
  const steps = [() => mark(contract.markRead, ids), () => star(true), () => star(true), () => star(false)]
  for (const step of steps) {
    await step()
    await app.clock.advance(1)
  }
  const { undo_token } = await mark(contract.markDeleted, [ids[1]!])
  await app.clock.advance(1)
  await undo(site, undo_token)
  await app.clock.advance(1)
  await mark(contract.markDeleted, [ids[1]!])
  await app.clock.advance(1)
  const back = await mark(contract.markUndeleted, [ids[1]!])
  await app.clock.advance(1)
  await undo(site, back.undo_token)
  expect(await summaries()).toEqual([
    'starred: Starred',
    'starred: Star taken away',
    'deleted: Deleted',
    'undone: Deletion undone',
    'deleted: Deleted',
    'deleted: Brought back',
    'undone: Bringing back undone',
  ])
})
