import { createApiKey } from '@leadlight/contract/api-keys'
import { namesProject } from '@leadlight/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareCall } from '@leadlight/testing/matrix/calls'
import { recipeOf } from '@leadlight/testing/matrix/recipes'
import { mintSite, openStage, type Site } from '@leadlight/testing/matrix/site'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'

const stage = await openStage({ environment: { KEY_CALLS_PER_MINUTE: '100000' } })
afterAll(() => stage.close())

let site: Site
let limited: TestClient
beforeAll(async () => {
  site = await mintSite(stage)
  const body = { name: 'Elsewhere', scope: 'manage', expires_in_days: 1, project_ids: [site.otherProjectId] } as const
  const { key } = await site.admin.call(createApiKey, { body: { ...body, project_ids: [...body.project_ids] } })
  limited = createTestClient(stage.app.app, key)
})

const endpoints = stage.app.app.endpoints.filter((endpoint) => endpoint.keys !== null && namesProject(endpoint))

test('many calls are about one project', () => {
  expect(endpoints.length).toBeGreaterThan(80)
})

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s does not find a project that an admin’s key does not include',
  async (_, endpoint) => {
    const { input, options } = await prepareCall({ site, recipe: recipeOf(endpoint), caller: site.admin })
    const reply = await limited.ask(endpoint, input, options)
    expect([reply.status, reply.problem().code]).toEqual([404, 'project_not_found'])
  },
)
