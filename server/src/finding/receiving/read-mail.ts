import PostalMime, { type Email } from 'postal-mime'
import { AppError } from '../../platform/errors.ts'
import type { Mail } from './formats/message.ts'
import { wordOf, type Fields } from './formats/values.ts'

/** No honest mail is nested as deeply, nor has as many headers. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 100_000 }
/** The mails that are understood have a few thousand. */
const CHARACTERS_MAX = 500_000
/** As many as two megabytes in base64 have, and more parts than any honest mail. */
const LINES_MAX = 40_000
const PARTS_MAX = 200

const LINE_FEED = 0x0a
const DASH = 0x2d

/**
 * A mail as it was sent. What is attached is never opened, but for a mail that is passed on as an attachment. Throws an
 * AppError for one that is nested too deeply or too long.
 */
export async function readMail(raw: Uint8Array | string): Promise<Mail> {
  const email = await parse(raw)
  return bounded({
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    date: email.date,
    html: email.html ?? '',
    text: email.text ?? '',
  })
}

/** A mail that a service such as Mailgun, SendGrid or Postmark passes on in fields; undefined where it is none. */
export async function mailOfFields(fields: Fields): Promise<Mail | undefined> {
  const raw = wordOf(fields, 'body-mime', 'email', 'RawEmail')
  if (raw !== undefined && /^[!-9;-~]+:/u.test(raw)) return readMail(raw)
  const from = wordOf(fields, 'from', 'From', 'sender')
  const html = wordOf(fields, 'html', 'body-html', 'HtmlBody') ?? ''
  const text = wordOf(fields, 'text', 'body-plain', 'TextBody') ?? ''
  if (from === undefined || html + text === '' || wordOf(fields, 'subject', 'Subject') === undefined) return undefined
  const subject = wordOf(fields, 'subject', 'Subject') ?? ''
  return bounded({ from, subject, date: wordOf(fields, 'Date', 'date'), html, text })
}

async function parse(raw: Uint8Array | string): Promise<Email> {
  requireCheapMail(typeof raw === 'string' ? Buffer.from(raw) : raw)
  try {
    return await PostalMime.parse(raw, LIMITS)
  } catch (cause) {
    throw new AppError(
      'bad_request',
      'body_malformed',
      'The mail cannot be read: it is malformed or nested too deeply.',
      {
        cause,
      },
    )
  }
}

/** The parser takes its time for each line, and far more for each part. */
function requireCheapMail(raw: Uint8Array): void {
  let lines = 0
  let parts = 0
  for (let at = raw.indexOf(LINE_FEED); at >= 0; at = raw.indexOf(LINE_FEED, at + 1)) {
    lines += 1
    if (raw[at + 1] === DASH && raw[at + 2] === DASH) parts += 1
    if (lines > LINES_MAX || parts > PARTS_MAX) {
      throw new AppError('too_large', 'body_too_large', 'The mail has more lines or parts than are read.')
    }
  }
}

function bounded(mail: Mail): Mail {
  if (mail.html.length + mail.text.length <= CHARACTERS_MAX) return mail
  const detail = `The mail has more than ${CHARACTERS_MAX.toLocaleString('en')} characters of text.`
  throw new AppError('too_large', 'body_too_large', detail)
}
