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
  }
  if (format === 'lines') return pino(options, { write: writeLogLine })
  return to === process.stdout ? pino(options) : pino(options, { write: (text) => void to.write(text) })
}

export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
}
