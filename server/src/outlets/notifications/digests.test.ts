// Also on the embedded database: a journey of this slice.
import { markDeleted } from '@leadlight/contract/leads'
import { getNotificationSettings, updateNotificationSettings } from '@leadlight/contract/notifications'
import { withdrawGuestAccess } from '@leadlight/contract/guests'
import { removeMember } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../../core/events/announce.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { composeHtml, composeText } from '../../senders/mail-text.ts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import {
  startNotificationFixture,
  type NotificationSite,
  type NotificationFixture,
} from '@leadlight/testing/notification-fixture'
import type { TestMember } from '@leadlight/testing/test-organization'

const HOUR_MS = 3_600_000

let fixture: NotificationFixture
beforeAll(async () => {
  fixture = await startNotificationFixture()
})
afterEach(() => {
  fixture.refused.clear()
  fixture.asked.length = 0
  fixture.taken.length = 0
})
afterAll(() => fixture.close())

/** Advances the clock by so many hours, sending what falls due on the way. */
function pass(hours: number): Promise<void> {
  return fixture.passTo(new Date(fixture.app.clock.now().getTime() + hours * HOUR_MS))
}

function mailsTo({ email }: { email: string }) {
  return fixture.taken.filter(({ to }) => to === email)
}

/** The leads that a mail shows, in its order. */
function leadsIn(mail: { blocks?: readonly { url?: string }[] } | undefined): string[] {
  return (mail?.blocks ?? []).flatMap(({ url }) => /posts\/(.+)$/.exec(url ?? '')?.[1] ?? [])
}

async function turnOffMaker(site: NotificationSite): Promise<void> {
  await site.choose(site.organization, { frequency: 'off' })
}

describe('a mail', () => {
  test('goes daily to the project’s creator and nobody else, and only where there are new leads', async () => {
    const site = await fixture.open()
    await site.organization.member('ADMIN')
    const [weak, strong] = await site.find({ score: 50 }, { score: 90 })
    await pass(24)
    expect(fixture.taken).toHaveLength(1)
    const [mail] = mailsTo(site.organization)
    expect(mail?.at.toISOString()).toMatch(/T08:00:00/)
    expect(leadsIn(mail)).toEqual([strong, weak])
    await pass(72)
    expect(fixture.taken).toHaveLength(1)
  })

  test('says what the leads are, why, how old and where, and what fails', async () => {
    const site = await fixture.open()
    const { organization, organizationId, projectId } = site
    await site.find({
      title: 'Which bookkeeper <b>do</b> you use? See evil.example',
      body: 'I need a bookkeeper for my shop.',
      score: 87,
      platform: 'hacker_news',
      reason: 'Asks for a recommendation.',
      evidence: [{ kind: 'for', label: 'asks', start: 53, end: 72 }],
      postedAt: new Date(fixture.app.clock.now().getTime() - 3 * HOUR_MS).toISOString(),
    })
    await inOrganization(fixture.app, site, async (tx) => {
      await sql`insert into coverage (id, organization_id, project_id, platform, source, query, window_from, window_to, seen, kept, gap, error, polled_at)
        values (gen_random_uuid(), ${organizationId}, ${projectId}, 'hacker_news', '', 'x', now(), now(), 0, 0, false, 'It answers 500.', now())`.execute(
        tx,
      )
      await sql`update credit_account set level = 'low' where organization_id = ${organizationId}`.execute(tx)
    })
    await site.choose(organization, { frequency: 'at_once' })
    await pass(1)
    const [mail] = mailsTo(organization)
    if (!mail) throw new Error('There was no mail.')
    const text = composeText(mail)
    expect(mail.subject).toBe(`New lead in acme.example: Which bookkeeper <b>do</b> you use? See evil.example`)
    expect(text).toContain('Strong (87) · Hacker News · 3 hours ago')
    expect(text).toContain('Asks for a recommendation.')
    expect(text).toContain('> I need a bookkeeper\n')
    expect(text).toContain('What does not work right now')
    expect(text).toContain('Hacker News: It answers 500.')
    expect(text).toContain('Credits run low.')
    expect(text).not.toMatch(/evil\.example/)
    const html = composeHtml(mail)
    expect(html).not.toContain('<b>do</b>')
    expect(html).toContain(`href="https://leads.example.com/projects/${projectId}/posts/`)
    expect(html).not.toMatch(/<img|https?:\/\/(?!leads\.example\.com)/)
  })

  test('shows the ten best of many and says how many more there are, also by signal', async () => {
    const site = await fixture.open()
    const ids = await site.find(...Array.from({ length: 22 }, (_, n) => ({ score: 40 + n })))
    await pass(24)
    const [mail] = mailsTo(site.organization)
    expect(mail?.subject).toBe('22 new leads in acme.example')
    expect(leadsIn(mail)).toEqual(ids.toReversed().slice(0, 10))
    const text = composeText(mail!)
    expect(text).toContain('And 12 more, in Leadlight.')
    expect(text).toContain('22  people who need a bookkeeper')
  })

  test('has the week’s figures only when it is weekly', async () => {
    const site = await fixture.open()
    const other = await site.organization.member('ADMIN')
    await site.choose(other, { frequency: 'weekly', digest_weekday: 3 })
    await site.find({}, {})
    await pass(24 * 8)
    const [weekly, daily] = [mailsTo(other)[0], mailsTo(site.organization)[0]]
    if (!weekly || !daily) throw new Error('There was no mail.')
    expect(composeText(weekly)).toMatch(/The last seven days\n2 {2}leads found\n2 {2}waiting for an answer\n\n/)
    expect(composeText(daily)).not.toContain('The last seven days')
  })

  test('leaves out leads deleted meanwhile, and is not sent where none are left', async () => {
    const site = await fixture.open()
    const [kept, deleted] = await site.find({}, {})
    const change = (ids: string[]) =>
      site.organization.call(markDeleted, { params: site.params, body: { lead_ids: ids } })
    await change([deleted!])
    await pass(24)
    expect(leadsIn(fixture.taken[0])).toEqual([kept])
    const [gone] = await site.find({})
    await change([gone!])
    await pass(24)
    expect(fixture.taken).toHaveLength(1)
  })

  test('leaves out leads of a transaction that is rolled back', async () => {
    const site = await fixture.open()
    const { organizationId, projectId } = site
    const takenBack = fixture.app.db.transaction(organizationScope(organizationId), async (tx) => {
      const payload = { type: 'leads' as const, search_id: null, lead_ids: [projectId], unread_count: 1 }
      await announce(tx, organizationId, { projectId, payload, now: fixture.app.clock.now() })
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    await fixture.deliverEvents()
    await pass(48)
    expect(fixture.taken).toEqual([])
  })

  test('has each lead once, whatever the number of concurrent readers and senders', async () => {
    const site = await fixture.open()
    await site.choose(site.organization, { frequency: 'at_once' })
    const ids = await site.find({}, {}, {})
    await Promise.all([fixture.deliverEvents(), fixture.deliverEvents(), fixture.send(), fixture.send()])
    await pass(1)
    expect(fixture.taken.flatMap(leadsIn).toSorted()).toEqual(ids.toSorted())
  })
})

describe('somebody is mailed', () => {
  test('leads of their minimum score or above, and of their signals', async () => {
    const site = await fixture.open()
    const other = await site.organization.member('ADMIN')
    await site.choose(site.organization, { frequency: 'hourly', minimum_score: 70 })
    await site.choose(other, { frequency: 'hourly', intent_signals: [site.signalId] })
    const [weak, strong] = await site.find({ score: 69 }, { score: 70 })
    await pass(2)
    expect(leadsIn(mailsTo(site.organization)[0])).toEqual([strong])
    expect(leadsIn(mailsTo(other)[0])).toEqual([strong, weak])
  })

  test('the leads of their quiet hours in one mail afterwards', async () => {
    const site = await fixture.open()
    const quiet_hours = { from: '22:00', to: '07:00' }
    await site.choose(site.organization, { frequency: 'at_once', quiet_hours, time_zone: 'Europe/Berlin' })
    const today = fixture.app.clock.now()
    const night = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1, 22))
    await fixture.passTo(night)
    const found = await site.find({})
    await pass(2)
    found.push(...(await site.find({})))
    await pass(8)
    expect(fixture.taken).toHaveLength(1)
    expect(fixture.taken[0]?.at).toEqual(new Date(night.getTime() + 8 * HOUR_MS))
    expect(leadsIn(fixture.taken[0]).toSorted()).toEqual(found.toSorted())
  })

  test('nothing in their quiet hours after a standstill either', async () => {
    const site = await fixture.open()
    const quiet_hours = { from: '22:00', to: '07:00' }
    await site.choose(site.organization, { frequency: 'hourly', quiet_hours })
    const today = fixture.app.clock.now()
    const late = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1, 20, 30))
    await fixture.passTo(late)
    await site.find({})
    await fixture.app.clock.set(new Date(late.getTime() + 3 * HOUR_MS))
    await fixture.send()
    expect(fixture.taken).toEqual([])
    await pass(12)
    expect(fixture.taken[0]?.at.toISOString()).toMatch(/T07:00:00/)
  })

  test('at once, and then every five minutes', async () => {
    const site = await fixture.open()
    await site.choose(site.organization, { frequency: 'at_once' })
    const [first] = await site.find({})
    await fixture.send()
    const rest = [...(await site.find({})), ...(await site.find({}))]
    await fixture.send()
    expect(fixture.taken.map(leadsIn)).toEqual([[first]])
    await pass(1)
    expect(fixture.taken).toHaveLength(2)
    expect(leadsIn(fixture.taken[1]).toSorted()).toEqual(rest.toSorted())
    expect(fixture.taken[1]!.at.getTime() - fixture.taken[0]!.at.getTime()).toBe(5 * 60_000)
  })

  test('at their own time once they change their settings, and never once mails are off', async () => {
    const site = await fixture.open()
    const ids = await site.find({})
    await site.choose(site.organization, { frequency: 'hourly' })
    const settings = await site.organization.call(getNotificationSettings, { params: site.params })
    expect(settings).toMatchObject({ waiting: 1, is_default: false, frequency: 'hourly' })
    await pass(1)
    expect(fixture.taken.map(leadsIn)).toEqual([ids])
    await site.find({})
    await turnOffMaker(site)
    await site.choose(site.organization, { frequency: 'hourly' })
    await pass(48)
    expect(fixture.taken).toHaveLength(1)
  })
})

describe('nobody is mailed', () => {
  async function siteWith(role: 'MEMBER' | 'GUEST'): Promise<{ site: NotificationSite; who: TestMember }> {
    const site = await fixture.open()
    await turnOffMaker(site)
    const who = await site.organization.member(role, { projectIds: [site.projectId] })
    await verify(who)
    await site.choose(who, { frequency: 'daily' })
    return { site, who }
  }

  async function verify({ userId }: TestMember, isVerified = true): Promise<void> {
    await fixture.app.database.pool.query('update account set is_verified = $2 where id = $1', [userId, isVerified])
  }

  test('who was removed', async () => {
    const { site, who } = await siteWith('MEMBER')
    await site.find({})
    await site.organization.call(removeMember, { params: { userId: who.userId } })
    await site.find({})
    await pass(48)
    expect(fixture.taken).toEqual([])
  })

  test('whose access as a guest was withdrawn, even if granted again later', async () => {
    const { site, who } = await siteWith('GUEST')
    await site.find({})
    await site.organization.call(withdrawGuestAccess, { params: { projectId: site.projectId, userId: who.userId } })
    await site.find({})
    await pass(48)
    expect(fixture.taken).toEqual([])
  })

  test('except guests who have access', async () => {
    const { site, who } = await siteWith('GUEST')
    const ids = await site.find({})
    await pass(24)
    expect(mailsTo(who).map(leadsIn)).toEqual([ids])
  })

  test('whose address is unverified at the time of the lead or of the mail', async () => {
    const { site, who } = await siteWith('MEMBER')
    await verify(who, false)
    await site.find({})
    await verify(who)
    await site.find({})
    await verify(who, false)
    await pass(48)
    expect(fixture.taken).toEqual([])
  })
})

describe('a mailbox that refuses everything', () => {
  test('is tried for three days under one Message-ID, then again with the next mail, is shown in the settings, and delays nobody', async () => {
    const site = await fixture.open()
    const other = await site.organization.member('ADMIN')
    await site.choose(other, { frequency: 'daily' })
    fixture.refused.add(site.organization.email)
    const ids = await site.find({})
    await pass(24)
    expect(mailsTo(other).map(leadsIn)).toEqual([ids])
    const get = () => site.organization.call(getNotificationSettings, { params: site.params })
    const failure = 'The mail server says that it takes no mail for your address. Check the address in your account.'
    expect(await get()).toMatchObject({ failure, waiting: 0 })
    await pass(24 * 3 + 12)
    const tries = fixture.asked.filter(({ to }) => to === site.organization.email)
    expect(tries).toHaveLength(10)
    expect(new Set(tries.map(({ key }) => key)).size).toBe(1)
    const { waiting, next_mail_at: next } = await get()
    expect({ waiting, hour: next?.slice(11, 16) }).toEqual({ waiting: 1, hour: '08:00' })
    fixture.refused.clear()
    await pass(24)
    expect(mailsTo(site.organization).map(leadsIn)).toEqual([ids])
    expect(await get()).toMatchObject({ failure: null, failing_since: null, waiting: 0 })
  })

  test('gets leads that came meanwhile in a mail of their own', async () => {
    const site = await fixture.open()
    await site.choose(site.organization, { frequency: 'hourly' })
    fixture.refused.add(site.organization.email)
    const first = await site.find({})
    await pass(1.2)
    const second = await site.find({})
    fixture.refused.clear()
    await pass(4)
    expect(fixture.taken.map(leadsIn)).toEqual([first, second])
  })
})

test('settings are personal, and refuse invalid values', async () => {
  const site = await fixture.open()
  const other = await site.organization.member('MEMBER')
  const { params } = site
  expect(await other.call(getNotificationSettings, { params })).toMatchObject({ frequency: 'off', is_default: true })
  await site.choose(other, { frequency: 'weekly', digest_weekday: 5, digest_hour: 17, time_zone: 'Asia/Kolkata' })
  expect(await other.call(getNotificationSettings, { params })).toMatchObject({ digest_weekday: 5, is_default: false })
  expect(await site.organization.call(getNotificationSettings, { params })).toMatchObject({ frequency: 'daily' })
  for (const body of [
    { time_zone: 'Mars/Olympus' },
    { time_zone: '+02:00' },
    { quiet_hours: { from: '22:00', to: '22:00' } },
    { quiet_hours: { from: '25:00', to: '07:00' } },
    { digest_hour: 24 },
    {},
  ]) {
    const { status } = await other.ask(updateNotificationSettings, { params, body })
    expect({ body, status }).toEqual({ body, status: 422 })
  }
  const foreign = await fixture.open()
  const reply = await other.ask(updateNotificationSettings, { params, body: { intent_signals: [foreign.signalId] } })
  expect(reply.status).toBe(404)
  expect((await other.ask(getNotificationSettings, { params: foreign.params })).status).toBe(404)
})
