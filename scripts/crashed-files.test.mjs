import { expect, test } from 'vitest'
import { crashedFiles } from './crashed-files.mjs'

const ROOT = '/somewhere/leadlight'
const crash = (file, signal = 'SIGSEGV') =>
  `\u001b[31mCaused by: Error\u001b[39m: Worker exited unexpectedly with signal ${signal} during started state while running test file ${ROOT}/${file}\n`
const summary = (parts, errors) =>
  `\u001b[2m Test Files \u001b[22m ${parts}\n\u001b[2m      Tests \u001b[22m ${parts}\n` +
  (errors === 0
    ? ''
    : `\u001b[2m     Errors \u001b[22m \u001b[1m\u001b[31m${errors} error${errors === 1 ? '' : 's'}\u001b[39m\u001b[22m\n`)

test('files whose process was ended are told where nothing else went wrong', () => {
  const printed = crash('server/src/a.test.ts') + crash('server/src/b.test.ts') + summary('252 passed (254)', 2)
  expect(crashedFiles(printed, ROOT)).toEqual(['server/src/a.test.ts', 'server/src/b.test.ts'])
})

test.each([
  ['a test failed too', crash('a.test.ts') + summary('1 failed | 252 passed (254)', 1)],
  ['there was another error', crash('a.test.ts') + summary('252 passed (254)', 2)],
  ['it was another signal', crash('a.test.ts', 'SIGKILL') + summary('252 passed (254)', 1)],
  [
    'too many were lost',
    ['a', 'b', 'c', 'd'].map((name) => crash(`${name}.test.ts`)).join('') + summary('1 passed (5)', 4),
  ],
  ['nothing happened', summary('252 passed (252)', 0)],
])('none are where %s', (_, printed) => {
  expect(crashedFiles(printed, ROOT)).toEqual([])
})
