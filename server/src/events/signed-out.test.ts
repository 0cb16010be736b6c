import { logout } from '@leadlight/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationScope } from '../platform/scopes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { announce } from './announce.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a stream tells nothing to who has signed out since, and ends', async () => {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  const headers = { authorization: `Bearer ${organization.token}` }
  const response = await app.app.hono.request(`/api/v1/events/${projectId}`, { headers })
  await organization.call(logout)
  const payload = { type: 'source' as const, platform: 'feed', source: 'kept-from-strangers', error: null }
  await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
    announce(tx, organization.organizationId, { projectId, payload, now: app.clock.now() }),
  )
  expect(await response.text()).not.toContain('kept-from-strangers')
})
