import { getInstance, sendFeedback } from '@leadlight/contract/installation'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installationScope } from '../platform/scopes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { JUDGED_POST_PRICE: '0.25' } })
})
afterAll(() => app.close())

test('anyone may ask what the installation offers', async () => {
  expect(await app.call(getInstance)).toEqual({
    name: 'Leadlight',
    version: '0.0.0-test',
    google: false,
    slack: false,
    billing: 'included',
    ai: 'local',
    mail: false,
    analytics: false,
    judged_post_price: 0.25,
  })
})

describe('feedback', () => {
  const kept = async (userId: string) => {
    const query = sql<{ feedback: string; organization_id: string | null }>`
      select feedback, organization_id from feedback where account_id = ${userId}`
    return (await app.db.transaction(installationScope(), (tx) => query.execute(tx))).rows
  }

  test('is kept with whose it is, and told in the log without its words', async () => {
    const organization = await app.organization()
    const feedback = 'More canary, please: ünïcode & <b>all</b>'

    expect(
      (await organization.request('POST', `/api/v1/feedback?${new URLSearchParams({ feedback }).toString()}`)).status,
    ).toBe(204)
    expect(await kept(organization.userId)).toEqual([{ feedback, organization_id: organization.organizationId }])
    const lines = app.log.lines.filter((line) => line.message === 'feedback received')
    expect(lines.at(-1)?.fields).toMatchObject({ userId: organization.userId, characters: feedback.length })
    expect(JSON.stringify(app.log.lines)).not.toContain('canary')
  })

  test('can be given without an organization', async () => {
    const user = await app.user()
    await user.call(sendFeedback, { query: { feedback: 'Hello' } })

    expect(await kept(user.userId)).toEqual([{ feedback: 'Hello', organization_id: null }])
  })

  test.each(['', '?feedback=', '?feedback=%20', `?feedback=${'a'.repeat(5001)}`, '?feedback=a&feedback=b'])(
    'is refused as %j',
    async (query) => {
      const user = await app.user()
      const reply = await user.request('POST', `/api/v1/feedback${query}`)

      expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path: 'query.feedback' }] })
      expect(await kept(user.userId)).toEqual([])
    },
  )

  test('needs a session', async () => {
    expect((await app.request('POST', '/api/v1/feedback?feedback=hi')).status).toBe(401)
  })
})
