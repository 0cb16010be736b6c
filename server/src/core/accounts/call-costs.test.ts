import { createApiKey } from '@leadlight/contract/api-keys'
import { me } from '@leadlight/contract/accounts'
import { exportLeads } from '@leadlight/contract/lead-work'
import { listLeads } from '@leadlight/contract/leads'
import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient, type TestReply } from '@leadlight/testing/test-client'

let app: TestApp
afterEach(() => app.close())

async function openKey(person: TestClient): Promise<TestClient> {
  const { key } = await person.call(createApiKey, { body: { name: 'Script', scope: 'write', expires_in_days: 30 } })
  return createTestClient(app.app, key)
}

const leftOf = ({ status, headers }: TestReply) => [status, headers.get('ratelimit')]

test('a search counts as ten calls and an export as fifty, and one that takes more than is left is the last', async () => {
  app = await startTestApp({ environment: { KEY_CALLS_PER_MINUTE: '62' } })
  const organization = await app.organization()
  const params = { projectId: (await organization.project()).id }
  const key = await openKey(organization)

  const list = (search_text?: string) => key.ask(listLeads, { params, query: search_text ? { search_text } : {} })
  const answers = [
    await list(),
    await list('bookkeeper'),
    await key.ask(exportLeads, { params, body: { format: 'csv' } }),
    await list('bookkeeper'),
    await list(),
  ]

  expect(answers.map(leftOf)).toEqual([
    [200, '"key";r=61;t=60'],
    [200, '"key";r=51;t=60'],
    [200, '"key";r=1;t=60'],
    [200, '"key";r=0;t=60'],
    [429, '"key";r=0;t=60'],
  ])
})

test('all keys and people of an organization have one allowance, of which nobody has more than a quarter, and refusals end by themselves', async () => {
  app = await startTestApp({ environment: { ORGANIZATION_CALLS_PER_MINUTE: '40' } })
  const organization = await app.organization()
  const colleagues = await Promise.all(Array.from({ length: 4 }, () => organization.member('MEMBER')))
  const stranger = await app.organization()
  const [first, ...others] = colleagues
  const keys = [await openKey(first!), await openKey(first!)]
  await app.clock.advance(60_000)

  const byOne: TestReply[] = []
  for (let call = 0; call < 12; call++) byOne.push(await [first!, ...keys][call % 3]!.ask(me))
  expect(byOne.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429, 429])
  expect(byOne.at(-1)!.headers.get('ratelimit')).toBe('"person";r=0;t=60')
  expect(byOne.at(-1)!.problem()).toMatchObject({
    code: 'rate_limited',
    detail:
      'With all your keys you have used up your 10 calls of this minute (heavy ones count as several). Go on in 60 seconds.',
  })

  for (const person of others) for (let call = 0; call < 10; call++) expect((await person.ask(me)).status).toBe(200)
  const refused = await organization.ask(me)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit')).toBe('"organization";r=0;t=60')
  expect(refused.problem()).toMatchObject({
    code: 'rate_limited',
    detail:
      'Your organization has used up its 40 calls of this minute (heavy ones count as several). Go on in 60 seconds.',
  })
  expect((await stranger.ask(me)).status).toBe(200)
  await app.clock.advance(60_000)
  expect((await organization.ask(me)).status).toBe(200)
})

test('calls refused for one person use up nothing of their organization', async () => {
  app = await startTestApp({ environment: { SESSION_CALLS_PER_MINUTE: '20', ORGANIZATION_CALLS_PER_MINUTE: '100' } })
  const organization = await app.organization()
  const colleague = await organization.member('MEMBER')
  for (let call = 0; call < 100; call++) await organization.ask(me)

  expect((await organization.ask(me)).status).toBe(429)
  expect((await colleague.ask(me)).status).toBe(200)
})
