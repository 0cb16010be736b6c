/** A call that failed: the status (0 without an answer) and the parsed body. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, message?: string) {
    super(message ?? detailOf(body) ?? `Request failed with status ${status}`)
    this.status = status
    this.body = body
  }

  /** The problem's code, for callers that tell cases apart. */
  get code(): string | null {
    return stringIn(this.body, 'code')
  }
}

/**
 * The problem document's sentence for people; null if there is none. A leading path is replaced by the field's plain
 * name.
 */
export function detailOf(body: unknown): string | null {
  return stringIn(body, 'detail')?.replace(PATH_AND_PROBLEM, nameAndProblem) ?? null
}

/** As the API words it: `body.search_text: Must not be empty.` */
const PATH_AND_PROBLEM = /^(?:body|query|path)\.([\w.-]+): (\S)/u

function nameAndProblem(_: string, path: string, begins: string): string {
  const part = path.split('.').findLast((each) => !/^\d+$/u.test(each)) ?? path
  const words = part.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${begins.toLowerCase()}`
}

/** A sentence for people about anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Something went wrong.'
}

/** The code of a thrown problem; null if there is none. */
export function codeOf(error: unknown): string | null {
  return error instanceof RequestError ? error.code : null
}

/** The parts of the request that a thrown problem names, such as `body.url`. */
export function pathsOf(error: unknown): string[] {
  const body = error instanceof RequestError ? error.body : null
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return []
  return body.errors.flatMap((part: unknown) => stringIn(part, 'path') ?? [])
}

/** The message under the field that the problem's code belongs to, or under `form` if it belongs to none. */
export function failureByField<Field extends string>(
  failure: unknown,
  fields: Readonly<Record<string, Field>> = {},
): { [Name in Field | 'form']?: string } {
  if (failure === null) return {}
  // Safe because the object holds one message, under a name of the type.
  return { [fields[codeOf(failure) ?? ''] ?? 'form']: messageOf(failure) } as { [Name in Field | 'form']?: string }
}

export function hasStatus(error: unknown, status: number): error is RequestError {
  return error instanceof RequestError && error.status === status
}

/** Whether the requested object does not exist or is not ours. An invalid id (422) counts too. */
export function isGone(error: unknown): boolean {
  return hasStatus(error, 404) || hasStatus(error, 422)
}

function stringIn(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null || !(name in body)) return null
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' && value !== '' ? value : null
}
