import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

/**
 * What a caller is told when a model failed, as the provider's library threw it. Whoever stopped the work hears their own reason;
 * the failure itself is for the log, since it may hold the provider's words.
 */
export function unavailable(cause: unknown, signal: AbortSignal, log: Log): unknown {
  if (signal.aborted) return signal.reason
  if (cause instanceof AppError) return cause
  const status = statusOf(cause)
  // The library's errors hold the request, and with it the post and the business; the log need not.
  log.warn(
    { status, reason: cause instanceof Error ? cause.message : String(cause) },
    'the configured model did not answer',
  )
  return new AppError('upstream', 'model_unavailable', explain(status), { cause })
}

function explain(status: number | undefined): string {
  if (status === 401 || status === 403) {
    return 'The configured model does not accept the key of this installation. Nothing was charged; tell whoever runs it.'
  }
  if (status === 402) {
    return "The configured model's provider wants to be paid first. Nothing was charged here; tell whoever runs this installation."
  }
  if (status === 404) {
    return 'The configured model is not known to its provider. Nothing was charged; tell whoever runs this installation.'
  }
  if (status === 429) return 'The configured model is busy. Nothing was charged; try again in a minute.'
  return 'The configured model did not answer. Nothing was charged; try again in a moment.'
}

/** The status of the provider's answer, which the library may wrap into a failure of all its tries. */
function statusOf(cause: unknown): number | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('statusCode' in cause && typeof cause.statusCode === 'number') return cause.statusCode
  return 'lastError' in cause ? statusOf(cause.lastError) : undefined
}
