import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  to: string
  /** The header fields, unfolded, by their names in lower case. */
  headers: ReadonlyMap<string, string>
  /** The mail's body with quoted-printable undone: its text, then its HTML. */
  body: string
}

export interface SmtpDouble {
  /** As SMTP_URL wants it. */
  url: string
  /** What it took, oldest first. */
  mails: TakenMail[]
  /** Addresses that it refuses. */
  refused: Set<string>
  close(): Promise<void>
}

interface SmtpOptions {
  /** Told when a mail is whole on this side and not yet acknowledged, and when it is. */
  onStage?: (stage: 'whole' | 'taken') => void | Promise<void>
}

/** A mail server on loopback that takes every mail but those to refused addresses. */
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
        done()
        await onStage?.('taken')
      }
      take().catch(done)
    },
  })
  // Who dies in the middle of a sentence is what some tests are about.
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

/** RFC 2045 §6.7; what is not so written stays as it is. */
function undoQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
