import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { OutboundError } from '../../platform/outbound-error.ts'

/** A token of another sign-in or for somebody else: its nonce, audience or issuer is not ours. */
const NOT_OURS = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
const CAUSES_MAX = 5

/**
 * A failure at Google as something the user can act on. Only the names of errors are logged: the library's errors
 * contain codes and tokens.
 */
export function explainGoogleFailure(error: unknown, log: Log): unknown {
  const outbound = causesOf(error).find((cause) => cause instanceof OutboundError)
  if (outbound) {
    log.warn({ kind: outbound.kind }, 'Google could not be asked')
    return googleFailed(`Google cannot be asked right now: ${outbound.message} Try again in a moment.`)
  }
  if (error instanceof AuthorizationResponseError) return refusedByGoogle()
  if (error instanceof ResponseBodyError) {
    log.warn({ status: error.status, error: error.error }, 'Google did not take a sign-in')
    if (error.error === 'invalid_grant' || error.error === 'invalid_request') return refusedByGoogle()
    return googleFailed('Google does not accept how it is set up here. Tell whoever runs this installation.')
  }
  if (!(error instanceof ClientError)) return error
  log.warn({ code: error.code, reason: error.message }, 'an answer of Google could not be used')
  if (error.code === NOT_OURS) return notBegunHere()
  return googleFailed('Google sent an answer that cannot be used. Try again in a moment.')
}

/** Cancelled at Google, or too late: a code works once and for minutes. */
export function refusedByGoogle(): AppError {
  const detail = 'Google did not sign you in: it was called off, or took too long. Nothing has changed. Start again.'
  return new AppError('bad_request', 'OAUTH_REFUSED', detail)
}

export function notBegunHere(): AppError {
  const detail =
    'This sign-in was begun in another browser, or another was begun since. Start again in this one, and finish it here.'
  return new AppError('bad_request', 'OAUTH_INVALID_STATE', detail)
}

function googleFailed(detail: string): AppError {
  return new AppError('upstream', 'google_failed', detail)
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let next = error; next instanceof Error && found.length < CAUSES_MAX; next = next.cause) found.push(next)
  return found
}
