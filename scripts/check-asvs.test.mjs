import { expect, test } from 'vitest'
import { checkRows, countAnswers, readRows, testNames } from './check-asvs.mjs'

const LEVELS = { 1: ['V1.1.1'], 2: ['V1.1.2'] }
const FILES = {
  'server/src/door.test.ts': "it('opens | closes the door', () => {})\nit.each([[1]])('opens %i doors', () => {})",
  'server/src/door.ts': 'export const door = 1',
}
const read = (path) => FILES[path]

const row = (id, level, answer, grounds) => `| ${id} | ${level} | Doors close | ${answer} | ${grounds} |`
const DESIGN = row('V1.1.2', '2', 'met by design', 'One door. `server/src/door.ts`')
const check = (...lines) => checkRows(readRows(['# V1 Doors', '', '| Id | Level |', ...lines].join('\n')), LEVELS, read)
/** What is said of the first requirement if it is answered so. */
const said = (answer, grounds) => check(row('V1.1.1', '1', answer, grounds), DESIGN)

test('rows that answer each requirement once, with tests and files that are there, are right', () => {
  expect(said('met by test', '`server/src/door.test.ts`: `opens \\| closes the door`')).toEqual([])
  expect(said('met by test', '`server/src/door.test.ts`: `opens %i doors`. All of them.')).toEqual([])
  for (const answer of ['not applicable', 'departure', 'open']) expect(said(answer, 'No door.')).toEqual([])
})

test('a test that is gone fails the check, whether its file or only its title went', () => {
  expect(said('met by test', '`server/src/door.test.ts`: `opens the door`')).toEqual([
    'V1.1.1 names a test that server/src/door.test.ts does not have: opens the door',
  ])
  expect(said('met by test', '`server/src/gate.test.ts`: `opens %i doors`')).toEqual([
    'V1.1.1 names server/src/gate.test.ts, which does not exist',
  ])
  expect(said('open', 'Half: `server/src/door.test.ts`: `opens`')).toEqual([
    'V1.1.1 names a test that server/src/door.test.ts does not have: opens',
  ])
})

test('an answer without grounds, or in other words than the five, fails the check', () => {
  expect(said('met by test', 'Surely.')).toEqual(['V1.1.1 names no test'])
  expect(said('met by design', 'See `server/src/gate.ts`.')).toEqual(['V1.1.1 names no file'])
  expect(said('open', '')).toEqual(['V1.1.1 gives no grounds'])
  expect(said('met', 'Surely.')).toEqual(['V1.1.1 is answered by "met"'])
  expect(check('| V1.1.1 | 1 | | open | No door. |', DESIGN)).toEqual(['V1.1.1 does not say what is asked'])
})

test('a requirement that is missing, there twice, of another level or unknown fails the check', () => {
  expect(check(DESIGN)).toEqual(['V1.1.1 is not answered'])
  const open = row('V1.1.1', '1', 'open', 'No door.')
  expect(check(open, DESIGN, open)).toEqual(['V1.1.1 is answered twice'])
  expect(check(row('V1.1.1', '2', 'open', 'No door.'), DESIGN)).toEqual(['V1.1.1 is of level 1, not 2'])
  expect(check(open, DESIGN, row('V1.1.3', '3', 'open', 'No door.'))).toEqual([
    'V1.1.3 is no requirement of levels 1 and 2',
  ])
})

test('tests are found by their calls, and those that never run are not', () => {
  const source = [
    "it('is plain', () => {})",
    'test(`has ${count} parts`, async () => {})',
    "describe('not a test', () => { test.each([1])('is one of a table', () => {}) })",
    "test.for([{ a: 'not this' }])('is one of many', () => {})",
    "it.skip('is skipped', () => {})",
    "// it('is a comment', () => {})",
    "expect('no test')",
  ]
  expect([...testNames(source.join('\n'))]).toEqual([
    'is plain',
    'has ${count} parts',
    'is one of a table',
    'is one of many',
  ])
})

test('the counts are of each chapter and of all', () => {
  const rows = readRows([row('V1.1.1', '1', 'open', 'No door.'), DESIGN].join('\n'))
  const counts = countAnswers([{ title: 'V1 Doors', path: 'v01-doors.md', rows }])
  expect(counts.slice(2)).toEqual([
    '| [V1 Doors](asvs/v01-doors.md) | 0 | 1 | 0 | 0 | 1 | 2 |',
    '| All | 0 | 1 | 0 | 0 | 1 | 2 |',
  ])
})
