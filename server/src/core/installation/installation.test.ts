import { getInstance, getPage, PAGES, sendFeedback } from '@leadlight/contract/installation'
import { sql } from 'kysely'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { installationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { JUDGED_POST_PRICE: '0.25' } })
})
afterAll(() => app.close())

test('anybody can ask what the installation offers', async () => {
  expect(await app.call(getInstance)).toEqual({
    name: 'Leadlight',
    version: '0.0.0-test',
    google: false,
    slack: false,
    billing: 'included',
    ai: 'local',
    mail: false,
    analytics: false,
    analytics_url: null,
    judged_post_price: 0.25,
    model_judged_post_price: 0,
    draft_price: 0,
    column_value_price: 0,
    writer: 'Built-in composer',
  })
})

test('the installation offers what the operator has set up', async () => {
  const google = { clientId: 'a', clientSecret: 'b', issuer: 'https://accounts.google.com' }
  const mail = { ...app.config.mail, smtpUrl: 'smtp://127.0.0.1:1' }
  const config = { ...app.config, google, mail }
  const client = createTestClient(buildApp({ ...app.dependencies, config }))

  expect(await client.call(getInstance)).toMatchObject({ google: true, mail: true })
})

test('browsers are told where the operator measures use, and may connect to that origin', async () => {
  const analyticsUrl = 'https://stats.example/batch?site=1'
  const client = createTestClient(buildApp({ ...app.dependencies, config: { ...app.config, analyticsUrl } }))
  const reply = await client.ask(getInstance)
  expect(reply.body).toMatchObject({ analytics: true, analytics_url: analyticsUrl })
  expect(reply.headers.get('content-security-policy')).toContain("connect-src 'self' https://stats.example;")
  const without = await app.ask(getInstance)
  expect(without.headers.get('content-security-policy')).toContain("connect-src 'self';")
})

describe('the public pages', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pages-'))
  const own = (page: string) => join(dataDir, 'pages', `${page}.md`)
  let client: ReturnType<typeof createTestClient>
  beforeAll(() => {
    mkdirSync(join(dataDir, 'pages'))
    client = createTestClient(buildApp({ ...app.dependencies, config: { ...app.config, dataDir } }))
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test.each(PAGES)('%s ships with the product', async (page) => {
    const { markdown } = await client.call(getPage, { params: { page } })

    expect(markdown).toMatch(/Leadlight[^]*\.\n$/)
  })

  test('are the operator’s as soon as they exist, and the shipped ones again without them', async () => {
    writeFileSync(own('terms'), '\uFEFF## Unsere Bedingungen – für *alle*\n')
    const written = await client.call(getPage, { params: { page: 'terms' } })
    writeFileSync(own('terms'), '')
    const empty = await client.call(getPage, { params: { page: 'terms' } })
    rmSync(own('terms'))
    const shipped = await client.call(getPage, { params: { page: 'terms' } })

    expect(written.markdown).toBe('## Unsere Bedingungen – für *alle*\n')
    expect(empty.markdown).toBe('')
    expect(shipped.markdown).toContain('MIT licence')
  })

  test('may have 200 KB', async () => {
    writeFileSync(own('privacy'), 'a'.repeat(200_000))

    expect((await client.call(getPage, { params: { page: 'privacy' } })).markdown).toHaveLength(200_000)
  })

  test.each([
    { why: 'larger', write: (path: string) => writeFileSync(path, 'a'.repeat(200_001)) },
    { why: 'not in UTF-8', write: (path: string) => writeFileSync(path, Uint8Array.of(0x67, 0xfc, 0x6c)) },
    { why: 'a folder', write: (path: string) => mkdirSync(path) },
    { why: 'a circle', write: (path: string) => symlinkSync(path, path) },
  ])('of the operator that cannot be shown are not replaced: $why', async ({ write }) => {
    rmSync(own('privacy'), { recursive: true, force: true })
    write(own('privacy'))
    const reply = await client.request('GET', '/api/v1/instance/pages/privacy')

    expect(reply.problem()).toMatchObject({ status: 503, code: 'page_unusable' })
    expect(JSON.stringify(app.log.lines)).toContain(own('privacy'))
    expect(reply.text).not.toContain(dataDir)
  })

  test.each(['secret', 'terms.md', '..%2Fsecret', '%2e%2e%2fsecret', '..%5csecret', 'terms%00', '%2Fetc%2Fpasswd'])(
    'are these three and nothing else: %s',
    async (page) => {
      writeFileSync(join(dataDir, 'secret.md'), 'canary')
      const reply = await client.request('GET', `/api/v1/instance/pages/${page}`)

      expect(reply.status).toBe(422)
      expect(reply.text).not.toContain('canary')
    },
  )
})

describe('feedback', () => {
  const kept = async (userId: string) => {
    const query = sql<{ feedback: string; organization_id: string | null }>`
      select feedback, organization_id from feedback where account_id = ${userId}`
    return (await app.db.transaction(installationScope(), (tx) => query.execute(tx))).rows
  }

  test('is stored with its author, and logged without its words', async () => {
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
