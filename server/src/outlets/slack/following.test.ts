import { markDeleted, markUndeleted } from '@leadlight/contract/leads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { addStatus, startSlackFixture, wordsOf, type SlackFixture } from '@leadlight/testing/slack-fixture'

let fixture: SlackFixture
beforeAll(async () => {
  fixture = await startSlackFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

function messages() {
  return fixture.channel('C0LEADS').messages
}

/** How often Slack was asked to change a message. */
function updates(): number {
  return fixture.slack.questions.filter(({ url }) => url.pathname === '/api/chat.update').length
}

describe('a lead that, before its message is sent,', () => {
  test('is deleted is announced only once it is restored', async () => {
    const site = await fixture.openWith()
    const lead_ids = await site.find({ title: 'Gone' }, { title: 'Gone too' })
    await site.find({ title: 'There' })
    await site.organization.call(markDeleted, { params: site.params, body: { lead_ids } })
    await fixture.deliver()
    expect(messages().map(({ text }) => text)).toEqual([expect.stringContaining('There')])
    expect(await site.connection()).toMatchObject({ waiting: 0 })
    await site.organization.call(markUndeleted, { params: site.params, body: { lead_ids: lead_ids.slice(1) } })
    await fixture.deliver()
    expect(messages().map(({ text }) => text)).toEqual([
      expect.stringContaining('There'),
      expect.stringContaining('Gone too'),
    ])
  })

  test.each([
    ['loses its post at the source', sql`update lead set source_deleted_at = now()`],
    ['is erased with its author', sql`delete from lead`],
  ])('%s is not announced', async (_how, ending) => {
    const site = await fixture.openWith()
    const ids = await site.find({ title: 'Gone' })
    fixture.channel('C0LEADS').limited = { times: 1, retryAfterS: 30 }
    await fixture.deliver()
    expect(await site.connection()).toMatchObject({ waiting: 1 })
    await inOrganization(fixture.app, site, async (tx) => {
      await sql`delete from lead_match where lead_id = any(${ids}::uuid[])`.execute(tx)
      await sql`${ending} where id = any(${ids}::uuid[])`.execute(tx)
    })
    await fixture.app.clock.advance(31_000)
    await fixture.send()
    expect(messages()).toEqual([])
    expect(await site.connection()).toMatchObject({ waiting: 0 })
  })
})

describe('changes while nothing could be sent', () => {
  test('to a workspace follow once it is connected again, and nothing is sent that Slack already shows', async () => {
    const site = await fixture.openWith()
    const status = await addStatus(site, 'Qualified')
    const [one = '', other = ''] = await site.find({ title: 'One' }, { title: 'Other' }, { title: 'Third' })
    await fixture.deliver()
    const [team] = fixture.slack.teams
    if (team) team.refusal = 'token_revoked'
    await site.give(status, [one])
    await fixture.deliver()
    await site.give(status, [other])
    await fixture.deliver()
    expect(messages().map(({ edits }) => edits)).toEqual([0, 0, 0])
    if (team) team.refusal = null
    const before = updates()
    await site.connect('T0MARBLE')
    await fixture.send()
    expect(messages().map(({ edits }) => edits)).toEqual([1, 1, 0])
    expect(messages().filter((message) => wordsOf(message).includes('Status: Qualified'))).toHaveLength(2)
    expect(updates() - before).toBe(2)
  })

  test('in a channel follow once it can be posted to', async () => {
    const site = await fixture.openWith()
    const status = await addStatus(site, 'Qualified')
    const [one = ''] = await site.find({ title: 'One' })
    await fixture.deliver()
    fixture.channel('C0LEADS').isArchived = true
    await site.give(status, [one])
    await fixture.deliver()
    expect(messages()[0]?.edits).toBe(0)
    fixture.channel('C0LEADS').isArchived = false
    await site.find({ title: 'Next' })
    await fixture.deliver()
    expect(messages()).toHaveLength(2)
    expect(messages()[0]?.edits).toBe(1)
  })
})

test('a message deleted in Slack is not asked about again', async () => {
  const site = await fixture.openWith()
  const [first, second] = [await addStatus(site, 'First'), await addStatus(site, 'Second')]
  const [id = ''] = await site.find({})
  await fixture.deliver()
  messages().length = 0
  await site.give(first, [id])
  await fixture.deliver()
  expect(updates()).toBe(1)
  await site.give(second, [id])
  await fixture.deliver()
  expect(updates()).toBe(1)
  expect(messages()).toEqual([])
})
