import { messageOf, RequestError } from '../../lib/request-error.ts'

/** The specification's message for a password reset that failed, with the status where there was an answer. */
export function resetFailure(failure: unknown): string {
  if (!(failure instanceof RequestError) || failure.status === 0) return messageOf(failure)
  return `Request failed with status ${failure.status}`
}
