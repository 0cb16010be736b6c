import { createApiKey, listApiKeys } from '@leadlight/contract/api-keys'
import { acceptTransfer } from '@leadlight/contract/guests'
import { deleteProject, getProject } from '@leadlight/contract/projects'
import { createInvite, listInvites } from '@leadlight/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifiedUser } from '@leadlight/testing/invites'
import { mintReceiver, offer, transferJobsDone, verify } from '@leadlight/testing/offered-project'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import type { TestOrganization } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** An organization with two projects; a guest is invited to each and to both, and there are as many keys. */
async function withAccess(name: string) {
  const sender = await app.organization()
  await verify(app, sender)
  const [{ id: going }, { id: staying }] = [await sender.project(), await sender.project()]
  const limits = { going: [going], staying: [staying], both: [going, staying] }
  const invites: Record<string, string> = {}
  const keys: Record<string, { id: string; key: string }> = {}
  for (const [word, project_ids] of Object.entries(limits)) {
    const { email } = await verifiedUser(app, `${name}-${word}@example.com`)
    invites[word] = (await sender.call(createInvite, { body: { email, role: 'GUEST', project_ids } })).id
    keys[word] = await sender.call(createApiKey, {
      body: { name: word, scope: 'read', expires_in_days: 30, project_ids },
    })
  }
  return { sender, going, staying, invites, keys }
}

async function expectEnded({ sender, going, staying, invites, keys }: Awaited<ReturnType<typeof withAccess>>) {
  const left = (await sender.call(listInvites)).map(({ id, project_ids }) => ({ id, project_ids }))
  const those = [
    { id: invites['both'], project_ids: [staying] },
    { id: invites['staying'], project_ids: [staying] },
  ]
  expect(left).toHaveLength(2)
  expect(left).toEqual(expect.arrayContaining(those))
  const listed = (await sender.call(listApiKeys)).map(({ name, project_ids }) => [name, project_ids])
  expect(Object.fromEntries(listed)).toEqual({ both: [staying], staying: [staying] })
  const statusOf = async (word: string, id: string) => {
    const client = createTestClient(app.app, keys[word]?.key)
    return (await client.request('GET', getProject.path.replace('{id}', id))).status
  }
  expect(await statusOf('going', going)).toBe(401)
  expect([await statusOf('both', going), await statusOf('both', staying)]).toEqual([404, 200])
}

async function move(sender: TestOrganization, receiver: TestOrganization, projectId: string) {
  const id = await offer(sender, projectId, receiver.email)
  await receiver.call(acceptTransfer, { params: { id } })
  await transferJobsDone(app)
}

test('invites and keys to a project alone end when it moves, and those to others too keep the others', async () => {
  const world = await withAccess('moved')
  await move(world.sender, await mintReceiver(app), world.going)
  await expectEnded(world)
})

test('they end when it is deleted', async () => {
  const world = await withAccess('deleted')
  await world.sender.call(deleteProject, { params: { id: world.going } })
  await expectEnded(world)
})

test('none leads to it again when it comes back, and no other organization’s are touched', async () => {
  const world = await withAccess('back')
  const other = await withAccess('other')
  const receiver = await mintReceiver(app)
  await move(world.sender, receiver, world.going)
  await move(receiver, world.sender, world.going)

  const client = createTestClient(app.app, world.keys['both']?.key)
  expect((await client.request('GET', getProject.path.replace('{id}', world.going))).status).toBe(404)
  expect(await world.sender.call(listInvites)).toHaveLength(2)
  expect(await other.sender.call(listInvites)).toHaveLength(3)
  expect(await other.sender.call(listApiKeys)).toHaveLength(3)
})
