import { expect, test } from 'vitest'
import { readTopic } from './topic.ts'

const alike = () => 1

test.each([
  [
    'parts of a list borrow the head of the last',
    'accounting or bookkeeping software',
    ['accounting software', 'bookkeeping software'],
  ],
  ['commas and strokes join a list', 'logo, card/flyer design', ['logo design', 'card design', 'flyer design']],
  ['what stands between ends one', 'invoicing with a payroll service', ['invoicing', 'payroll service']],
  ['so does another mark', 'invoicing; payroll service', ['invoicing', 'payroll service']],
])('%s', (_, signal, phrases) => {
  expect(readTopic(signal, alike).phrases.toSorted()).toEqual(phrases.toSorted())
})
