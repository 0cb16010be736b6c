import { terminalLine, terminalText } from './terminal-text.ts'

const LISTED_MAX = 5
const LEVELS: Record<number, string> = { 10: 'trace ', 20: 'debug ', 40: 'warning ', 50: 'error ', 60: 'fatal ' }

/** Prints a log entry for a person. */
export function writeLogLine(entry: string): void {
  process.stdout.write(formatLogLine(entry))
}

/** Formats a JSON log entry as a line: the time of day, the message and its fields; an error's stack goes below, indented. */
export function formatLogLine(entry: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(entry) as Entry
  const clock = new Date(time).toTimeString().slice(0, 8)
  const about = Object.entries(fields).map(([name, value]) => ` ${name}=${shown(value)}`)
  const stack = err ? `\n${terminalText(err.stack ?? err.message ?? '')}`.replaceAll('\n', '\n  ') : ''
  return `${clock} ${LEVELS[level] ?? ''}${terminalLine(msg)}${about.join('')}${stack}\n`
}

interface Entry extends Record<string, unknown> {
  level: number
  time: string
  msg: string
  err?: { stack?: string; message?: string }
}

/** A long list is shown as its length: its items are in the JSON log. */
function shown(value: unknown): string {
  if (Array.isArray(value) && value.length > LISTED_MAX) return String(value.length)
  return typeof value === 'string' && /^[^\s"\p{Cc}\p{Cf}]+$/u.test(value) ? value : terminalLine(JSON.stringify(value))
}
