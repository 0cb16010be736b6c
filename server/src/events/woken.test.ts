import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationScope } from '../platform/scopes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestOrganization } from '../testing/test-organization.ts'
import { announce } from './announce.ts'

const STREAMS = 20

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function openStream({ token }: TestOrganization, projectId: string): Promise<ReadableStreamDefaultReader> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.app.hono.request(`/api/v1/events/${projectId}`, { headers })
  const reader = response.body?.getReader()
  if (!reader) throw new Error('There is no stream.')
  await reader.read()
  return reader
}

function tell({ organizationId }: TestOrganization, projectId: string, source: string): Promise<void> {
  const payload = { type: 'source' as const, platform: 'feed', source, error: null }
  return app.db.transaction(organizationScope(organizationId), (tx) =>
    announce(tx, organizationId, { projectId, payload, now: app.clock.now() }),
  )
}

const said = async (reader: ReadableStreamDefaultReader) => {
  const { value } = (await reader.read()) as { value: Uint8Array }
  return new TextDecoder().decode(value)
}

test('streams hear at once of what commits, though no time passes, and of no other project', async () => {
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const { id: otherId } = await org.project()
  const streams = await Promise.all(Array.from({ length: STREAMS - 1 }, () => openStream(org, projectId)))
  const other = await openStream(org, otherId)
  // Each looks for the first time, finds nothing, and waits.
  const heard = streams.map(said)
  const heardOther = said(other)
  await tell(org, projectId, 'first')
  for (const text of await Promise.all(heard)) expect(text).toContain('"source":"first"')
  await tell(org, otherId, 'second')
  expect(await heardOther).toContain('"source":"second"')
  await Promise.all([...streams, other].map((reader) => reader.cancel()))
  expect(app.database.pool.totalCount).toBeLessThanOrEqual(5)
})
