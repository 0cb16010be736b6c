const STATUS = {
  invalid: 422,
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  too_many: 429,
  upstream: 502,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof STATUS

export interface FieldProblem {
  path: string
  message: string
}

interface Extras {
  /** What is wrong with which part of the request, such as `body.url`; every 422 carries it. */
  errors?: FieldProblem[]
  retryAfterMs?: number
  cause?: unknown
}

type InvalidExtras = Extras & { errors: FieldProblem[] }

/** A failure that the caller can act on. Any other error that escapes a verb is a bug and answers 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  readonly code: string
  readonly errors: FieldProblem[] | undefined
  readonly retryAfterMs: number | undefined
  /** Whose account was tried, under a name that only this installation's log gives it. */
  account: string | undefined

  /**
   * `detail` is one readable sentence: what happened, and what to do about it where that is not plain. An `invalid`
   * error names the parts of the request that are wrong.
   */
  constructor(kind: 'invalid', code: string, detail: string, extras: InvalidExtras)
  constructor(kind: Exclude<ErrorKind, 'invalid'>, code: string, detail: string, extras?: Extras)
  constructor(kind: ErrorKind, code: string, detail: string, extras: Extras = {}) {
    super(detail, { cause: extras.cause })
    this.kind = kind
    this.code = code
    this.errors = extras.errors
    this.retryAfterMs = extras.retryAfterMs
  }

  get status(): (typeof STATUS)[ErrorKind] {
    return STATUS[this.kind]
  }
}

/** A request that cannot be used because of one part of it; `path` names that part, such as `body.url`. */
export function invalidPart(path: string, code: string, detail: string, cause?: unknown): AppError {
  return new AppError('invalid', code, detail, { errors: [{ path, message: detail }], cause })
}
