import { createReceivingAddress, revokeReceivingAddress } from '@leadlight/contract/receiving'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReceiving, addressOf, judge } from '@leadlight/testing/receiving-fixture'
import { ASKED } from '@leadlight/testing/lead-posts'
import { startMailboxFixture, type MailboxFixture } from '@leadlight/testing/mailbox-fixture'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { f5botMail, googleAlertsMail, type SentPost } from '@leadlight/testing/received-messages'
import { startTestApp } from '@leadlight/testing/test-app'

let fixture: MailboxFixture
beforeAll(async () => {
  fixture = await startMailboxFixture()
})
afterAll(() => fixture.close())

let counted: Record<string, number>
beforeEach(async () => {
  counted = await counts()
})

function told(number: number): SentPost {
  return {
    url: `https://www.reddit.com/r/smallbusiness/comments/${number}/which`,
    title: `Which one, number ${number}?`,
    text: `${ASKED[number % 4]} I ask for the ${number}th time.`,
    author: `rosa_${number}`,
  }
}

const mailOf = (...numbers: number[]) => f5botMail(numbers.map(told)).body

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

describe('a mail', () => {
  test('for an address is taken as if it had been posted there, and stays in the mailbox as it was', async () => {
    const { server } = fixture
    const place = await fixture.openAddress()
    expect(place.mail).toBe(`leads+${place.path.slice(4)}@example.org`)
    server.deliver({ to: place.mail, raw: mailOf(1, 2) })
    server.deliver({ to: place.mail, raw: googleAlertsMail([told(3)]).body })
    server.commands.length = 0
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 3, waiting: 3, problem: null })
    await judge(fixture.app, place)
    expect(await addressOf(place)).toMatchObject({ received: 3, leads: 2, waiting: 0 })
    expect(await newCounts()).toEqual({ taken: 2, refused: 0, passed_over: 0 })
    expect(server.commands.filter((line) => !/^(?:CAPABILITY|LOGIN|NAMESPACE|LIST|LSUB|EXAMINE|UID SEARCH|UID FETCH .*BODY\.PEEK|LOGOUT)/u.test(line))).toEqual([]) // oxfmt-ignore
  })

  test('whose address came in capitals, or for two addresses at once, is taken', async () => {
    const [one, other] = [await fixture.openAddress(), await fixture.openAddress('Google Alerts')]
    const to = `${one.mail.toUpperCase()}, "Alerts" <${other.mail}>`
    fixture.server.deliver({ to, raw: mailOf(1) })
    await fixture.worker()()
    expect([(await addressOf(one))?.received, (await addressOf(other))?.received]).toEqual([1, 1])
    expect(await newCounts()).toMatchObject({ taken: 1 })
  })

  test('for an address that is unknown or revoked, or for none, is counted and left', async () => {
    const place = await fixture.openAddress()
    const { org, projectId, addressId } = place
    fixture.server.deliver({ to: `leads+${'a'.repeat(32)}@example.org`, raw: mailOf(1) })
    fixture.server.deliver({ to: place.mail, raw: mailOf(2) })
    fixture.server.deliver({ to: 'leads@example.org', raw: mailOf(3) })
    await org.call(revokeReceivingAddress, { params: { projectId, id: addressId } })
    const own = await fixture.openAddress()
    fixture.server.deliver({ to: own.mail, raw: mailOf(4) })
    await fixture.worker()()
    expect(await newCounts()).toEqual({ taken: 1, refused: 0, passed_over: 3 })
    expect((await addressOf(own))?.received).toBe(1)
    fixture.server.commands.length = 0
    await fixture.worker()()
    expect(fixture.server.commands.some((line) => line.startsWith('UID FETCH'))).toBe(false)
  })

  test('that is larger than is read, whatever the server says of it, is refused in a sentence at its address, and the next is read', async () => {
    const { server } = fixture
    const [large, lied, good] = [await fixture.openAddress(), await fixture.openAddress(), await fixture.openAddress()]
    const huge = `${mailOf(1)}\r\n${'a'.repeat(2_100_000)}`
    server.deliver({ to: large.mail, raw: huge })
    server.lies.set(server.deliver({ to: lied.mail, raw: huge }), 5)
    server.deliver({ to: good.mail, raw: mailOf(2) })
    await fixture.worker()()
    const problem = 'A mail was larger than 2000 KB.'
    expect([await addressOf(large), await addressOf(lied)]).toMatchObject([{ received: 0, problem }, { received: 0, problem }]) // oxfmt-ignore
    expect(await addressOf(good)).toMatchObject({ received: 1, problem: null })
    expect(await newCounts()).toEqual({ taken: 1, refused: 2, passed_over: 0 })
  })

  test('that nobody understands is noted at its address', async () => {
    const place = await fixture.openAddress()
    fixture.server.deliver({ to: place.mail, raw: 'From: bob@example.org\r\nSubject: Hi\r\n\r\nHello' })
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 0, problem: expect.stringContaining('none of what') })
  })

  test('that was deleted between its being listed and its being read keeps nothing back', async () => {
    const place = await fixture.openAddress()
    const uid = fixture.server.deliver({ to: place.mail, raw: mailOf(1) })
    fixture.server.deliver({ to: place.mail, raw: mailOf(2) })
    fixture.server.delete(uid)
    await fixture.worker()()
    expect((await addressOf(place))?.received).toBe(1)
  })

  test('of many is read in its turn, by a slow server too', async () => {
    const place = await fixture.openAddress()
    const raw = `Subject: none of ours\r\n\r\nHello`
    for (let number = 0; number < 120; number += 1) {
      fixture.server.deliver(
        number % 40 === 7 ? { to: place.mail, raw: mailOf(number) } : { to: 'leads@example.org', raw },
      )
    }
    fixture.server.pauseMs = 1
    await fixture.worker()()
    fixture.server.pauseMs = 0
    expect((await addressOf(place))?.received).toBe(3)
    expect(await newCounts()).toEqual({ taken: 3, refused: 0, passed_over: 117 })
  })
})

describe('nothing is lost or doubled', () => {
  test('where the connection breaks at any command, or in the middle of any answer', async () => {
    const { server } = fixture
    const place = await fixture.openAddress()
    const numbers = Array.from({ length: 24 }, (_, at) => 1_000 + at)
    for (const number of numbers) server.deliver({ to: place.mail, raw: mailOf(number, number + 500) })
    const places = ['CAPABILITY', 'LOGIN', 'NAMESPACE', 'EXAMINE', 'UID SEARCH', 'UID FETCH', 'LOGOUT']
    const kinds = ['drop', 'cut'] as const
    for (const at of places)
      for (const kind of kinds) {
        server.fail({ kind, at })
        await fixture.worker()()
      }
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 48, waiting: 48 })
    expect(await newCounts()).toEqual({ taken: 24, refused: 0, passed_over: 0 })
  })

  test('where the process dies after a mail was taken and before that was noted', async () => {
    const { server, app } = fixture
    const place = await fixture.openAddress()
    const first = server.deliver({ to: place.mail, raw: mailOf(1, 2) })
    server.deliver({ to: place.mail, raw: mailOf(3) })
    await fixture.worker()()
    const ask = await openUnfenced(app.database)
    await ask('update mailbox set last_uid = $1', [first - 1])
    await judge(app, place)
    const judged = await addressOf(place)
    expect(judged).toMatchObject({ received: 3, waiting: 0 })
    await fixture.worker()()
    await judge(app, place)
    expect(await addressOf(place)).toEqual(judged)
  })

  test('where a server was rebuilt and its mails have new numbers', async () => {
    const { server, app } = fixture
    const place = await fixture.openAddress()
    server.deliver({ to: place.mail, raw: mailOf(1) })
    await fixture.worker()()
    await app.clock.advance(60_000)
    server.deliver({ to: place.mail, raw: mailOf(2) })
    server.renumber()
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 2, waiting: 2 })
  })

  test('where two workers read at the same time', async () => {
    const place = await fixture.openAddress()
    for (let number = 0; number < 10; number += 1) fixture.server.deliver({ to: place.mail, raw: mailOf(number) })
    await Promise.all([fixture.worker()(), fixture.worker()()])
    expect(await addressOf(place)).toMatchObject({ received: 10, waiting: 10 })
  })

  test('but a mail at which reading breaks off again and again is passed over, noted at its address', async () => {
    const { server, app } = fixture
    const place = await fixture.openAddress()
    const uid = server.deliver({ to: place.mail, raw: mailOf(1) })
    server.deliver({ to: place.mail, raw: mailOf(2) })
    for (let tries = 0; tries < 8; tries += 1) {
      server.fail({ kind: 'drop', at: `UID FETCH ${uid} ` })
      await fixture.worker()()
    }
    expect(await addressOf(place)).toMatchObject({ received: 0 })
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 1, problem: 'A mail could not be read.' })
    expect(app.log.lines).toContainEqual(expect.objectContaining({ level: 'error', message: expect.stringMatching(/passed over/u), fields: expect.objectContaining({ uid }) })) // oxfmt-ignore
  })
})

describe('a mailbox that cannot be read', () => {
  const said = () => fixture.app.log.lines.filter(({ fields }) => 'mailHost' in fields).map(({ level, message }) => [level, message]) // oxfmt-ignore
  const problem = async () => {
    const ask = await openUnfenced(fixture.app.database)
    return (await ask<{ problem: string | null }>('select problem from mailbox', []))[0]?.problem
  }
  const asks = () => fixture.server.commands.filter((line) => line.startsWith('LOGIN')).length
  beforeEach(() => {
    fixture.app.log.lines.length = 0
    fixture.server.commands.length = 0
  })

  test('for a wrong password is asked every quarter of an hour, and by a process that was started anew', async () => {
    const { server, app } = fixture
    server.setPassword('another one')
    const worker = fixture.worker()
    for (let minute = 0; minute < 30; minute += 1) {
      await worker()
      await app.clock.advance(60_000)
    }
    expect(asks()).toBe(2)
    expect(await problem()).toBe('The server refuses the user or the password of IMAP_URL.')
    expect(said()).toEqual([['warn', 'The mailbox cannot be read.']])
    expect(JSON.stringify(app.log.lines)).not.toContain('p@ss')
    server.setPassword('p@ss/word: "quoted"')
    await fixture.worker()()
    expect(await problem()).toBeNull()
    expect(said().at(-1)).toEqual(['info', 'The mailbox is read again.'])
  })

  test('as it is away is asked less and less often, and nothing that arrived meanwhile is lost', async () => {
    const { server, app } = fixture
    const place = await fixture.openAddress()
    await server.close()
    const worker = fixture.worker()
    const tried: number[] = []
    const ask = await openUnfenced(app.database)
    for (let minute = 0; minute < 40; minute += 1) {
      await worker()
      const [row] = await ask<{ at: Date }>('select tried_at as at from mailbox', [])
      if (row?.at.getTime() === app.clock.now().getTime()) tried.push(minute)
      await app.clock.advance(60_000)
    }
    expect(tried).toEqual([0, 1, 2, 4, 8, 16, 31])
    expect(await problem()).toBe('The server does not answer as it should (ECONNREFUSED).')
    expect(said()).toEqual([['warn', 'The mailbox cannot be read.']])
    server.deliver({ to: place.mail, raw: mailOf(1) })
    await server.open()
    await app.clock.advance(15 * 60_000)
    await worker()
    expect((await addressOf(place))?.received).toBe(1)
  })

  test('for a wrong password is asked once a quarter of an hour by all workers together', async () => {
    const { server, app } = fixture
    server.setPassword('another one')
    const workers = [fixture.worker(), fixture.worker(), fixture.worker()]
    await app.clock.advance(1_000)
    for (let minute = 0; minute < 30; minute += 1) {
      await workers[minute % 3]?.()
      await app.clock.advance(60_000)
    }
    expect(asks()).toBe(2)
    server.setPassword('p@ss/word: "quoted"')
    await fixture.worker()()
  })

  test('as the server refuses to list its mails says so, and has not found none', async () => {
    const { server } = fixture
    const place = await fixture.openAddress()
    server.deliver({ to: place.mail, raw: mailOf(1) })
    server.fail({ kind: 'refuse', at: 'UID SEARCH' })
    await fixture.worker()()
    expect(await problem()).toBe('The server refuses to list the mails of the folder.')
    await fixture.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 1 })
  })

  test('as nobody offers to encrypt is not told the password, but on this machine', async () => {
    const { mailbox, app } = fixture
    await fixture.worker({ mailbox: { ...mailbox, requiresTls: true } })()
    expect(await problem()).toBe('The server does not encrypt the connection (STARTTLS), so it was not told the password.') // oxfmt-ignore
    expect(asks()).toBe(0)
    await app.clock.advance(60_000)
    await fixture.worker()()
    expect([await problem(), asks()]).toEqual([null, 1])
  })

  test('as its folder is gone says so', async () => {
    fixture.server.fail({ kind: 'refuse', at: 'EXAMINE' })
    await fixture.worker()()
    expect(await problem()).toBe('The server does not open the folder “INBOX”.')
  })

  test('as the server falls silent ends with its job', async () => {
    fixture.server.fail({ kind: 'silence', at: 'UID SEARCH' })
    const stopping = new AbortController()
    const reading = fixture.worker()(stopping.signal)
    await expect.poll(() => fixture.server.commands.some((line) => line.startsWith('UID SEARCH'))).toBe(true)
    stopping.abort(new Error('The worker stops.'))
    await expect(reading).rejects.toThrow('The worker stops.')
  })

  test('shows so in the metrics, with what became of its mails, and leaves the readiness alone', async () => {
    const { server, app } = fixture
    await fixture.worker()()
    await server.close()
    await app.clock.advance(600_000)
    await fixture.worker()()
    const { text } = await app.request('GET', '/metrics')
    const lines = text.split('\n').filter((line) => line.startsWith('leadlight_mailbox_'))
    const { taken, refused, passed_over: passedOver } = await counts()
    expect(lines).toEqual([
      'leadlight_mailbox_unread_seconds 600',
      `leadlight_mailbox_mails{outcome="taken"} ${taken}`,
      `leadlight_mailbox_mails{outcome="refused"} ${refused}`,
      `leadlight_mailbox_mails{outcome="passed_over"} ${passedOver}`,
    ])
    expect((await app.request('GET', '/readyz')).status).toBe(200)
    await server.open()
  })
})

test('mails that lay there for longer than posts wait are not read at first', async () => {
  const own = await startMailboxFixture()
  try {
    const place = await own.openAddress()
    const now = own.app.clock.now().getTime()
    own.server.deliver({ to: place.mail, raw: mailOf(1), at: new Date(now - 32 * 86_400_000) })
    own.server.deliver({ to: place.mail, raw: mailOf(2), at: new Date(now - 28 * 86_400_000) })
    await own.worker()()
    expect(await addressOf(place)).toMatchObject({ received: 1 })
  } finally {
    await own.close()
  }
})

test('an installation without a mailbox tells no mail address, reads nothing and shows no figures', async () => {
  const app = await startTestApp()
  try {
    const place = await openReceiving(app)
    const made = await place.org.call(createReceivingAddress, { params: { projectId: place.projectId }, body: { name: 'Another' } }) // oxfmt-ignore
    expect(made.mail).toBeNull()
    expect((await app.request('GET', '/metrics')).text).not.toContain('leadlight_mailbox_mails{')
  } finally {
    await app.close()
  }
})
