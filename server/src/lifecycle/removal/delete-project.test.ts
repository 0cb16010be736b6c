import * as contract from '@leadlight/contract/guests'
import { getCredits } from '@leadlight/contract/organization'
import { deleteProject, listProjects } from '@leadlight/contract/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failSearch } from '../../finding/matching/finish-search.ts'
import { runSearch } from '../../finding/matching/run-search.ts'
import { findWords, openUnfenced, type Ask } from '@leadlight/testing/open-unfenced'
import { createHeldWorker } from '@leadlight/testing/held-worker'
import { mintReceiver, offer } from '@leadlight/testing/offered-project'
import { buildProject } from '@leadlight/testing/project-builder'
import { startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'
import { until } from '@leadlight/testing/until'

/** Its change notice is kept for an hour, so that workers drop it too. */
const KEPT_FOR_LISTENERS = ['public.monitoring_change']

const UNKNOWN = '019a4f00-0000-7000-8000-00000000dead'
const SOME = { signals: 2, leadsPerSignal: 3, others: 2 }

const worker = createHeldWorker()
let fixture: SearchFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '100' }, worker.checkpoint)
  app = fixture.app
})
afterAll(() => fixture.close())

const remove = (client: TestClient, projectId: string) => client.request('DELETE', `/api/v1/project/${projectId}`)

/** The ledger and the audit log belong to the organization, which still sees what was paid for and who did what. */
const TELLS = ['public.credit_entry', 'public.audit_entry', 'public.job']

/** The other tables that hold the project's id. */
async function findProject(ask: Ask, projectId: string): Promise<string[]> {
  return (await findWords(ask, projectId)).filter((table) => !TELLS.includes(table))
}

describe('a deleted project', () => {
  test('leaves nothing but the posts, which are everybody’s, its costs and its name in the audit log', async () => {
    const organization = await app.organization()
    const { projectId, leadIds } = await buildProject(app, organization, SOME, 'nightingale')
    const ask = await openUnfenced(app.database)
    const posts = async () => (await ask<{ count: string }>('select count(*) as count from post'))[0]?.count
    const [entriesBefore, postsBefore] = [await findWords(ask, 'nightingale'), await posts()]
    expect(entriesBefore.length).toBeGreaterThan(10)
    expect((await remove(organization, projectId)).status).toBe(204)

    expect(await organization.call(listProjects)).toEqual([])
    expect(await findProject(ask, projectId)).toEqual(KEPT_FOR_LISTENERS)
    // Posts keep the title. The ledger and the audit log are the organization's, and say which project it was.
    expect(await findWords(ask, 'nightingale')).toEqual([
      'public.audit_entry',
      'public.credit_entry',
      'public.post',
      'public.post_words',
    ])
    expect(await posts()).toBe(postsBefore)
    expect(await findWords(ask, leadIds[0] ?? '')).toEqual([])
  })

  test('leaves its neighbours as they are', async () => {
    const organization = await app.organization()
    const [gone, kept] = [await buildProject(app, organization, SOME), await buildProject(app, organization, SOME)]
    const ask = await openUnfenced(app.database)
    const before = await findWords(ask, kept.projectId)
    await organization.call(deleteProject, { params: { id: gone.projectId } })

    expect(await findWords(ask, kept.projectId)).toEqual(before)
    const leads = await ask<{ id: string }>('select id from lead where project_id = $1 order by id', [kept.projectId])
    expect(leads.map(({ id }) => id)).toEqual(kept.leadIds.toSorted())
  })

  test('goes in batches, however many leads are in it', async () => {
    const organization = await app.organization()
    const { projectId } = await buildProject(app, organization, { signals: 1, leadsPerSignal: 2500, others: 1 })
    const ask = await openUnfenced(app.database)
    expect((await remove(organization, projectId)).status).toBe(204)

    expect(await findProject(ask, projectId)).toEqual(KEPT_FOR_LISTENERS)
  })

  test('can no longer be accepted by the organization it was offered to', async () => {
    const [organization, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId } = await buildProject(app, organization, SOME)
    const transferId = await offer(organization, projectId, receiver.email)
    await remove(organization, projectId)

    expect(await receiver.call(contract.listTransfersAddressedToMe)).toEqual([])
    const reply = await receiver.request('POST', `/api/v1/project/transfers/${transferId}/accept`)
    expect(reply.problem()).toMatchObject({ status: 404, code: 'transfer_not_found' })
  })

  test('is deleted once by ten who try at the same moment', async () => {
    const organization = await app.organization()
    const { projectId } = await buildProject(app, organization, SOME)
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(organization, projectId)))

    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(9)
  })

  test('needs an admin; a foreign project gets the same answer as a missing one', async () => {
    const organization = await app.organization()
    const { id: projectId } = await organization.project()
    const { id: foreignId } = await (await organization.foreign()).project()
    const tell = async (client: TestClient, id: string) => {
      const { request_id: _own, ...problem } = (await remove(client, id)).problem()
      return problem
    }
    const missing = await tell(organization, UNKNOWN)

    expect(missing).toMatchObject({ status: 404, code: 'project_not_found' })
    expect(await tell(organization, foreignId)).toEqual(missing)
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    for (const client of [guest, await organization.member('MEMBER')]) {
      expect(await tell(client, projectId)).toMatchObject({ status: 403, code: 'role_too_low' })
    }
    expect((await remove(app, projectId)).status).toBe(401)
  })
})

describe('deleted while a worker searches it,', () => {
  /** What is reserved and not yet given back, and what was charged. */
  async function readLedger(ask: Ask, organizationId: string) {
    const [row] = await ask<{ held: string; charged: string; entries: string }>(
      `select -coalesce(sum(amount) filter (where kind in ('hold', 'release')), 0) as held,
        -coalesce(sum(amount) filter (where kind = 'charge'), 0) as charged, count(*) as entries
        from credit_entry where organization_id = $1`,
      [organizationId],
    )
    return { held: Number(row?.held), charged: Number(row?.charged), entries: Number(row?.entries) }
  }

  /** Moves time on while it waits, so that a sleeping worker continues. */
  function untilSo<T>(isSo: () => T | Promise<T>): Promise<NonNullable<T>> {
    return until(async () => {
      await app.clock.advance(1_000)
      return (await isSo()) || undefined
    })
  }

  test.each([
    'before collect',
    'after collect',
    'before sift',
    'sifted',
    'after sift',
    'before hold',
    'after hold',
    'before judge',
    'judged',
    'after judge',
    'before finish',
  ])('%s, a project is gone, its reserved credits are back, and nothing is written after', async (place) => {
    const organization = await app.organization()
    const ask = await openUnfenced(app.database)
    worker.pauseAt(place)
    const run = await startSearch(organization, { intent_signal: 'Freelancers asking which invoicing software to use' })
    await untilSo(() => worker.hasArrived())
    expect((await remove(organization, run.projectId)).status).toBe(204)
    const after = await readLedger(ask, organization.organizationId)
    expect(after.held).toBe(0)
    expect(await findProject(ask, run.projectId)).toEqual([])

    worker.release()
    await untilSo(() => worker.isOver())
    expect(await readLedger(ask, organization.organizationId)).toEqual(after)
    expect(await findProject(ask, run.projectId)).toEqual([])
    expect((await organization.call(getCredits)).credit_balance).toBe(100 - after.charged / 1000)
    await jobsSettled(ask, run.searchId)
  })

  /** Waits until the job of the search has completed, having nothing to do. */
  async function jobsSettled(ask: Ask, searchId: string): Promise<void> {
    const find = `select state from job where name = 'matching.run-search' and payload ->> 'searchId' = $1`
    const end = await untilSo(async () => {
      const [job] = await ask<{ state: string }>(find, [searchId])
      return job === undefined ? 'done' : job.state === 'dead' && 'dead'
    })
    expect(end).toBe('done')
  }

  test('after any number of requests, no rows are left and the ledger adds up', async () => {
    const ask = await openUnfenced(app.database)
    for (const steps of [1, 3, 6, 10, 16]) {
      const organization = await app.organization()
      const run = await startSearch(organization)
      for (let n = 0; n < steps; n += 1) await organization.call(listProjects)
      expect((await remove(organization, run.projectId)).status).toBe(204)
      await jobsSettled(ask, run.searchId)

      const ledger = await readLedger(ask, organization.organizationId)
      expect(ledger.held).toBe(0)
      expect((await organization.call(getCredits)).credit_balance).toBe(100 - ledger.charged / 1000)
      expect(await findProject(ask, run.projectId)).toEqual([])
    }
  })
})

test('work for a missing search or organization ends quietly, and so does marking it failed', async () => {
  const organization = await app.organization()
  const { matching } = app.dependencies
  const { organizationId } = organization
  const { signal } = new AbortController()
  const between = { mustMakeRoom: () => Promise.resolve(false), progressed: () => Promise.resolve() }
  const search = { searchId: UNKNOWN, signal, ...between }

  await expect(runSearch(matching, { ...search, organizationId })).resolves.toBe(true)
  await expect(failSearch(matching, organizationId, UNKNOWN)).resolves.toBeUndefined()
  await expect(runSearch(matching, { ...search, organizationId: UNKNOWN })).resolves.toBe(true)
  await expect(failSearch(matching, UNKNOWN, UNKNOWN)).resolves.toBeUndefined()
})
