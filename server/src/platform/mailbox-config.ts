import { RECEIVING_WORD_LENGTH } from '@leadlight/domain/receiving'
import { ConfigError } from './config-error.ts'

/** The longest local part of a mail address (RFC 5321 §4.5.3.1.1). */
const LOCAL_PART_MAX = 64
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i
/** The word is found where an address ends, and told from letters before it. */
const WORD_LAST = /^(?:[\w.+-]*[+\-._])?\*$/

/** A mailbox of the operator's, in which mails for receiving addresses arrive. */
export interface MailboxConfig {
  host: string
  port: number
  /** Whether TLS is spoken from the start; else it begins once the server has offered it. */
  isSecure: boolean
  /** Whether the password is told only behind TLS: everywhere but on this machine. */
  requiresTls: boolean
  user: string
  password: string
  folder: string
  /** Its mail address, with `*` where a receiving address’s own word stands. */
  address: string
}

/**
 * Reads `imaps://user:password@host:993/folder`, and the mail address at which the mailbox receives. Without one of its
 * own it is the user’s, where that is an address. `*` stands for a receiving address’s own word; without it the word
 * follows a plus sign. Undefined where no mailbox is named.
 */
export function readMailboxConfig({
  IMAP_URL,
  IMAP_ADDRESS,
}: {
  IMAP_URL?: string | undefined
  IMAP_ADDRESS?: string | undefined
}): MailboxConfig | undefined {
  if (IMAP_URL === undefined) {
    if (IMAP_ADDRESS === undefined) return undefined
    throw new ConfigError('The variable IMAP_URL is missing, while IMAP_ADDRESS is set.')
  }
  const url = new URL(IMAP_URL)
  const isSecure = url.protocol === 'imaps:'
  const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(decoded)
  if (!user || !password || folder === undefined) {
    throw unusable('IMAP_URL', 'Must name a user and a password, as imaps://user:password@host/INBOX')
  }
  if (IMAP_ADDRESS === undefined && !user.includes('@')) {
    throw new ConfigError('The variable IMAP_ADDRESS is missing, while IMAP_URL is set and its user is no address.')
  }
  const address = patternOf(IMAP_ADDRESS ?? user)
  if (address === undefined) {
    const why = `Must be an address such as leads@example.org, *@in.example.org or leads-*@example.org, where * stands right before the @ and begins the address or follows one of + - . _, with room for ${RECEIVING_WORD_LENGTH} letters before the @`
    throw unusable(IMAP_ADDRESS === undefined ? 'IMAP_URL' : 'IMAP_ADDRESS', why)
  }
  const port = Number(url.port || (isSecure ? 993 : 143))
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const requiresTls = !LOOPBACK.test(host)
  return { host, port, isSecure, requiresTls, user, password, folder: folder || 'INBOX', address }
}

function patternOf(address: string): string | undefined {
  const [, local = '', domain] = /^([\w.+*-]+)@([\w-]+(?:\.[\w-]+)*)$/.exec(address) ?? []
  const pattern = local.includes('*') ? local : `${local}+*`
  if (domain === undefined || !WORD_LAST.test(pattern)) return undefined
  return pattern.length - 1 + RECEIVING_WORD_LENGTH <= LOCAL_PART_MAX ? `${pattern}@${domain}` : undefined
}

function unusable(variable: string, why: string): ConfigError {
  return new ConfigError(`The variable ${variable} is not usable: ${why}.`)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
