import { AppError, invalidPart } from '../../platform/errors.ts'
import { requireCheapJson } from '../../platform/request-body.ts'
import type { Message } from './formats/message.ts'
import { isFields, type Fields } from './formats/values.ts'
import { mailOfFields, readMail } from './read-mail.ts'

/** A thousand posts of fifty fields each. */
const VALUES_MAX = 50_000
const FIELDS_MAX = 100
/** A mail begins with its headers. Nothing may match in two ways: whoever has an address sends what they like. */
const HEADERS = /^(?:[!-9;-~]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n){2}/u

export interface Sent {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
}

/** What was sent, by its type or by how it begins. Throws an AppError for a body that is not what it says. */
export async function readMessage({ bytes, contentType }: Sent): Promise<Message> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data') return ofFields(await readParts({ bytes, contentType }))
  if (type === 'message/rfc822') return { kind: 'mail', mail: await readMail(bytes) }
  const text = decode(bytes)
  if (type === 'application/x-www-form-urlencoded') return ofFields(readFields(text))
  if (type.endsWith('json')) return ofJson(bytes, text)
  if (/^\s*[[{]/u.test(text)) return ofJson(bytes, text)
  if (HEADERS.test(text)) return { kind: 'mail', mail: await readMail(bytes) }
  if (/^\s*</u.test(text)) return { kind: 'markup', markup: text }
  throw notUnderstood()
}

/** Says what is understood, to whoever sent something else. */
export function notUnderstood(): AppError {
  return invalidPart(
    'body',
    'not_understood',
    'This is none of what is understood here: a mail of F5Bot, Google Alerts or Syften, a webhook of Octolens or Syften, a message of Slack, or JSON with “url” and “text” for each post.',
  )
}

function ofJson(bytes: Uint8Array, text: string): Message {
  requireCheapJson(bytes, VALUES_MAX)
  return { kind: 'data', value: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AppError('bad_request', 'body_malformed', 'The body is not well-formed JSON.', { cause })
  }
}

/** A mail in fields, as mail services pass it on; JSON in a field called `payload`; or a post in fields. */
async function ofFields(fields: Fields): Promise<Message> {
  const mail = await mailOfFields(fields)
  if (mail) return { kind: 'mail', mail }
  const { payload } = fields
  if (typeof payload !== 'string') return { kind: 'data', value: fields }
  return ofJson(Buffer.from(payload), payload)
}

function readFields(text: string): Fields {
  const fields = [...new URLSearchParams(text)]
  if (fields.length > FIELDS_MAX) throw tooMany()
  return Object.fromEntries(fields)
}

/** The fields of a form. Files are left out unopened. */
async function readParts({ bytes, contentType }: Sent): Promise<Fields> {
  const headers = { 'content-type': contentType }
  const form = await new Response(bytes, { headers }).formData().catch((cause: unknown) => {
    throw new AppError('bad_request', 'body_malformed', 'The body is not a well-formed form.', { cause })
  })
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  if (fields.length > FIELDS_MAX) throw tooMany()
  return Object.fromEntries(fields)
}

function tooMany(): AppError {
  return new AppError('too_large', 'body_too_large', `The body has more than ${FIELDS_MAX} fields.`)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad_request', 'body_malformed', 'The body is not valid UTF-8.', { cause })
  }
}

/** Whether JSON is a mail that a service has taken apart. */
export async function asMail(message: Message): Promise<Message> {
  if (message.kind !== 'data' || !isFields(message.value)) return message
  const mail = await mailOfFields(message.value)
  return mail ? { kind: 'mail', mail } : message
}
