import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createMailer } from './create-mailer.ts'
import type { Mail } from './mail.ts'
import { readOutbox } from './read-outbox.ts'

const LINK = `https://leadlight.example/invite?t=${'a.b-c_'.repeat(60)}&x=1`
const MAIL: Mail = {
  key: 'invite:1:1',
  to: 'mia@example.com',
  subject: 'Rosa invites you to Acme',
  paragraphs: ['Rosa invites you to join Acme on Leadlight as a guest, who sees one project.'],
  action: { label: 'See the invite', url: LINK },
}

/** A data folder and a mailer that writes there, a minute after the mail before. */
async function outbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-outbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const mailer = createMailer({
    smtpUrl: undefined,
    from: 'Leadlight <hello@leadlight.example>',
    dataDir,
    clock,
    log: createCapturedLog(),
    assertNoTransaction: () => undefined,
  })
  const write = async (mail: Mail) => {
    await mailer.send(mail)
    await clock.advance(60_000)
  }
  return { dataDir, write }
}

test.each([
  ['plain', 'Rosa invites you to Acme'],
  ['with a few other letters', 'Zoë – “Zürich” invites you to a very long name of an organization, which is folded'],
  ['in another script', 'Лариса приглашает вас в организацию под названием «Жаворонок»'],
])('a mail as it was written is read with its address, subject and link: %s', async (_, subject) => {
  const { dataDir, write } = await outbox()
  await write({ ...MAIL, subject, paragraphs: [subject] })

  const read = { at: '2026-11-02 09:00', to: 'mia@example.com', subject, link: LINK }
  expect(await readOutbox(dataDir, { to: undefined, limit: 5 })).toEqual([read])
})

test('the newest come first, as many as are asked for, or those to one address', async () => {
  const { dataDir, write } = await outbox()
  await write({ ...MAIL, subject: 'First' })
  await write({ ...MAIL, subject: 'Second', to: 'Tom@Example.com' })
  await write({ ...MAIL, subject: 'Third' })
  const subjects = async (to: string | undefined, limit: number) =>
    (await readOutbox(dataDir, { to, limit })).map(({ subject }) => subject)

  expect(await subjects(undefined, 2)).toEqual(['Third', 'Second'])
  expect(await subjects('tom@example.com', 2)).toEqual(['Second'])
  expect(await subjects('nobody@example.com', 2)).toEqual([])
})

test('a mail that only tells something has no link, and a folder without an outbox no mails', async () => {
  const { action: _, ...told } = MAIL
  const { dataDir, write } = await outbox()
  expect(await readOutbox(dataDir, { to: undefined, limit: 5 })).toEqual([])
  await write(told)
  expect(await readOutbox(dataDir, { to: undefined, limit: 5 })).toMatchObject([{ link: undefined }])
})
