import { unsubscribe } from '@leadlight/contract/notifications'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inOrganization } from '@leadlight/testing/lead-builder'
import {
  startNotificationFixture,
  type NotificationSite,
  type NotificationFixture,
} from '@leadlight/testing/notification-fixture'
import { findSetting } from './setting-store.ts'

const DAY_MS = 86_400_000

let fixture: NotificationFixture
beforeAll(async () => {
  fixture = await startNotificationFixture()
})
afterEach(() => {
  fixture.taken.length = 0
})
afterAll(() => fixture.close())

function pass(days: number): Promise<void> {
  return fixture.passTo(new Date(fixture.app.clock.now().getTime() + days * DAY_MS))
}

async function linkMailed(site: NotificationSite): Promise<URL> {
  await site.find({})
  await pass(1)
  return new URL(fixture.taken.at(-1)?.unsubscribe?.url ?? '')
}

/** The frequency as stored: sessions end sooner than links. */
async function frequencyOf(site: NotificationSite, who = site.organization.userId): Promise<string | undefined> {
  const { projectId } = site
  const row = await inOrganization(fixture.app, site, (tx) =>
    findSetting(tx, site.organizationId, { projectId, accountId: who }),
  )
  return row?.frequency
}

test.each([
  ['as RFC 8058 suggests', 'multipart/form-data; boundary=x', '--x\r\n\r\nList-Unsubscribe=One-Click\r\n--x--\r\n'],
  ['as a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
])('one POST to the link, %s, ends the mails without signing in', async (_, type, body) => {
  const site = await fixture.open()
  const link = await linkMailed(site)
  const headers = { 'content-type': type }
  const reply = await fixture.app.request('POST', link.pathname + link.search, { raw: body, headers })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({ project_name: 'acme.example' })
  expect(await frequencyOf(site)).toBe('off')
  await site.find({})
  await pass(3)
  expect(fixture.taken).toHaveLength(1)
})

test('a visit changes nothing, nor does a second POST, and the link of an old mail works', async () => {
  const site = await fixture.open()
  const link = await linkMailed(site)
  const visit = await fixture.app.request('GET', link.pathname + link.search, { headers: { accept: 'text/html' } })
  expect(visit.status).toBe(405)
  expect(await frequencyOf(site)).toBe('daily')
  await pass(800)
  const post = () => fixture.app.request('POST', link.pathname + link.search)
  expect([(await post()).status, (await post()).status]).toEqual([200, 200])
  expect(await frequencyOf(site)).toBe('off')
})

test('unsubscribing ends nobody else’s mails', async () => {
  const site = await fixture.open()
  const other = await site.organization.member('ADMIN')
  await site.choose(other, { frequency: 'daily' })
  await site.choose(site.organization, { frequency: 'off' })
  const link = await linkMailed(site)
  await site.choose(site.organization, { frequency: 'daily' })
  await fixture.app.request('POST', link.pathname + link.search)
  expect(await frequencyOf(site)).toBe('daily')
  expect(await frequencyOf(site, other.userId)).toBe('off')
})

test('a link that is not ours is refused', async () => {
  const { signedTokens } = fixture.app.dependencies
  const forAnother = await signedTokens.sign('invite', { organization: 'x', project: 'y', account: 'z' }, DAY_MS)
  const broken = await signedTokens.sign('unsubscribe', { organization: 'x', project: 'y', account: 'z' }, DAY_MS)
  for (const t of ['x', forAnother, broken]) {
    const reply = await fixture.app.ask(unsubscribe, { query: { t } })
    expect(reply.problem()).toMatchObject({ status: 400, code: 'unsubscribe_link_invalid' })
  }
})
