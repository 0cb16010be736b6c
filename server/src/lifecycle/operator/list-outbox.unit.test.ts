import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createMailer } from '../../senders/create-mailer.ts'
import { readCommand } from './commands.ts'

const LINK = 'https://leadlight.example/invite?t=a.b.c'

/** A data folder whose outbox has an invite to each address, the last the newest. */
async function outboxTo(...addresses: string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-outbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const options = { smtpUrl: undefined, from: 'Leadlight <hello@leadlight.example>', dataDir, clock }
  const mailer = createMailer({ ...options, log: createCapturedLog(), assertNoTransaction: () => undefined })
  for (const to of addresses) {
    const action = { label: 'See the invite', url: LINK }
    await mailer.send({ key: `invite:${to}`, to, subject: 'Rosa invites you to Acme', paragraphs: ['Join.'], action })
    await clock.advance(60_000)
  }
  return dataDir
}

function operate(dataDir: string, ...args: string[]): Promise<string[]> {
  const run = readCommand(['outbox', ...args])
  if (run === 'help' || !('withoutDatabase' in run)) throw new Error('The command needs no database.')
  return run.withoutDatabase({ dataDir })
}

test('the outbox is listed with each mail’s link under it, the newest first, without opening the database', async () => {
  const dataDir = await outboxTo('mia@example.com', 'tom@example.com')

  expect(await operate(dataDir)).toEqual([
    '2026-11-02 09:01  tom@example.com  Rosa invites you to Acme',
    `    ${LINK}`,
    '2026-11-02 09:00  mia@example.com  Rosa invites you to Acme',
    `    ${LINK}`,
  ])
  expect((await operate(dataDir, 'MIA@example.com'))[0]).toContain('mia@example.com')
})

test('it says when there are more, and when there are none', async () => {
  const dataDir = await outboxTo('mia@example.com', 'tom@example.com')
  const more = 'There are more than 1; raise --limit or name an address.'

  expect((await operate(dataDir, '--limit', '1')).at(-1)).toBe(more)
  const none = [`No mail to lea@example.com lies in ${join(dataDir, 'outbox')}.`]
  expect(await operate(dataDir, 'lea@example.com')).toEqual(none)
})

test.each([
  { args: ['rosa'], says: 'rosa is no email address.' },
  { args: ['mia@example.com', 'tom@example.com'], says: 'Name one address' },
  { args: ['--limit', '0'], says: '--limit takes a whole number from 1 to 1000.' },
])('$args fails with a hint', ({ args, says }) => {
  expect(() => readCommand(['outbox', ...args])).toThrow(says)
})
