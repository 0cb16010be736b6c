import { expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { formatLogLine } from './log-lines.ts'

function logged(format: 'json' | 'lines', level = 'info'): string {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const log = createLog(level, { format })
  log.debug({ path: '/healthz' }, 'request')
  log.warn({ place: { id: 7 }, to: 'rosa@larkbill.example', token: 'secret' }, 'a mail was not taken')
  write.mockRestore()
  return lines.join('')
}

test('a line for a person holds the time, the message and its fields', () => {
  expect(logged('lines')).toMatch(
    /^\d\d:\d\d:\d\d warning a mail was not taken place={"id":7} to=rosa@larkbill\.example token=\[Redacted\]\n$/,
  )
  expect(logged('lines', 'debug')).toMatch(/^\d\d:\d\d:\d\d debug request path=\/healthz\n/)
})

test('text written by others can neither steer the terminal nor look like an entry of its own', () => {
  const entry = { level: 30, time: '2026-11-22T08:00:00Z', msg: 'evil', a: '\u001B[2J', b: 'x\n08:00:00 error fake' }
  const line = formatLogLine(`${JSON.stringify(entry)}\n`)
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}]/u)
})

test('a long list is logged as its length', () => {
  const entry = { level: 30, time: '2026-11-22T08:00:00Z', msg: 'migrated', few: [1, 2], many: Array.from('abcdefgh') }
  expect(formatLogLine(JSON.stringify(entry))).toMatch(/ migrated few=\[1,2\] many=8\n$/)
})

test('an error is followed by its stack', () => {
  const err = { type: 'Error', message: 'No.', stack: 'Error: No.\n    at here' }
  const line = formatLogLine(JSON.stringify({ level: 50, time: '2026-11-22T08:00:00Z', msg: 'it failed', err }))
  expect(line).toMatch(/ error it failed\nError: No\.\n {4}at here\n$/)
})
