import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailboxFixture, type MailboxFixture } from '@leadlight/testing/mailbox-fixture'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { f5botMail } from '@leadlight/testing/received-messages'
import { addressOf, receivingDependencies } from '@leadlight/testing/receiving-fixture'
import { AppError } from '../../../platform/errors.ts'
import { installationScope } from '../../../platform/scopes.ts'
import { advance } from './mailbox-store.ts'

let fixture: MailboxFixture
beforeAll(async () => {
  fixture = await startMailboxFixture()
})
afterAll(() => fixture.close())

let counted: Record<string, number>
beforeEach(async () => {
  fixture.server.spoiled.clear()
  counted = await counts()
})

const mailOf = (number: number) =>
  f5botMail([{ url: `https://www.reddit.com/r/smallbusiness/comments/${number}/which`, title: `Which one, number ${number}?`, text: `I ask for the ${number}th time.`, author: `rosa_${number}` }]).body // oxfmt-ignore

/** Mails by what became of them. */
async function counts(): Promise<Record<string, number>> {
  const ask = await openUnfenced(fixture.app.database)
  const [row] = await ask<Record<string, number>>('select taken::int, refused::int, passed_over::int from mailbox', [])
  return row ?? { taken: 0, refused: 0, passed_over: 0 }
}

/** What has become of mails since the test began. */
async function newCounts(): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await counts()).map(([name, count]) => [name, count - (counted[name] ?? 0)]))
}

describe('one mail does not stop the mailbox', () => {
  test.each([
    ['with a header of millions of characters', `X-Filler: ${'a'.repeat(5_000_000)}`],
    ['for many thousand people', `To: ${Array.from({ length: 90_000 }, (_, at) => `p${at}@example.org`).join(',\r\n ')}`], // oxfmt-ignore
  ])('%s: the others are read in the same run', async (_, header) => {
    const { server } = fixture
    const place = await fixture.openAddress()
    server.deliver({ to: place.mail, raw: mailOf(1) })
    server.deliver({ to: 'leads@example.org', raw: `${header}\r\n${mailOf(2)}` })
    server.deliver({ to: place.mail, raw: mailOf(3) })
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 2 })
    expect(await newCounts()).toEqual({ taken: 2, refused: 0, passed_over: 1 })
  })

  test.each(['refuse', 'drop'] as const)(
    'that the server itself cannot read (%s): those before it are read, and after eight tries those behind it',
    async (kind) => {
      const { server, app } = fixture
      const place = await fixture.openAddress()
      server.deliver({ to: place.mail, raw: mailOf(1) })
      server.deliver({ to: 'leads@example.org', raw: mailOf(2) })
      const uid = server.deliver({ to: place.mail, raw: mailOf(3) })
      server.deliver({ to: place.mail, raw: mailOf(4) })
      server.spoiled.set(uid, kind)
      await fixture.worker()()
      await fixture.worker()()
      expect(await addressOf(place)).toMatchObject({ received: 1 })
      app.log.lines.length = 0
      // It was tried among the others, then alone.
      for (let tries = 1; tries < 8; tries += 1) await fixture.worker()()
      expect(await addressOf(place)).toMatchObject({ received: 1 })
      await fixture.worker()()
      await fixture.worker()()
      expect(await addressOf(place)).toMatchObject({ received: 2 })
      expect(await newCounts()).toEqual({ taken: 2, refused: 0, passed_over: 2 })
      expect(app.log.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([{ uid }])
    },
  )
})

describe('reading a mail', () => {
  test('that the installation cannot take for now is tried again, and its try does not count', async () => {
    const { app, server } = fixture
    const place = await fixture.openAddress()
    server.deliver({ to: place.mail, raw: mailOf(1) })
    const { db } = receivingDependencies(app)
    const away = new AppError('unavailable', 'database_busy', 'The database is busy.', { retryAfterMs: 5_000 })
    const { organizationId } = place.org
    const transaction: typeof db.transaction = (scope, ...rest) =>
      scope.settings['app.organization_id'] === organizationId ? Promise.reject(away) : db.transaction(scope, ...rest)
    const busy = Object.assign(Object.create(db) as typeof db, { transaction })
    for (let minute = 0; minute < 12; minute += 1) await expect(fixture.worker({ db: busy })()).rejects.toBe(away)
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 1, problem: null })
    expect(await newCounts()).toEqual({ taken: 1, refused: 0, passed_over: 0 })
  })

  test('does not count as a call of its address', async () => {
    const place = await fixture.openAddress()
    for (let number = 0; number < 3; number += 1) fixture.server.deliver({ to: place.mail, raw: mailOf(number) })
    await fixture.worker()()
    const ask = await openUnfenced(fixture.app.database)
    expect(await ask('select received, window_calls::int as calls from receiving_address where id = $1', [place.addressId])).toEqual([{ received: expect.anything(), calls: 0 }]) // oxfmt-ignore
  })

  test('of a long backlog goes on in another run after five minutes, and the mailbox is read only at its end', async () => {
    const { app, server } = fixture
    await fixture.worker()()
    const place = await fixture.openAddress()
    const begun = app.clock.now()
    for (let number = 0; number < 4; number += 1) server.deliver({ to: place.mail, raw: mailOf(number) })
    // Each look at the time is two minutes later.
    let looks = 0
    const clock = { ...app.clock, now: () => new Date(begun.getTime() + (looks += 1) * 120_000), sleep: () => Promise.resolve() } // oxfmt-ignore
    const ask = await openUnfenced(app.database)
    const readAt = async () => (await ask<{ at: Date }>('select read_at as at from mailbox', []))[0]?.at.getTime()
    const before = await readAt()
    expect(await fixture.worker({ clock })()).toBe('again')
    const { received = 0 } = (await addressOf(place)) ?? {}
    expect(received).toBeGreaterThan(0)
    expect(received).toBeLessThan(4)
    expect(await readAt()).toBe(before)
    expect(await fixture.worker()()).toBeUndefined()
    expect(await addressOf(place)).toMatchObject({ received: 4 })
    await app.clock.advance(1_000)
    await fixture.worker()()
    expect(await readAt()).toBe(app.clock.now().getTime())
  })

  test('by a worker that is behind another does not set the mailbox back', async () => {
    const { app } = fixture
    const ask = await openUnfenced(app.database)
    const [{ name, uid, validity } = { name: '', uid: 0, validity: 0 }] = await ask<{ name: string; uid: number; validity: number }>('select name, last_uid::int as uid, uid_validity::float8 as validity from mailbox', []) // oxfmt-ignore
    const advanceTo = (lastUid: number) => app.db.transaction(installationScope(), (tx) => advance(tx, name, { uidValidity: validity, lastUid })) // oxfmt-ignore
    await advanceTo(uid - 1)
    expect(await ask('select last_uid::int as uid from mailbox', [])).toEqual([{ uid }])
  })
})
