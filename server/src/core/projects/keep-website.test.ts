import * as contract from '@leadlight/contract/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const PATH = '/api/v1/project'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { OUTBOUND_ALLOW: '127.0.0.1:4219' } })
})
afterAll(() => app.close())

const NOT_PUBLIC = [
  'http://169.254.169.254/',
  'http://0x7f.1/',
  'http://2130706433/',
  '127.0.0.1',
  'http://127.0.0.1:4220/',
  'http://10.0.0.1:4219/',
  'http://192.168.1.1/admin',
  'http://100.64.0.1/',
  'http://168.63.129.16/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[fd00::1]/',
  'http://localhost',
  'http://localhost:4219',
  'http://shop.localhost/',
  'http://printer.local',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://router.lan',
  'wiki.corp',
  'http://intranet/',
  'https://acme.example:22/',
]

test.each(NOT_PUBLIC)('%s is refused as a website, and the stored one stays', async (website) => {
  const organization = await app.organization()
  const project = await organization.project({ website: 'https://acme.example' })
  const problem = { status: 422, code: 'website_invalid', errors: [{ path: 'body.website' }] }
  const updated = await organization.request('PATCH', `${PATH}/${project.id}`, { body: { website } })
  const created = await organization.request('POST', PATH, { body: { website } })

  expect(updated.problem()).toMatchObject({ ...problem, detail: created.problem().detail })
  expect(created.problem()).toMatchObject({
    ...problem,
    detail: expect.stringMatching(/^\S+ is not a public website; enter its full address, such as example\.com\.$/),
  })
  expect(await organization.call(contract.listProjects)).toEqual([project])
})

test.each([
  ['what the operator lets through', 'http://127.0.0.1:4219', 'http://127.0.0.1:4219'],
  ['a public address', 'http://93.184.215.14/', 'http://93.184.215.14'],
  ['a port that websites use', 'acme.example:8443', 'https://acme.example:8443'],
  ['a name that only holds such a word', 'https://localhost.acme.example', 'https://localhost.acme.example'],
])('%s is stored', async (_what, website, kept) => {
  const organization = await app.organization()
  const { id } = await organization.project({ name: 'Acme' })
  const project = await organization.call(contract.updateProject, { params: { id }, body: { website } })
  expect(project.website).toBe(kept)
})
