import { undoLeads } from '@leadlight/contract/leads'
import { SLACK_ENTRIES_MAX } from '@leadlight/domain/slack'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addRule, addStatus, startSlackFixture, wordsOf, type SlackFixture } from '@leadlight/testing/slack-fixture'

let fixture: SlackFixture
beforeAll(async () => {
  fixture = await startSlackFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

/** A project with a status that a channel is told of, and no new leads. */
async function openWithStatus(rule: Parameters<typeof addRule>[1] = {}) {
  const site = await fixture.open()
  const won = await addStatus(site, 'Ready')
  await addRule(site, { new_leads: false, statuses: [won], ...rule })
  return { site, won }
}

describe('a channel with a rule for a status is told', () => {
  test('of a lead when it enters the status, and of no other change', async () => {
    const site = await fixture.open()
    const [won, other] = [await addStatus(site, 'Ready'), await addStatus(site, 'Other')]
    const [before = '', later = ''] = await site.find({ title: 'Before' }, { title: 'Later' })
    await site.give(won, [before])
    await addRule(site, { new_leads: false, statuses: [won] })
    await site.read([before])
    await site.give(other, [later])
    await fixture.deliver()
    await site.read([later])
    await site.give(null, [later])
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual([])
    await site.give(won, [later])
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringContaining('Later')])
    await site.read([later])
    await site.give(won, [later])
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toHaveLength(1)
  })

  test(`of up to ${SLACK_ENTRIES_MAX} that enter it at once one by one, and of more in one message`, async () => {
    const { site, won } = await openWithStatus()
    const few = await site.find(...Array.from({ length: SLACK_ENTRIES_MAX }, () => ({})))
    await site.give(won, few)
    await fixture.deliver()
    expect(fixture.channel('C0LEADS').messages).toHaveLength(SLACK_ENTRIES_MAX)
    fixture.reset()
    const many = await site.find(...Array.from({ length: 130 }, () => ({})))
    await site.give(won, [...few, ...many])
    await fixture.deliver()
    const [message, ...more] = fixture.channel('C0LEADS').messages
    expect(more).toEqual([])
    expect(message?.text).toBe('130 leads were given the status Ready at once.')
    const url = `https://leads.example.com/projects/${site.projectId}/posts?status_config_id=${won}`
    expect(message && wordsOf(message)).toContain(JSON.stringify(url))
    await site.read(many)
    await fixture.deliver()
    expect(fixture.channel('C0LEADS').messages).toHaveLength(1)
    expect(message?.edits).toBe(0)
  })

  test('how many entered which, where an undo brings them into several', async () => {
    const site = await fixture.open()
    const [won, paid] = [await addStatus(site, 'Ready'), await addStatus(site, 'R&D <now>')]
    const leads = await site.find(...Array.from({ length: 12 }, () => ({})))
    await site.give(won, leads.slice(0, 5))
    await site.give(paid, leads.slice(5))
    const token = await site.give(null, leads)
    await addRule(site, { new_leads: false, statuses: [won, paid] })
    await site.organization.call(undoLeads, { params: site.params, body: { undo_token: token } })
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual(['12 leads were given another status at once.'])
    const words = wordsOf(fixture.channel('C0LEADS').messages[0]!)
    expect(words).toContain(String.raw`5  Ready\n7  R&amp;D &lt;now&gt;`)
  })

  test('only of leads that meet its signals and minimum score, and once where two rules match', async () => {
    const { site, won } = await openWithStatus({ minimum_score: 70 })
    await addRule(site, { new_leads: false, statuses: [won], intent_signals: [site.signalId], minimum_score: 80 })
    const leads = await site.find({ title: 'Low', score: 60 }, { title: 'High', score: 90 })
    await site.give(won, leads)
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringContaining('High')])
  })

  test('of a status chosen in Slack', async () => {
    const { site, won } = await openWithStatus({ channel_id: 'C0SALES', channel_name: 'sales' })
    await addRule(site)
    await site.find({ title: 'Which bookkeeper?' })
    await fixture.deliver()
    await fixture.pressFirst('C0LEADS', { actionId: 'lead_status', option: won })
    await fixture.deliver()
    expect(fixture.textsIn('C0SALES')).toEqual([expect.stringContaining('Which bookkeeper?')])
  })

  test('nothing later of leads that entered it while access was revoked', async () => {
    const { site, won } = await openWithStatus()
    await fixture.hear(fixture.slack.signEvent('T0MARBLE', { type: 'app_uninstalled' }))
    const leads = await site.find({})
    await site.give(won, leads)
    await fixture.deliver()
    await fixture.app.clock.advance(2_000)
    await site.connect('T0MARBLE')
    await site.read(leads)
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual([])
  })
})

test('a press on a summary changes nothing', async () => {
  const { site, won } = await openWithStatus()
  const leads = await site.find(...Array.from({ length: SLACK_ENTRIES_MAX + 1 }, () => ({})))
  await site.give(won, leads)
  await fixture.deliver()
  expect(await fixture.pressFirst('C0LEADS', { actionId: 'lead_read' })).toBe(200)
  expect(await site.areRead()).toEqual(leads.map(() => false))
})
