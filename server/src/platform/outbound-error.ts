export type OutboundErrorKind =
  | 'bad_url'
  | 'not_http'
  | 'credentials_in_url'
  | 'port_refused'
  | 'private_address'
  | 'unknown_host'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'broken_answer'

/** A request that was not sent, or an answer that never arrived whole. The message is a sentence for a person. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const TLS_CODE =
  /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO|INVALID_CA|INVALID_PURPOSE)/
const BROKEN_CODE =
  /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|ABORTED)|Z_|ERR_BUFFER|ERR__ERROR|ERR_PADDING|ERR_HTTP2)/

/** Turns a thrown network error into one that says what it means for `host`. */
export function explainFailure(thrown: unknown, host: string): OutboundError {
  const chain = causes(thrown)
  const own = chain.find((error) => error instanceof OutboundError)
  if (own) return own
  const codes = chain.map((error) => (error as { code?: unknown }).code).filter((code) => typeof code === 'string')
  const has = (test: (code: string) => boolean) => codes.some(test)
  if (has((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA'))
    return new OutboundError('unknown_host', `There is no host named ${host}.`, thrown)
  if (has((code) => TIMEOUT_CODES.has(code)))
    return new OutboundError('timeout', `${host} did not answer in time.`, thrown)
  if (has((code) => code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')) return tooLarge(host, thrown)
  if (has((code) => TLS_CODE.test(code)))
    return new OutboundError('tls', `${host} has no valid certificate, so the connection is not safe.`, thrown)
  if (has((code) => BROKEN_CODE.test(code)))
    return new OutboundError('broken_answer', `${host} sent an answer that cannot be read.`, thrown)
  return new OutboundError('unreachable', `${host} cannot be reached.`, thrown)
}

export function tooLarge(host: string, cause?: unknown): OutboundError {
  return new OutboundError('too_large', `${host} sent more than is accepted.`, cause)
}

function causes(thrown: unknown): Error[] {
  const found: Error[] = []
  const open: unknown[] = [thrown]
  while (open.length > 0 && found.length < 20) {
    const next = open.shift()
    if (!(next instanceof Error)) continue
    found.push(next)
    open.push(next.cause)
    if (next instanceof AggregateError) open.push(...(next.errors as unknown[]))
  }
  return found
}
