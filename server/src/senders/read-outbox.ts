import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outboxOf } from './create-mailer.ts'

/** A mail of the outbox, as far as somebody needs it who passes it on. */
export interface OutboxMail {
  /** When it was written, in UTC, such as `2026-11-02 09:00`. */
  at: string
  to: string
  subject: string
  /** What the mail asks to follow; undefined where it only tells something. */
  link: string | undefined
}

const STAMP = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)/u
const ENCODED_WORD = /=\?utf-8\?([qb])\?([^?]*)\?=(?:\s+(?==\?))?/giu

/** The first mails of the data folder's outbox, the newest first, to one address if it is named; none without one. */
export async function readOutbox(
  dataDir: string,
  { to, limit }: { to: string | undefined; limit: number },
): Promise<OutboxMail[]> {
  const folder = outboxOf(dataDir)
  const names = (await listFiles(folder)).filter((name) => name.endsWith('.eml') && STAMP.test(name))
  const found: OutboxMail[] = []
  // Their names begin with the time.
  for (const name of names.toSorted().toReversed()) {
    if (found.length >= limit) break
    const mail = readMail(name, await readFile(join(folder, name), 'utf8'))
    if (to === undefined || mail.to.toLowerCase() === to) found.push(mail)
  }
  return found
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readMail(name: string, raw: string): OutboxMail {
  const [, day = '', hour = '', minute = ''] = STAMP.exec(name) ?? []
  const whole = splitHead(raw.replaceAll('\r\n', '\n'))
  return {
    at: `${day} ${hour}:${minute}`,
    to: headerOf(whole.head, 'To'),
    subject: headerOf(whole.head, 'Subject').replaceAll(ENCODED_WORD, (_, way: string, text: string) =>
      way.toLowerCase() === 'b' ? fromBase64(text) : fromQuoted(text.replaceAll('_', ' ')),
    ),
    link: textOf(whole)
      .split('\n')
      .find((line) => /^https?:\/\/\S+$/u.test(line)),
  }
}

interface Part {
  head: string
  body: string
}

function splitHead(part: string): Part {
  const end = part.indexOf('\n\n')
  return end < 0 ? { head: part, body: '' } : { head: part.slice(0, end), body: part.slice(end + 2) }
}

/** Long headers go on in lines that begin with a blank (RFC 5322 §2.2.3). */
function headerOf(head: string, name: string): string {
  const line = new RegExp(`^${name}: *(.*(?:\\n[ \\t].*)*)`, 'imu').exec(head)?.[1] ?? ''
  return line.replaceAll(/\n[ \t]+/gu, ' ').trim()
}

/** The mail as plain text: the first part of those that say the same. */
function textOf({ head, body }: Part): string {
  const boundary = /boundary="?([^";\s]+)/iu.exec(head)?.[1]
  const part = boundary === undefined ? { head, body } : splitHead(body.split(`--${boundary}`)[1] ?? '')
  const encoding = headerOf(part.head, 'Content-Transfer-Encoding').toLowerCase()
  if (encoding === 'base64') return fromBase64(part.body)
  return encoding === 'quoted-printable' ? fromQuoted(part.body) : part.body
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8')
}

/** Quoted-printable (RFC 2045 §6.7), whose characters are bytes. */
function fromQuoted(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
