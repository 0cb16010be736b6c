import { messageOf, RequestError } from '../../lib/request-error.ts'

/** The specification's message for a failed password reset, with the status if there is one. */
export function resetFailure(failure: unknown): string {
  if (!(failure instanceof RequestError) || failure.status === 0) return messageOf(failure)
  return `Request failed with status ${failure.status}`
}
