import { expect, test } from 'vitest'
import { ANSWER_STEPS, nameAnswerSteps } from './insights.ts'

test('a step of answers is named by both its ends, since an answer within an hour is not among those of four', () => {
  expect(nameAnswerSteps([...ANSWER_STEPS, { within: null }])).toEqual([
    'within 1 hour',
    '1 hour to 4 hours',
    '4 hours to 1 day',
    '1 day to 3 days',
    '3 days to 1 week',
    'later',
  ])
})
