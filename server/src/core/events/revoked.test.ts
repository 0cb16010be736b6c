import { logout } from '@leadlight/contract/accounts'
import { createApiKey, revokeApiKey } from '@leadlight/contract/api-keys'
import { withdrawGuestAccess } from '@leadlight/contract/guests'
import { deleteProject } from '@leadlight/contract/projects'
import { removeMember } from '@leadlight/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from './announce.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { openStream, said, untilEnd, type Stream } from '@leadlight/testing/open-stream'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface OpenedProject {
  org: TestOrganization
  projectId: string
}

interface Listener {
  token: string
  /** Revokes the access of the stream that must end. */
  revoke: () => Promise<unknown>
}

const LISTENERS: Record<string, (place: OpenedProject) => Promise<Listener>> = {
  'somebody who signs out': async ({ org }) => {
    const member = await org.member('MEMBER')
    return { token: member.token, revoke: () => member.call(logout) }
  },
  'a guest whose grant is withdrawn': async ({ org, projectId }) => {
    const guest = await org.member('GUEST', { projectIds: [projectId] })
    const params = { projectId, userId: guest.userId }
    return { token: guest.token, revoke: () => org.call(withdrawGuestAccess, { params }) }
  },
  'somebody who is taken out of the organization': async ({ org }) => {
    const { token, userId } = await org.member('MEMBER')
    return { token, revoke: () => org.call(removeMember, { params: { userId } }) }
  },
  'a key that is revoked': async ({ org, projectId }) => {
    const body = { name: 'Script', scope: 'read' as const, expires_in_days: 30, project_ids: [projectId] }
    const { key, id } = await org.call(createApiKey, { body })
    return { token: key, revoke: () => org.call(revokeApiKey, { params: { id } }) }
  },
  'a key whose holder is taken out of the organization': async ({ org }) => {
    const member = await org.member('MEMBER')
    const body = { name: 'Script', scope: 'read', expires_in_days: 30 } as const
    const { key } = await member.call(createApiKey, { body })
    return { token: key, revoke: () => org.call(removeMember, { params: { userId: member.userId } }) }
  },
}

/** A project with several listeners, one of whom will lose access. */
async function place(kind: string) {
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const { token, revoke } = await LISTENERS[kind]!({ org, projectId })
  const stays = await openStream(app, { projectId, token: org.token })
  const goes = await openStream(app, { projectId, token })
  return { org, projectId, revoke, stays, goes }
}

/** An event that guests hear too, identified by its number. */
function tellLeft({ org, projectId }: OpenedProject, left: number): Promise<void> {
  const payload = { type: 'credits' as const, level: 'low' as const, left }
  return app.db.transaction(organizationScope(org.organizationId), (tx) =>
    announce(tx, org.organizationId, { projectId, payload, now: app.clock.now() }),
  )
}

test.each(Object.keys(LISTENERS))('%s hears events from before and none after', async (kind) => {
  const { org, projectId, revoke, stays, goes } = await place(kind)
  await tellLeft({ org, projectId }, 111)
  for (const stream of [stays, goes]) expect(await said(stream)).toContain('"left":111')
  await revoke()
  await app.clock.advance(100)
  await tellLeft({ org, projectId }, 222)
  expect(await untilEnd(app, goes)).not.toContain('"left":222')
  expect(await hears(stays, '"left":222')).toBe(true)
})

test.each(Object.keys(LISTENERS))('the stream of %s ends even without an event', async (kind) => {
  const { revoke, stays, goes } = await place(kind)
  await revoke()
  expect(await untilEnd(app, goes)).not.toContain('data: {"type":"credits"')
  await stays.cancel()
})

test('all streams of a deleted project end', async () => {
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const streams = await Promise.all(Array.from({ length: 3 }, () => openStream(app, { projectId, token: org.token })))
  await org.call(deleteProject, { params: { id: projectId } })
  expect(await Promise.all(streams.map((stream) => untilEnd(app, stream)))).toHaveLength(streams.length)
})

test('a silent stream sends a comment every fifteen seconds', async () => {
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const stream = await openStream(app, { projectId, token: org.token })
  const heard = said(stream)
  const ticking = setInterval(() => void app.clock.advance(500), 5)
  expect(await heard).toBe(': still here\n\n')
  clearInterval(ticking)
  await stream.cancel()
})

async function hears(stream: Stream, what: string): Promise<boolean> {
  for (let text = ''; !text.includes(what);) text += await said(stream)
  await stream.cancel()
  return true
}
