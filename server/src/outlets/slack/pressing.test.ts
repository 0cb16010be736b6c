import * as contract from '@leadlight/contract/slack'
import { listHistory } from '@leadlight/contract/lead-work'
import { listLeads } from '@leadlight/contract/leads'
import { afterAll, afterEach, beforeAll, describe, test, expect } from 'vitest'
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

describe('a press in Slack', () => {
  async function posted() {
    const site = await fixture.open()
    await addRule(site)
    const statusId = await addStatus(site, 'Qualified')
    const [leadId = ''] = await site.find({ title: 'Which bookkeeper?' })
    await fixture.deliver()
    const ts = sentTo('C0LEADS')[0]?.ts ?? ''
    const lead = async () => (await site.organization.call(listLeads, { params: site.params })).items[0]
    return { site, statusId, leadId, place: { channelId: 'C0LEADS', ts }, lead }
  }

  test('changes the lead, records who did it, and changes the message', async () => {
    const { site, statusId, leadId, place, lead } = await posted()
    const user = { id: 'U7', name: 'jo' }
    expect((await fixture.hear(fixture.slack.press({ ...place, actionId: 'lead_read', user }))).status).toBe(200)
    const press = fixture.slack.press({ ...place, actionId: 'lead_status', option: statusId, user })
    expect((await fixture.hear(press)).status).toBe(200)
    expect(await lead()).toMatchObject({ read: true, status_config_id: statusId })
    const params = { projectId: site.projectId, id: leadId }
    const [entry] = await site.organization.call(listHistory, { params })
    expect(entry).toMatchObject({ kind: 'status', by: null, summary: 'Status: none → Qualified (jo in Slack)' })
    await fixture.deliver()
    const words = wordsOf(sentTo('C0LEADS')[0]!)
    expect(words).toContain('Status: Qualified · Read')
    expect(words).not.toContain('Mark as read')
  })

  test('is handled once, however often Slack sends it', async () => {
    const { statusId, place, lead, site } = await posted()
    const press = fixture.slack.press({ ...place, actionId: 'lead_status', option: statusId })
    await fixture.hear(press)
    await site.give(null, [(await lead())?.id ?? ''])
    const again = await Promise.all([fixture.hear(press), fixture.hear(press)])
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    expect(await lead()).toMatchObject({ status_config_id: null })
  })

  test('counts only with a signature by Slack of the last five minutes', async () => {
    const { statusId, place, lead } = await posted()
    const press = fixture.slack.press({ ...place, actionId: 'lead_status', option: statusId })
    const { 'x-slack-signature': signature = '', 'x-slack-request-timestamp': timestamp = '' } = press.headers
    const form = 'application/x-www-form-urlencoded'
    const nowMs = fixture.app.clock.now().getTime()
    const forged = [
      { ...press, body: press.body.replace('U0MARA', 'U0EVIL') },
      { ...press, headers: { ...press.headers, 'x-slack-signature': signature.replace(/.$/, 'x') } },
      { ...press, headers: { ...press.headers, 'x-slack-signature': '' } },
      { ...press, headers: { ...press.headers, 'x-slack-request-timestamp': String(Number(timestamp) + 1) } },
      { ...press, headers: { 'content-type': form } },
      fixture.slack.sign(press.path, press.body, form, new Date(nowMs - 301_000)),
      fixture.slack.sign(press.path, press.body, form, new Date(nowMs + 301_000)),
    ]
    for (const call of forged) {
      const reply = await fixture.hear(call)
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ code: 'signature_invalid' })
    }
    expect(await lead()).toMatchObject({ status_config_id: null })
  })

  test('changes nothing where it names another’s status, another message or another project’s workspace', async () => {
    const { statusId, place, lead } = await posted()
    const other = await posted()
    const press = (change: (body: string) => string, option = statusId) => {
      const { path, body } = fixture.slack.press({ ...place, actionId: 'lead_status', option })
      const payload = new URLSearchParams(body).get('payload') ?? ''
      const changed = new URLSearchParams({ payload: change(payload) }).toString()
      return fixture.slack.sign(path, changed, 'application/x-www-form-urlencoded')
    }
    const same = (body: string) => body
    const calls = [
      press(same, other.statusId),
      press((body) => body.replaceAll(place.ts, '1.000001')),
      press((body) => body.replaceAll('T0MARBLE', 'T0OTHER')),
      press((body) => body.replaceAll('"channel_id":"C0LEADS"', '"channel_id":"C0SALES"')),
      press(() => 'no JSON'),
      press(() => '{"type":"view_submission"}'),
    ]
    for (const call of calls) expect((await fixture.hear(call)).status).toBe(200)
    expect(await lead()).toMatchObject({ status_config_id: null })
    expect(await other.lead()).toMatchObject({ status_config_id: null })
  })

  test('does nothing once the project is disconnected', async () => {
    const { site, statusId, place, lead } = await posted()
    const press = fixture.slack.press({ ...place, actionId: 'lead_status', option: statusId })
    await site.organization.call(contract.disconnectSlack, { params: site.params })
    expect((await fixture.hear(press)).status).toBe(200)
    expect(await lead()).toMatchObject({ status_config_id: null })
  })
})

test('Slack verifies the address for events with a challenge', async () => {
  const body = JSON.stringify({ type: 'url_verification', challenge: 'abc', token: 'x' })
  const reply = await fixture.hear(fixture.slack.sign('/api/v1/slack/events', body, 'application/json'))
  expect(await reply.json()).toEqual({ challenge: 'abc' })
})
