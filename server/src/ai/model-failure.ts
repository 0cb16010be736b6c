import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

/**
 * What a caller gets when a model failed. Whoever aborted the work gets their own reason; the failure itself goes to
 * the log, since it may hold the provider's words.
 */
export function unavailable(cause: unknown, signal: AbortSignal, log: Log): unknown {
  if (signal.aborted) return signal.reason
  if (cause instanceof AppError) return cause
  const status = statusOf(cause)
  // The library's errors hold the request, with post and business, which the log must not have.
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

/**
 * Why one try failed. `busy`: the provider asks to wait. `away`: it was not reached or did not accept us. `late`: it
 * took too long. `refused`: its own filter stopped it. `unusable`: its answer is no answer.
 */
export type FailedAs = 'busy' | 'away' | 'late' | 'refused' | 'unusable'

/** One failed try at a model. The message is for the log: it may hold the provider's words, never the request. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly as: FailedAs
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | null

  constructor(as: FailedAs, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.as = as
    this.retryAfterMs = retryAfterMs
  }
}

/** The library's error as a `ModelFailure`; whoever aborted the work gets their own reason. */
export function failureOf(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (cause instanceof ModelFailure) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  if (isFiltered(cause)) return new ModelFailure('refused', message)
  if (isUnusable(cause)) return new ModelFailure('unusable', message)
  const status = statusOf(cause)
  return new ModelFailure(status === 429 ? 'busy' : 'away', message, readRetryAfter(cause))
}

function isFiltered(cause: unknown): boolean {
  return cause instanceof Error && 'finishReason' in cause && cause.finishReason === 'content-filter'
}

const ANSWERED_AMISS =
  /^AI_(?:NoObjectGenerated|NoOutputGenerated|JSONParse|TypeValidation|InvalidResponseData)Error$|^ZodError$/

/** It answered, but not as asked: no JSON, another shape, or nothing. The library may wrap that into a failed call. */
function isUnusable(cause: unknown): boolean {
  return cause instanceof Error && (ANSWERED_AMISS.test(cause.name) || isUnusable(cause.cause))
}

function readRetryAfter(cause: unknown): number | null {
  if (typeof cause !== 'object' || cause === null || !('responseHeaders' in cause)) return null
  const headers = (cause.responseHeaders ?? {}) as Record<string, string | undefined>
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (ms >= 0) return ms
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return seconds >= 0 ? seconds * 1000 : null
}
