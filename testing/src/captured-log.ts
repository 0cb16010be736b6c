import type { Log } from '@leadlight/server/platform/log'
import { record } from './record.ts'

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  fields: Record<string, unknown>
  message: string
}

export interface CapturedLog extends Log {
  lines: LogLine[]
}

/** Keeps the log's entries, so that a test can check what was logged and what was not. */
export function createCapturedLog(): CapturedLog {
  const lines: LogLine[] = []
  const logWith = (bound: object): Log => {
    const at = (level: LogLine['level']) => (fields: object, message: string) => {
      record(lines, { level, fields: { ...bound, ...fields }, message })
    }
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      child: (fields) => logWith({ ...bound, ...fields }),
    }
  }
  return { ...logWith({}), lines }
}
