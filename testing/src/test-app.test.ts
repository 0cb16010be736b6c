import { getProject, listProjects } from '@leadlight/contract/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an organization is created with people of every role, and another beside it', async () => {
  const organization = await app.organization()
  const project = await organization.project()
  const guest = await organization.member('GUEST', { projectIds: [project.id] })
  const foreign = await organization.foreign()

  expect(await guest.call(listProjects)).toEqual([project])
  expect(await organization.call(getProject, { params: { id: project.id } })).toEqual(project)
  expect(await foreign.call(listProjects)).toEqual([])
  expect((await foreign.request('GET', `/api/v1/project/${project.id}`)).problem()).toMatchObject({
    status: 404,
    code: 'project_not_found',
  })
})
