import * as contract from '@leadlight/contract/slack'
import { listLeadStatuses } from '@leadlight/contract/statuses'
import { afterAll, afterEach, beforeAll, describe, test, expect } from 'vitest'
import { announce } from '../../core/events/announce.ts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { addRule, addStatus, startSlackFixture, wordsOf, type SlackFixture } from '@leadlight/testing/slack-fixture'

let fixture: SlackFixture
beforeAll(async () => {
  fixture = await startSlackFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

function sentTo(channelId: string) {
  return fixture.channel(channelId).messages
}

test('a new lead is posted with its evidence, its score in words, and its actions', async () => {
  const site = await fixture.openWith()
  const [leadId] = await site.find({
    title: 'Which bookkeeper?',
    body: 'I need a bookkeeper for my shop.',
    author: 'ada',
    score: 87,
    evidence: [{ kind: 'for', label: 'asks', start: 18, end: 37 }],
  })
  await fixture.deliver()
  const [message] = sentTo('C0LEADS')
  expect(message?.text).toBe('Strong lead (87): Which bookkeeper?')
  const words = message ? wordsOf(message) : ''
  const url = `https://leads.example.com/projects/${site.projectId}/posts/${leadId}`
  for (const said of [
    `<${url}|Which bookkeeper?>`,
    '*Strong* · 87',
    'by ada',
    '>I need a bookkeeper',
    'Mark as read',
  ]) {
    expect(words).toContain(said)
  }
  const actions = message?.blocks.find(({ type }) => type === 'actions')
  expect(actions?.block_id).toBe(message?.metadata?.event_payload.id)
  expect(await site.connection()).toMatchObject({ waiting: 0, last_posted_at: fixture.app.clock.now().toISOString() })
})

test('a post’s text cannot become a mention, a link or a command, and is never too long for Slack', async () => {
  const site = await fixture.openWith()
  const evil = '<!channel> <@U1> <https://evil.example|x> & \n> quoted `code` '
  await site.find(
    {
      title: evil,
      body: evil.repeat(1000),
      author: evil,
      evidence: [{ kind: 'for', label: 'asks', start: 0, end: 60 }],
    },
    { title: '&'.repeat(5_000), body: '\u{1F4A1}<'.repeat(20_000) },
  )
  await fixture.deliver()
  expect(sentTo('C0LEADS')).toHaveLength(2)
  for (const message of sentTo('C0LEADS')) {
    const words = wordsOf(message)
    expect(words).not.toMatch(/<[!@#]|<https:\/\/evil/)
    expect(words.length).toBeLessThan(13_000)
  }
})

describe('a channel is told', () => {
  test('of leads of its minimum score or above and of its signals; the default channel of the others', async () => {
    const site = await fixture.openWith({ minimum_score: 70 })
    await site.organization.call(contract.setSlackDefaultChannel, {
      params: site.params,
      query: { channel_id: 'C0GENERAL', channel_name: 'general' },
    })
    await site.find({ title: 'Below', score: 69 }, { title: 'Above', score: 70 })
    await fixture.deliver()
    expect(sentTo('C0LEADS').map(({ text }) => text)).toEqual(['Strong lead (70): Above'])
    expect(sentTo('C0GENERAL').map(({ text }) => text)).toEqual(['Strong lead (69): Below'])
  })

  test('of leads that are given one of its statuses, once', async () => {
    const site = await fixture.open()
    const won = await addStatus(site, 'Qualified')
    await addRule(site, { new_leads: false, statuses: [won] })
    const [one, other] = await site.find({ title: 'One' }, { title: 'Other' })
    await fixture.deliver()
    expect(sentTo('C0LEADS')).toEqual([])
    for (const status of [won, null, won]) {
      await site.give(status, [one ?? ''])
      await fixture.deliver()
    }
    expect(other).toBeDefined()
    expect(sentTo('C0LEADS')).toHaveLength(1)
    expect(wordsOf(sentTo('C0LEADS')[0]!)).toContain('Status: Qualified')
  })

  test('of each lead once, whatever the number of concurrent readers', async () => {
    const site = await fixture.openWith()
    await addRule(site, { minimum_score: 10 })
    await site.find({}, {}, {})
    await Promise.all([fixture.deliverEvents(), fixture.deliverEvents(), fixture.deliverEvents()])
    await fixture.send()
    expect(sentTo('C0LEADS')).toHaveLength(3)
  })

  test('neither of a transaction that is rolled back, nor of anything before it was added', async () => {
    const site = await fixture.open({ teamId: null })
    await site.find({})
    await fixture.app.clock.advance(1)
    await site.connect('T0MARBLE')
    await addRule(site, {})
    const payload = { type: 'leads' as const, search_id: null, lead_ids: [site.projectId], unread_count: 1 }
    const takenBack = inOrganization(fixture.app, site, async (tx) => {
      await announce(tx, site.organizationId, { projectId: site.projectId, payload, now: fixture.app.clock.now() })
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    await fixture.deliver()
    expect(sentTo('C0LEADS')).toEqual([])
  })
})

test('a message follows its lead', async () => {
  const site = await fixture.openWith()
  const status = await addStatus(site, 'Qualified')
  const [id] = await site.find({ title: 'Which bookkeeper?' })
  await fixture.deliver()
  await site.give(status, [id ?? ''])
  await fixture.deliver()
  const [message] = sentTo('C0LEADS')
  expect(message?.edits).toBe(1)
  expect(wordsOf(message!)).toContain('Status: Qualified')
})

describe('a channel', () => {
  test('that is rate limited rests as long as Slack asks, and delays no other', async () => {
    const site = await fixture.openWith()
    await addRule(site, { channel_id: 'C0SALES', channel_name: 'sales' })
    fixture.channel('C0LEADS').limited = { times: 1, retryAfterS: 30 }
    await site.find({}, {})
    await fixture.deliver()
    expect(sentTo('C0LEADS')).toEqual([])
    expect(sentTo('C0SALES')).toHaveLength(2)
    await fixture.app.clock.advance(29_000)
    await fixture.send()
    expect(sentTo('C0LEADS')).toEqual([])
    await fixture.app.clock.advance(1_000)
    await fixture.send()
    expect(sentTo('C0LEADS')).toHaveLength(2)
  })

  test.each([
    ['is archived', 'C0OLD', 'is_archived'],
    ['is gone', 'C0GONE', 'channel_not_found'],
  ])('that %s is shown as such, and is posted to again once it works', async (_how, channelId, code) => {
    const site = await fixture.openWith({ channel_id: channelId, channel_name: 'old' })
    await site.find({})
    await fixture.deliver()
    const rules = () => site.organization.call(contract.listSlackChannelConfigs, { params: site.params })
    expect((await rules())[0]?.problem).toMatchObject({ code })
    expect(await site.connection()).toMatchObject({ problem: null, waiting: 0 })
    const [team] = fixture.slack.teams
    if (channelId === 'C0OLD') fixture.channel(channelId).isArchived = false
    else team?.addChannel(channelId, 'back')
    await site.find({})
    await fixture.deliver()
    expect((await rules())[0]?.problem).toBeNull()
    expect(sentTo(channelId)).toHaveLength(1)
    if (channelId === 'C0GONE') team?.channels.delete(channelId)
  })
})

test('is retried while Slack cannot be reached, and given up after half a day', async () => {
  const site = await fixture.openWith()
  fixture.slack.failNext({ kind: 'status', status: 503 }, 2)
  await site.find({ title: 'First' })
  await fixture.deliver()
  expect(await site.connection()).toMatchObject({ waiting: 1 })
  await fixture.app.clock.advance(6_000)
  await fixture.send()
  await fixture.app.clock.advance(40_000)
  await fixture.send()
  expect(sentTo('C0LEADS')).toHaveLength(1)
  fixture.slack.failNext({ kind: 'reset' }, 20)
  await site.find({ title: 'Second' })
  await fixture.deliverEvents()
  for (let hours = 0; hours < 60; hours++) {
    await fixture.send()
    await fixture.app.clock.advance(4.5 * 3_600_000)
  }
  expect(await site.connection()).toMatchObject({ waiting: 0 })
  expect(fixture.slack.questions.length).toBeLessThan(20)
})

describe('a workspace', () => {
  test.each(['token_revoked', 'account_inactive', 'invalid_auth', 'missing_scope'])(
    'that answers %s is shown as such, is sent no more, and goes on once connected again',
    async (code) => {
      const site = await fixture.openWith()
      const [team] = fixture.slack.teams
      if (team) team.refusal = code
      await site.find({ title: 'Lost' })
      await fixture.deliver()
      const connection = await site.connection()
      expect(connection).toMatchObject({ connected: true, waiting: 0, problem: { code } })
      expect(connection.problem?.detail).toMatch(/Connect again/)
      const asked = fixture.slack.questions.length
      await site.find({ title: 'Lost too' })
      await fixture.deliver()
      expect(fixture.slack.questions.length).toBe(asked)
      if (team) team.refusal = null
      await site.connect('T0MARBLE')
      await site.find({ title: 'Told' })
      await fixture.deliver()
      expect(sentTo('C0LEADS').map(({ text }) => text)).toEqual([expect.stringContaining('Told')])
    },
  )

  test('that removes the app is shown as such at once in every project', async () => {
    const sites = [await fixture.openWith(), await fixture.openWith()]
    const reply = await fixture.hear(fixture.slack.signEvent('T0MARBLE', { type: 'app_uninstalled' }))
    expect(reply.status).toBe(200)
    for (const site of sites) {
      expect((await site.connection()).problem).toMatchObject({ code: 'app_uninstalled' })
    }
    const other = await fixture.open({ teamId: 'T0OTHER' })
    expect((await other.connection()).problem).toBeNull()
  })
})

test('statuses are offered in their order, with the current one chosen', async () => {
  const site = await fixture.openWith()
  await addStatus(site, 'R&D <now>')
  await site.find({})
  await fixture.deliver()
  const words = wordsOf(sentTo('C0LEADS')[0]!)
  const known = await site.organization.call(listLeadStatuses, { params: site.params })
  for (const { id, name } of known)
    expect(words).toContain(JSON.stringify({ type: 'plain_text', text: name }) + `,"value":"${id}"`)
  expect(words).toContain('"initial_option":{"text":{"type":"plain_text","text":"No status"},"value":"none"}')
})
