import { RECEIVED_BYTES_MAX } from '@leadlight/domain/receiving'
import { ImapFlow, type FetchMessageObject, type SearchObject } from 'imapflow'
import type { MailboxConfig } from '../../../platform/mailbox-config.ts'
import { MailboxError, REFUSED, type MailHead, type OpenMailbox } from './mailbox.ts'

const CONNECT_MS = 20_000
const SILENCE_MS = 60_000
/** A server that says more at once is none of honest mail. */
const RESPONSE_BYTES_MAX = 2 * RECEIVED_BYTES_MAX
/** Servers and tools write for whom a mail is far in front of this; a header may be as long as its sender likes. */
const HEADER_BYTES_MAX = 64_000
/** By whatever name the server that took the mail wrote down for whom it was. */
const RECIPIENTS: ReadonlySet<string> = new Set([
  'delivered-to',
  'x-delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
  'received',
  'to',
  'cc',
])
const BY_UID = { uid: true } as const

/**
 * Opens the folder of a mail server for reading. Throws a MailboxError where that fails. Once the signal is aborted, the
 * connection is closed and every call fails.
 */
export async function openMailbox(config: MailboxConfig, signal: AbortSignal): Promise<OpenMailbox> {
  const client = new ImapFlow({
    host: config.host,
    port: config.port,
    secure: config.isSecure,
    // Who stands between could strip the offer, and would then be told the password.
    ...(config.requiresTls && !config.isSecure && { doSTARTTLS: true }),
    auth: { user: config.user, pass: config.password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: RESPONSE_BYTES_MAX,
    maxLiteralSize: RESPONSE_BYTES_MAX,
    maxResponseSize: 2 * RESPONSE_BYTES_MAX,
  })
  // A connection that breaks tells so here too, and without a listener that would end the process.
  client.on('error', () => undefined)
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  const ask = <Answer>(work: () => Promise<Answer>) => asking(signal, work)
  try {
    await ask(() => client.connect())
    const folder = await openFolder(client, config.folder, ask)
    return { ...folder, ...callsOf(client, ask), close: () => leave(client, signal, close) }
  } catch (error) {
    signal.removeEventListener('abort', close)
    close()
    throw error
  }
}

type Ask = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

async function openFolder(
  client: ImapFlow,
  folder: string,
  ask: Ask,
): Promise<Pick<OpenMailbox, 'uidValidity' | 'nextUid'>> {
  const { uidValidity, uidNext } = await ask(async () => {
    try {
      return await client.mailboxOpen(folder, { readOnly: true })
    } catch (cause) {
      if (!client.usable) throw cause
      throw new MailboxError(`The server does not open the folder “${folder}”.`, { cause })
    }
  })
  return { uidValidity: Number(uidValidity), nextUid: uidNext }
}

function callsOf(
  client: ImapFlow,
  ask: Ask,
): Pick<OpenMailbox, 'listAfter' | 'findFirstSince' | 'readHeads' | 'readMail'> {
  return {
    async listAfter(uid) {
      const found = await ask(() => search(client, { uid: `${uid + 1}:*` }))
      // Where there is none, `*` names the last one all the same.
      return found.filter((one) => one > uid).toSorted((one, other) => one - other)
    },
    async findFirstSince(day) {
      const found = await ask(() => search(client, { since: day }))
      return found.reduce<number | undefined>((first, uid) => Math.min(first ?? uid, uid), undefined)
    },
    async readHeads(uids) {
      const wanted = { uid: true, size: true, bodyParts: [{ key: 'HEADER', maxLength: HEADER_BYTES_MAX }] }
      const found = await ask(() => client.fetchAll(uids.join(','), wanted, BY_UID))
      return found.map(headOf).toSorted((one, other) => one.uid - other.uid)
    },
    async readMail(uid) {
      const source = { maxLength: RECEIVED_BYTES_MAX + 1 }
      const found = await ask(() => client.fetchOne(String(uid), { uid: true, source }, BY_UID))
      return found && found.source ? new Uint8Array(found.source) : undefined
    },
  }
}

/** Throws where the server refuses to search, as that is not to find nothing. */
async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, BY_UID)
  if (!found) throw new MailboxError('The server refuses to list the mails of the folder.')
  return found
}

function headOf({ uid, size = 0, headers }: FetchMessageObject): MailHead {
  const fields = (headers?.toString('latin1') ?? '').split(/\r?\n(?![ \t])/u)
  const naming = fields.filter((field) => RECIPIENTS.has(field.slice(0, field.indexOf(':')).trimEnd().toLowerCase()))
  return { uid, bytes: size, recipients: naming.join('\n') }
}

async function leave(client: ImapFlow, signal: AbortSignal, close: () => void): Promise<void> {
  try {
    await client.logout()
  } catch {
    // Whoever leaves has all that was wanted.
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

async function asking<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (cause) {
    signal.throwIfAborted()
    throw explain(cause)
  }
}

function explain(cause: unknown): MailboxError {
  if (cause instanceof MailboxError) return cause
  const { authenticationFailed, code, tlsFailed } = cause as Record<string, unknown>
  if (authenticationFailed === true) return new MailboxError(REFUSED, { cause })
  if (tlsFailed === true) {
    const why = 'The server does not encrypt the connection (STARTTLS), so it was not told the password.'
    return new MailboxError(why, { cause })
  }
  const reason = typeof code === 'string' ? ` (${code})` : ''
  return new MailboxError(`The server does not answer as it should${reason}.`, { cause })
}
