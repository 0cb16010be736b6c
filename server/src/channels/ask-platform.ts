import type { z } from 'zod'
import { OutboundError } from '../platform/outbound-error.ts'
import type { OutboundErrorKind } from '../platform/outbound-error.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { readText } from '../platform/read-text.ts'
import { ChannelError } from './channel.ts'
import type { ChannelErrorKind } from './channel.ts'
import { rateLimited, readRetryAfterMs } from './rate-limit.ts'

const REPLY_BYTES_MAX = 20_000_000
const RETRY_SOON_MS = 60_000
const RETRY_LATER_MS = 15 * 60_000

export interface PlatformCall {
  fetch: OutboundFetch
  /** The platform's name for people. */
  name: string
  now: () => Date
  signal: AbortSignal
  /** 20 MB by default. */
  maxBytes?: number
}

export interface PlatformAnswer {
  response: Response
  text: string
}

/** A request body, sent by POST. */
export interface PlatformBody {
  type: 'application/json' | 'application/x-www-form-urlencoded'
  text: string
}

/**
 * One GET, or a POST where there is a body. Returns the whole reply whatever its status; every network failure is a
 * ChannelError.
 */
export async function askPlatform(
  url: URL,
  { fetch, name, signal, maxBytes = REPLY_BYTES_MAX }: PlatformCall,
  headers: Record<string, string> = {},
  body?: PlatformBody,
): Promise<PlatformAnswer> {
  const post = body && { method: 'POST', body: body.text }
  const sent = body ? { ...headers, 'content-type': body.type } : headers
  try {
    const response = await fetch(url, { ...post, headers: sent, signal, limits: { maxBytes } })
    return { response, text: await readText(response, maxBytes) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OutboundError)) throw error
    throw explainOutbound(error, name)
  }
}

/** The error for a well-formed reply without anything we can use. */
export function changedReply(name: string, cause?: unknown): ChannelError {
  return new ChannelError(
    'changed',
    `${name} changed its answers; Leadlight needs an update to read them.`,
    null,
    cause,
  )
}

export function brokenOff(name: string, cause?: unknown): ChannelError {
  const message = `${name} broke off in the middle of its answer; we ask again.`
  return new ChannelError('unreachable', message, RETRY_SOON_MS, cause)
}

/** Parses the body with the platform's own schema. */
export function parseReply<Reply>({ text }: PlatformAnswer, reply: z.ZodType<Reply>, name: string): Reply {
  if (/^\s*</.test(text)) {
    const message = `${name} answered with a web page instead of data, as it does when it blocks a server or is down.`
    throw new ChannelError('refused', `${message} We ask again later.`, RETRY_LATER_MS)
  }
  const value = parseJson(text, name)
  const parsed = reply.safeParse(value)
  if (parsed.success) return parsed.data
  throw changedReply(name, parsed.error)
}

/** Throws for any status except 2xx and 304; see `statusError`. */
export function requireOk({ response }: PlatformAnswer, { name, now }: PlatformCall): void {
  if (response.ok || response.status === 304) return
  throw statusError(response, name, now())
}

function statusError({ status, headers }: Response, name: string, now: Date): ChannelError {
  const retryAfterMs = readRetryAfterMs(headers, now)
  if (status === 429) return rateLimited(name, retryAfterMs ?? RETRY_SOON_MS)
  if (status >= 500 || status === 408)
    return new ChannelError(
      'unreachable',
      `${name} is in trouble (status ${status}); we ask again later.`,
      retryAfterMs ?? RETRY_SOON_MS,
    )
  return new ChannelError('refused', `${name} refused to answer (status ${status}); check how it is set up.`, null)
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw brokenOff(name, error)
  }
}

type Explanation = [
  kind: ChannelErrorKind,
  sentence: (name: string, said: string) => string,
  retryAfterMs: number | null,
]

const notPublic: Explanation = ['misconfigured', (_name, said) => `${said} Enter the address of a public one.`, null]
const silent: Explanation = [
  'unreachable',
  (name) => `${name} does not answer; we ask again in a minute.`,
  RETRY_SOON_MS,
]

const EXPLANATIONS: Record<OutboundErrorKind, Explanation> = {
  bad_url: notPublic,
  not_http: notPublic,
  credentials_in_url: notPublic,
  port_refused: notPublic,
  private_address: notPublic,
  broken_answer: silent,
  timeout: silent,
  unreachable: silent,
  too_large: ['refused', (name) => `${name} sent too much at once, so it was not read; narrow what is asked.`, null],
  too_many_redirects: ['refused', (name) => `${name} only leads from one address to the next.`, RETRY_LATER_MS],
  tls: ['unreachable', (name) => `${name} has no valid certificate; we ask again later.`, RETRY_LATER_MS],
  unknown_host: [
    'unreachable',
    (name) => `${name} cannot be found on the internet; check its address.`,
    RETRY_LATER_MS,
  ],
}

/** The ChannelError for a network failure. */
export function explainOutbound(error: OutboundError, name: string): ChannelError {
  const [kind, sentence, retryAfterMs] = EXPLANATIONS[error.kind]
  return new ChannelError(kind, sentence(name, error.message), retryAfterMs, error)
}
