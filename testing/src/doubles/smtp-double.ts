import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

/** By then the acknowledgement is on its way. */
const ACKNOWLEDGED_MS = 2

export interface TakenMail {
  to: string
  /** The header fields, unfolded, by their names in lower case. */
  headers: ReadonlyMap<string, string>
  /** The mail's decoded body: its text, then its HTML. */
  body: string
}

export interface SmtpDouble {
  /** As SMTP_URL wants it. */
  url: string
  /** The accepted mails, oldest first. */
  mails: TakenMail[]
  /** Addresses that it refuses. */
  refused: Set<string>
  close(): Promise<void>
}

interface SmtpOptions {
  /** Called when a mail has arrived whole but is not yet acknowledged, and when it is. */
  onStage?: (stage: 'whole' | 'taken') => void | Promise<void>
}

/** A mail server on loopback that accepts every mail except to refused addresses. */
export async function startSmtpDouble({ onStage }: SmtpOptions = {}): Promise<SmtpDouble> {
  const mails: TakenMail[] = []
  const refused = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined),
    onData(stream, { envelope }, done) {
      const take = async () => {
        const raw = (await buffer(stream)).toString('utf8')
        mails.push(...envelope.rcptTo.map(({ address }) => readMail(address, raw)))
        await onStage?.('whole')
        setTimeout(() => void onStage?.('taken'), ACKNOWLEDGED_MS)
      }
      callbackify(take)(done)
    },
  })
  // Some tests are about clients that die in the middle of a sentence.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function readMail(to: string, raw: string): TakenMail {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = head.split('\r\n').map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return { to, headers: new Map(headers), body: undoQuotedPrintable(raw.slice(end + 4)) }
}

/** RFC 2045 §6.7; other text stays as it is. */
function undoQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
