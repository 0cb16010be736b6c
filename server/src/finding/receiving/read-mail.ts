import PostalMime, { type Email } from 'postal-mime'
import { AppError } from '../../platform/errors.ts'
import type { Mail } from './formats/message.ts'
import { wordOf, type Fields } from './formats/values.ts'

/** No honest mail is nested as deeply, nor has as many headers. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 100_000 }
/** The mails that are understood have a few thousand. */
const CHARACTERS_MAX = 500_000

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

function bounded(mail: Mail): Mail {
  if (mail.html.length + mail.text.length <= CHARACTERS_MAX) return mail
  const detail = `The mail has more than ${CHARACTERS_MAX.toLocaleString('en')} characters of text.`
  throw new AppError('too_large', 'body_too_large', detail)
}
