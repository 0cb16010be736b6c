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
  const err = { message: 'x\n08:00:00 error fake', stack: 'Error: x\n08:00:00 error fake\n    at here' }
  expect(formatLogLine(JSON.stringify({ ...entry, err }))).not.toMatch(/^08:00:00 error fake/m)
})

test('an entry as JSON has its time in UTC, wherever the machine is', () => {
  const before = Date.now()
  const { time } = JSON.parse(logged('json')) as { time: string }
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
})

test('a long list is logged as its length', () => {
  const entry = { level: 30, time: '2026-11-22T08:00:00Z', msg: 'migrated', few: [1, 2], many: Array.from('abcdefgh') }
  expect(formatLogLine(JSON.stringify(entry))).toMatch(/ migrated few=\[1,2\] many=8\n$/)
})

test('an error is followed by its stack', () => {
  const err = { type: 'Error', message: 'No.', stack: 'Error: No.\n    at here' }
  const line = formatLogLine(JSON.stringify({ level: 50, time: '2026-11-22T08:00:00Z', msg: 'it failed', err }))
  expect(line).toMatch(/ error it failed\n {2}Error: No\.\n {6}at here\n$/)
})

test('an error of the database is logged without the values of the row it is about, also as a cause or one of several', () => {
  const lines: string[] = []
  const log = createLog('info', { to: { write: (line) => lines.push(line) } })
  const told = {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (email)=(rosa@larkbill.example) already exists.',
    where: 'rosa@larkbill.example',
  }
  log.error(
    { err: Object.assign(new Error('invalid input syntax for type uuid: "rosa@larkbill.example"'), told) },
    'it failed',
  )
  const ofRow = Object.assign(new Error('invalid input: "rosa@larkbill.example"'), told)
  log.error({ err: new Error('It failed.', { cause: ofRow }) }, 'it failed')
  log.error({ err: new AggregateError([ofRow, 'no error'], 'Two failed.') }, 'they failed')
  log.error({ err: null }, 'nothing failed')
  expect(lines.join('')).not.toContain('larkbill')
  expect(lines[1]).toContain('caused by: Error: invalid input')
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ err: { errors: [{ code: '23505' }, 'no error'] } })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { code: '23505', message: 'invalid input syntax for type uuid: "…"' },
  })
})
