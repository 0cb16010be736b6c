import { markDeleted } from '@leadlight/contract/leads'
import { SLACK_BEST_KEPT, SLACK_BEST_SHOWN, SLACK_NEW_LEADS_MAX } from '@leadlight/domain/slack'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inOrganization, type LeadWish } from '@leadlight/testing/lead-builder'
import {
  addRule,
  addStatus,
  startSlackFixture,
  wordsOf,
  type SlackSite,
  type SlackFixture,
} from '@leadlight/testing/slack-fixture'
import { eraseMessages } from './erase-messages.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let fixture: SlackFixture
beforeAll(async () => {
  fixture = await startSlackFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

function many(count: number, wish: LeadWish = {}): LeadWish[] {
  return Array.from({ length: count }, () => wish)
}

async function find(site: SlackSite, ...wishes: LeadWish[]): Promise<string[]> {
  const ids = await site.find(...wishes)
  await fixture.deliver()
  return ids
}

function deleteLeads(site: SlackSite, ids: readonly string[]) {
  return site.organization.call(markDeleted, { params: site.params, body: { lead_ids: [...ids] } })
}

describe('new leads', () => {
  test(`up to ${SLACK_NEW_LEADS_MAX} get a message each; more share one message with the best of them and their evidence`, async () => {
    const site = await fixture.openWith()
    await find(site, ...many(SLACK_NEW_LEADS_MAX))
    expect(fixture.textsIn('C0LEADS')).toHaveLength(SLACK_NEW_LEADS_MAX)
    await find(site, { title: 'One more', score: 80 })
    const [eleventh] = fixture.channel('C0LEADS').messages.slice(SLACK_NEW_LEADS_MAX)
    expect(eleventh?.text).toBe('1 new lead. Strong lead (80): One more')
    expect(eleventh && wordsOf(eleventh)).toContain('"*1 new lead*"')
    fixture.reset()
    await fixture.app.clock.advance(HOUR_MS)
    const evidence = [{ kind: 'for' as const, label: 'asks', start: 18, end: 37 }]
    const best = { title: 'Which bookkeeper?', body: 'I need a bookkeeper for my shop.', score: 93, evidence }
    const ids = await find(site, ...many(150, { score: 61 }), best, { title: 'Second', score: 88 })
    const [message, ...more] = fixture.channel('C0LEADS').messages
    expect(more).toEqual([])
    expect(message?.text).toBe('152 new leads. Strong lead (93): Which bookkeeper?')
    const words = message ? wordsOf(message) : ''
    const posts = `https://leads.example.com/projects/${site.projectId}/posts`
    expect(words).toContain(`<${posts}/${ids.at(-2)}|Which bookkeeper?>`)
    expect(words).toContain('>I need a bookkeeper')
    expect(words).toMatch(/Which bookkeeper\?.*Second/s)
    expect(message?.blocks.filter(({ type }) => type === 'section')).toHaveLength(1 + SLACK_BEST_SHOWN)
    expect(words).toContain(`${posts}?intent_signals=${site.signalId}&read=false&sort_by=collected_at&sort_order=desc`)
  })

  test('that come in batches, as a search finds them, share one message that is updated', async () => {
    const site = await fixture.openWith()
    for (let batch = 0; batch < 30; batch += 1) {
      await find(site, ...many(8, { score: 60 + batch }))
      await fixture.app.clock.advance(20_000)
    }
    expect(fixture.textsIn('C0LEADS')).toHaveLength(8 + 1)
    expect(fixture.textsIn('C0LEADS').at(-1)).toMatch(/^232 new leads\. Strong lead \(89\)/)
  })

  test('get a message each again once it is quieter, and a new shared message after an hour', async () => {
    const site = await fixture.openWith()
    await find(site, ...many(20))
    await fixture.app.clock.advance(9 * MINUTE_MS)
    await find(site, {})
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^21 new leads/)])
    await fixture.app.clock.advance(10 * MINUTE_MS)
    await find(site, { title: 'Alone' })
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^21 new/), expect.stringContaining('Alone')])
    fixture.reset()
    for (let minutes = 0; minutes < 66; minutes += 6) {
      await find(site, ...many(20))
      await fixture.app.clock.advance(6 * MINUTE_MS)
    }
    expect(fixture.textsIn('C0LEADS').map((text) => text.split(' ', 1)[0])).toEqual(['200', '20'])
  })

  test('count for each channel separately', async () => {
    const site = await fixture.openWith({ minimum_score: 80 })
    await addRule(site, { channel_id: 'C0SALES', channel_name: 'sales' })
    await find(site, ...many(12, { score: 60 }), ...many(2, { score: 90 }))
    expect(fixture.textsIn('C0LEADS')).toHaveLength(2)
    expect(fixture.textsIn('C0SALES')).toEqual([expect.stringMatching(/^14 new leads/)])
  })

  test('that enter a status get a message of their own where a rule asks for it', async () => {
    const site = await fixture.open()
    const won = await addStatus(site, 'Ready')
    await addRule(site, { statuses: [won] })
    const [id = ''] = await find(site, { title: 'Which bookkeeper?' }, ...many(14))
    await site.give(won, [id])
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual([
      expect.stringMatching(/^15 new leads/),
      expect.stringContaining('Which bookkeeper?'),
    ])
  })
})

describe('a message of new leads', () => {
  /** Leads that are deleted after they were queued and before Slack could be reached. */
  async function findAndDelete(site: SlackSite, wishes: LeadWish[], deleted: number): Promise<void> {
    fixture.slack.failNext({ kind: 'status', status: 503 })
    const ids = await find(site, ...wishes)
    await deleteLeads(site, ids.slice(0, deleted))
    await fixture.deliver()
    await fixture.app.clock.advance(6_000)
    await fixture.send()
  }

  test('shows no deleted lead', async () => {
    const site = await fixture.openWith()
    await findAndDelete(site, [{ title: 'Spam', score: 95 }, ...many(11, { title: 'Good', score: 80 })], 1)
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^11 new leads\. .*Good/)])
    expect(JSON.stringify(fixture.channel('C0LEADS').messages)).not.toContain('Spam')
  })

  test('does not count leads deleted before it is updated, however low their score', async () => {
    const site = await fixture.openWith()
    const ids = await find(site, ...many(SLACK_BEST_KEPT + 4, { score: 90 }), ...many(6, { score: 60 }))
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^20 new leads/)])
    await deleteLeads(site, ids.slice(-5))
    await find(site, ...many(2))
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^17 new leads/)])
    await deleteLeads(site, ids.slice(0, 1))
    await fixture.deliver()
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^16 new leads/)])
  })

  test('is not sent where all of them were deleted', async () => {
    const site = await fixture.openWith()
    await find(site, ...many(SLACK_NEW_LEADS_MAX))
    await findAndDelete(site, [{ title: 'Spam' }], 1)
    expect(fixture.textsIn('C0LEADS')).toHaveLength(SLACK_NEW_LEADS_MAX)
    expect(await site.connection()).toMatchObject({ waiting: 0 })
  })

  test('loses the text of a post that was deleted at its source', async () => {
    const site = await fixture.openWith()
    const [id = ''] = await find(site, { title: 'My private words', score: 95 }, ...many(11, { title: 'Good' }))
    const words = () => JSON.stringify(fixture.channel('C0LEADS').messages)
    expect(words()).toContain('My private words')
    await inOrganization(fixture.app, site, async (tx) => {
      const now = fixture.app.clock.now()
      await sql`update lead set source_deleted_at = ${now}, deleted = true where id = ${id}`.execute(tx)
      await eraseMessages(tx, site.organizationId, [id], now)
    })
    await fixture.send()
    expect(words()).not.toContain('My private words')
    expect(fixture.textsIn('C0LEADS')).toEqual([expect.stringMatching(/^11 new leads\. .*Good/)])
  })

  test('is not updated for a change it does not show', async () => {
    const site = await fixture.openWith()
    const ids = await find(site, ...many(SLACK_BEST_KEPT + 5))
    await site.read(ids)
    await fixture.deliver()
    expect(fixture.channel('C0LEADS').messages).toMatchObject([{ edits: 0 }])
  })

  test('never contains leads of another organization', async () => {
    const [site, other] = [
      await fixture.openWith(),
      await fixture.openWith({ channel_id: 'C0SALES', channel_name: 'sales' }),
    ]
    await find(site, ...many(20, { title: 'Ours' }))
    await find(other, ...many(3, { title: 'Theirs' }))
    expect(fixture.textsIn('C0SALES')).toHaveLength(3)
    expect(JSON.stringify(fixture.channel('C0SALES').messages)).not.toContain('Ours')
  })

  test('whose sending succeeds without our knowing is sent again under the same id, and keeps growing', async () => {
    const site = await fixture.openWith()
    fixture.slack.failNext({ kind: 'reset_mid_body' })
    await find(site, ...many(12))
    await fixture.app.clock.advance(6_000)
    await fixture.send()
    await find(site, ...many(3))
    const { messages } = fixture.channel('C0LEADS')
    expect(messages.map(({ text }) => text.split('.', 1)[0])).toEqual(['12 new leads', '15 new leads'])
    expect(new Set(messages.map(({ metadata }) => metadata?.event_payload.id)).size).toBe(1)
  })

  test('has no button that changes a lead', async () => {
    const site = await fixture.openWith()
    await find(site, ...many(12))
    expect(await fixture.pressFirst('C0LEADS', { actionId: 'lead_read' })).toBe(200)
    expect(await site.areRead()).toEqual(many(12).map(() => false))
  })
})
