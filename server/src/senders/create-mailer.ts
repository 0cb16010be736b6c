import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { composeHtml, composeText } from './mail-text.ts'
import { MailError, type Mail, type Mailer } from './mail.ts'

const WAIT_MS = 20_000

interface MailerOptions {
  smtpUrl: string | undefined
  from: string
  dataDir: string
  clock: Clock
  log: Log
  /** Throws inside an open transaction. */
  assertNoTransaction: () => void
}

/**
 * Sends over SMTP where the operator named a server; else writes each mail as an `.eml` file to `outbox` in the data
 * folder.
 */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined ? createOutboxMailer(options) : createSmtpMailer(options.smtpUrl, options)
}

/** The folder of mails that no server takes. */
export function outboxOf(dataDir: string): string {
  return join(dataDir, 'outbox')
}

function createSmtpMailer(smtpUrl: string, options: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async send(mail) {
      options.assertNoTransaction()
      await transport.sendMail(toMessage(mail, options)).catch((error: unknown) => throwRefused(error, mail.to))
    },
    close() {
      transport.close()
      return Promise.resolve()
    },
  }
}

function createOutboxMailer(options: MailerOptions): Mailer {
  const folder = outboxOf(options.dataDir)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    kind: 'outbox',
    async send(mail) {
      options.assertNoTransaction()
      const { message } = await transport.sendMail(toMessage(mail, options))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const stamp = options.clock.now().toISOString().replaceAll(/[:.]/g, '-')
      const path = join(folder, `${stamp}-${fingerprint(mail).slice(0, 12)}.eml`)
      // Renamed at the end, so that a watched folder shows only whole mails.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      // Without link, address and subject: whoever may read logs may not therefore sign in as somebody else, nor learn who
      // is here, nor read what strangers wrote, who may have it erased.
      options.log.info({ kind: mail.key.split(':', 1)[0], path }, 'a mail was written')
    },
    close: () => Promise.resolve(),
  }
}

/** A server's refusal often names the mailbox. A failed job stores its error, which must name nobody. */
function throwRefused(error: unknown, address: string): never {
  const said = error instanceof Error ? error.message : String(error)
  const pattern = new RegExp(address.replaceAll(/[^\w@]/g, String.raw`\$&`), 'gi')
  throw new MailError(
    isAddressRefused(error) ? 'address_refused' : 'not_taken',
    said.replaceAll(pattern, '(the address)'),
  )
}

/** The server never accepts mail for this address (RFC 5321 §4.2.1); a code that begins with 4 may pass. */
function isAddressRefused(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}

function toMessage(mail: Mail, { from, clock }: MailerOptions): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: composeText(mail),
    html: composeHtml(mail),
    date: clock.now(),
    messageId: `<${fingerprint(mail)}@${from.split('@').at(-1)?.replace('>', '') ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  }
}

function unsubscribeHeaders({ unsubscribe }: Mail): Record<string, string> {
  if (!unsubscribe) return {}
  return { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function fingerprint(mail: Mail): string {
  return createHash('sha256').update(`${mail.key}\n${mail.to}`).digest('hex').slice(0, 32)
}
