// Also on the embedded database: a journey of this slice.
import { updateMember } from '@leadlight/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@leadlight/testing/until'
import { startWebhookFixture, type WebhookSite, type WebhookFixture } from '@leadlight/testing/webhook-fixture'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await startWebhookFixture()
})
afterAll(() => fixture.close())

const told = () => fixture.app.mails.filter(({ subject }) => subject.startsWith('A webhook of '))

/** Has the receiver say that it is gone, and resolves with the mail about it. */
async function turnOff(site: WebhookSite) {
  const before = told().length
  fixture.receiver.failNext({ kind: 'status', status: 410 })
  await site.find({})
  await fixture.deliverEvents()
  await fixture.send()
  return until(() => told()[before])
}

test('no name in the mail becomes a link that seems to be from Leadlight', async () => {
  const site = await fixture.open({ name: 'pay.example/now' })
  const { to, paragraphs } = await turnOff(site)
  expect(to).toBe(site.organization.email)
  expect(paragraphs[0]).toContain('pay.\u200Bexample/\u200Bnow')
  expect(paragraphs[0]).not.toMatch(/[.:/]\w/)
})

test('a creator who is only a guest by now is not told, but those who run the organization are', async () => {
  const site = await fixture.open()
  const other = await site.organization.member('ADMIN')
  const params = { userId: site.organization.userId }
  await site.organization.member('ADMIN')
  await other.call(updateMember, { params, body: { role: 'GUEST' } })
  const before = told().length
  await turnOff(site)
  await until(() => told().length === before + 2)
  const addresses = told()
    .slice(before)
    .map(({ to }) => to)
  expect(addresses).toContain(other.email)
  expect(addresses).not.toContain(site.organization.email)
})
