import { createApiKey, revokeApiKey, type ApiKeyWithSecret } from '@leadlight/contract/api-keys'
import { me } from '@leadlight/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('of fifty who make a user’s last key, and of fifty who revoke it, one succeeds each, and it opens nothing then', async () => {
  const organization = await app.organization()
  const body = { name: 'Key', scope: 'read', expires_in_days: 1 } as const
  for (let made = 0; made < 19; made += 1) await organization.call(createApiKey, { body })
  const fifty = Array.from({ length: 50 })
  const makes = await Promise.all(fifty.map(() => organization.ask(createApiKey, { body })))
  const [last, ...others] = makes.filter(({ status }) => status === 201)
  expect([others.length, makes.filter(({ status }) => status === 409).length]).toEqual([0, 49])
  if (!last) throw new Error('No key was made.')
  const { id, key } = last.body as ApiKeyWithSecret
  const client = createTestClient(app.app, key)
  const uses = fifty.slice(0, 20).map(() => client.ask(me))
  const revokes = await Promise.all(fifty.map(() => organization.ask(revokeApiKey, { params: { id } })))
  expect(revokes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    204,
    ...Array.from({ length: 49 }, () => 404),
  ])
  expect((await Promise.all(uses)).every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect((await client.ask(me)).status).toBe(401)
})
