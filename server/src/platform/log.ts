import { pino } from 'pino'
import { writeLogLine } from './log-lines.ts'

/** Structured log. Secrets and message bodies never go in; ids and counts do. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

/** `json` is one object a line, for programs; `lines` is for a person at a terminal. */
export type LogFormat = 'json' | 'lines'

interface LogOptions {
  format?: LogFormat
  /** Where JSON is written; standard output by default. */
  to?: { write: (text: string) => unknown }
}

export function createLog(level: string, { format = 'json', to = process.stdout }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'token', '*.password'],
    serializers: { err: (error: unknown) => describeError(error) },
  }
  outliveReaders()
  if (format === 'lines') return pino(options, { write: writeLogLine })
  // Not pino's own stream: it writes later, and at the exit tries for ever to write what nobody reads any more.
  return pino(options, { write: (text) => void to.write(text) })
}

/** Whoever reads what a program says may end before it, and that is no reason to end. What is said from then on is lost. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignoreReaderGone)) stream.on('error', ignoreReaderGone)
  }
}

function ignoreReaderGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** What the database says of a row, and where. */
const OF_ROWS: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'parameters'])
/** Told apart from an error's other fields. */
const OF_ERRORS: ReadonlySet<string> = new Set(['message', 'stack', 'cause', 'errors'])

/** An error with its stack and its causes. Those of the database come without the values that they are about. */
function describeError(error: unknown, seen: readonly unknown[] = []): unknown {
  if (!(error instanceof Error) || seen.includes(error)) return error instanceof Error ? error.name : error
  const within = [...seen, error]
  const isOfDatabase = 'severity' in error
  const told = (text = '') => (isOfDatabase ? text.replaceAll(/: "[^\n]*"(?=\n|$)/gu, ': "…"') : text)
  const fields = Object.entries(error).filter(([name]) => !OF_ERRORS.has(name) && !(isOfDatabase && OF_ROWS.has(name)))
  const cause = describeError(error.cause, within)
  const errors = error instanceof AggregateError ? error.errors.map((one) => describeError(one, within)) : undefined
  return {
    type: error.constructor.name,
    message: told(error.message),
    stack: told(error.stack) + stackOf(cause),
    ...Object.fromEntries(fields),
    ...(errors && { errors }),
  }
}

function stackOf(cause: unknown): string {
  if (cause === undefined) return ''
  const stack = typeof cause === 'object' && cause !== null && 'stack' in cause ? cause.stack : cause
  return `\ncaused by: ${String(stack)}`
}

export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
}
