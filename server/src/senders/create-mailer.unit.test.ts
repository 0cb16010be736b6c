import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createCapturedLog, type CapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createMailer } from './create-mailer.ts'
import { composeHtml, composeText } from './mail-text.ts'
import type { Mail, Mailer } from './mail.ts'

const MAIL: Mail = {
  key: 'reset:1',
  to: 'rosa@netscope.example',
  subject: 'Choose a new password – Zürich',
  paragraphs: ['Somebody asked for a new password.', 'Was it <b>you</b>?'],
  action: { label: 'Choose a new password', url: 'https://leadlight.example/reset-password?token=a.b.c&x=1' },
  footnotes: ['The link works once, for an hour.'],
}
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

function mailer(options: { smtpUrl?: string; dataDir?: string; log?: CapturedLog }): Mailer {
  const made = createMailer({
    smtpUrl: options.smtpUrl,
    from: 'Leadlight <hello@leadlight.example>',
    dataDir: options.dataDir ?? '/nowhere',
    clock: createManualClock('2026-11-02T09:00:00Z'),
    log: options.log ?? createCapturedLog(),
    assertNoTransaction: () => undefined,
  })
  cleanups.push(() => made.close())
  return made
}

interface Received {
  from: string
  to: string[]
  raw: string
}

/** A real SMTP server on loopback that accepts everything except mail to `refused`. */
async function startSmtp(refused = 'nobody@example.com') {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(address === refused ? new Error(`No such mailbox: ${address.toUpperCase()}`) : undefined),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port.')
  return { received, url: `smtp://127.0.0.1:${address.port}` }
}

test('a mail reaches a real SMTP server, as text and as HTML', async () => {
  const { received, url } = await startSmtp()
  await mailer({ smtpUrl: url }).send(MAIL)

  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail).toMatchObject({ from: 'hello@leadlight.example', to: ['rosa@netscope.example'] })
  expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?Q\?Choose_a_new_password_=E2=80=93_Z=C3=BCr/m)
  expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(mail?.raw).toMatch(/^Content-Type: text\/plain/m)
  expect(mail?.raw).toMatch(/^Content-Type: text\/html/m)
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated/m)
})

test('the same mail sent again has the same Message-ID, and another mail another one', async () => {
  const { received, url } = await startSmtp()
  const smtp = mailer({ smtpUrl: url })
  for (const key of ['reset:1', 'reset:1', 'reset:2']) await smtp.send({ ...MAIL, key })
  const ids = received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1])

  expect(ids[0]).toBeDefined()
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('a mail with an unsubscribe link offers it to mail programs with one click, and to readers', async () => {
  const { received, url } = await startSmtp()
  const unsubscribe = { label: 'Unsubscribe', url: `https://leadlight.example/unsubscribe?t=${'a.b-c_'.repeat(60)}` }
  await mailer({ smtpUrl: url }).send({ ...MAIL, unsubscribe })
  const [head = ''] = received[0]?.raw.split('\r\n\r\n') ?? []
  const headers = head.replaceAll(/\r\n(?=[ \t])/g, '')

  expect(headers).toContain(`List-Unsubscribe: <${unsubscribe.url}>`)
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(composeText({ ...MAIL, unsubscribe })).toMatch(/Unsubscribe:\nhttps:\S+\n$/)
  expect(composeHtml({ ...MAIL, unsubscribe })).toContain(`href="${unsubscribe.url}"`)
})

test('a refused mail rejects, so that the job tries again, and the error names nobody', async () => {
  const { url } = await startSmtp()
  const sending = mailer({ smtpUrl: url }).send({ ...MAIL, to: 'nobody@example.com' })

  await expect(sending).rejects.toThrow('No such mailbox: (the address)')
  await expect(sending).rejects.toMatchObject({ failure: 'address_refused' })
  await expect(sending).rejects.not.toMatchObject({ stack: expect.stringContaining('nobody@') as string })
})

test('the error for an unreachable server does not contain the address', async () => {
  const sending = mailer({ smtpUrl: 'smtp://127.0.0.1:1' }).send(MAIL)

  await expect(sending).rejects.toMatchObject({ failure: 'not_taken' })
})

test('a line break in an address or a subject adds no recipient or header', async () => {
  const { received, url } = await startSmtp()
  const sneaky = { ...MAIL, subject: 'Hello\r\nBcc: eve@example.com', paragraphs: ['Hi'] }
  await mailer({ smtpUrl: url }).send(sneaky)

  expect(received[0]?.to).toEqual(['rosa@netscope.example'])
  const [headers] = received[0]?.raw.split('\r\n\r\n') ?? []
  expect(headers).toMatch(/^Subject: Hello Bcc: eve@example\.com$/m)
  expect(headers).not.toMatch(/^Bcc:/im)
})

test('without a server each mail is a whole file in the outbox, readable by its owner only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-outbox-'))
  cleanups.push(() => rm(dataDir, { recursive: true }))
  const log = createCapturedLog()
  await mailer({ dataDir, log }).send(MAIL)
  const files = await readdir(join(dataDir, 'outbox'))
  const text = await readFile(join(dataDir, 'outbox', files[0] ?? ''), 'utf8')

  expect(files).toEqual([expect.stringMatching(/^2026-11-02T09-00-00-000Z-[0-9a-f]{12}\.eml$/)])
  expect(text).toMatch(/^To: rosa@netscope\.example\r$/m)
  expect(text).toContain('multipart/alternative')
  const [line, ...more] = log.lines
  expect(line).toMatchObject({
    message: 'a mail was written',
    fields: { kind: 'reset', path: join(dataDir, 'outbox', files[0] ?? '') },
  })
  expect(more).toEqual([])
  expect(JSON.stringify(line)).not.toMatch(/token|Choose a new password/)
})

test('the text has the bare address on a line of its own, and the HTML no markup of others', () => {
  expect(composeText(MAIL).split('\n')).toContain(MAIL.action?.url)
  expect(composeHtml(MAIL)).toContain('Was it &#60;b&#62;you&#60;/b&#62;?')
  expect(composeHtml(MAIL)).toContain('prefers-color-scheme:dark')
  expect(composeHtml(MAIL)).not.toMatch(/<img|https?:\/\/(?!leadlight\.example)/)
})
