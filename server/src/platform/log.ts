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

/** `json` is one object a line, for programs; `lines` is for whoever looks on at a terminal. */
export type LogFormat = 'json' | 'lines'

export function createLog(level: string, { format = 'json' }: { format?: LogFormat } = {}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'token', '*.password'],
  }
  return format === 'json' ? pino(options) : pino(options, { write: writeLogLine })
}

export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
}
