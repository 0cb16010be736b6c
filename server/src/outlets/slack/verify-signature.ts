import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'

const VERSION = 'v0'
/** As Slack advises: anything older may be a replay. */
const TOLERANCE_S = 5 * 60

export interface SignedRequest {
  bodyText: string
  header: (name: string) => string | undefined
}

/**
 * Throws `signature_invalid` unless Slack signed it within the last five minutes (docs.slack.dev, verifying requests
 * from Slack). Compares in constant time.
 */
export function verifySignature({ bodyText, header }: SignedRequest, signingSecret: string, now: Date): void {
  const timestamp = header('x-slack-request-timestamp') ?? ''
  const given = Buffer.from(header('x-slack-signature') ?? '')
  const expected = Buffer.from(signatureOf(signingSecret, timestamp, bodyText))
  const isSame = given.length === expected.length && timingSafeEqual(given, expected)
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_S
  if (isSame && isNow) return
  throw new AppError('bad_request', 'signature_invalid', 'This does not carry a signature that is valid now.')
}

/** The expected value of `x-slack-signature`. */
export function signatureOf(signingSecret: string, timestamp: string, body: string): string {
  const digest = createHmac('sha256', signingSecret).update(`${VERSION}:${timestamp}:${body}`).digest('hex')
  return `${VERSION}=${digest}`
}
