// Also on the embedded database: a journey of this slice.
import { updateMember } from '@leadlight/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectEvents } from '@leadlight/testing/collect-events'
import { inOrganization, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { announce } from './announce.ts'

const SECRET = 'https://intranet.example/feed?token=tulip'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a source event reaches those who may see sources and no guest, also one who was a member when the stream opened', async () => {
  const site = await mintLeadSite(app)
  const { organization, organizationId, projectId } = site
  const guest = await organization.member('GUEST', { projectIds: [projectId] })
  const member = await organization.member('MEMBER')
  const tell = async () => {
    for (const payload of [
      { type: 'source' as const, platform: 'feed', source: SECRET, error: `${SECRET} answers 500.` },
      { type: 'changed' as const, what: 'leads' as const, lead_ids: null, origin: null },
    ]) {
      await inOrganization(app, site, (tx) =>
        announce(tx, organizationId, { projectId, payload, now: app.clock.now() }),
      )
    }
  }
  await tell()
  const heardBy = async ({ token }: { token: string }, enough: number) =>
    (await collectEvents(app, { projectId, token, after: '0', enough })).map(({ event }) => event.type)
  expect(await heardBy(member, 2)).toEqual(['source', 'changed'])
  expect(await heardBy(guest, 1)).toEqual(['changed'])
  await organization.call(updateMember, { params: { userId: member.userId }, body: { role: 'GUEST' } })
  expect((await member.ask(updateMember, { params: { userId: member.userId }, body: { role: 'MEMBER' } })).status).toBe(
    403,
  )
})
