import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addToPlan,
  addTopicToPlan,
  applyPlanEdits,
  isPlanEdited,
  NO_PLAN_EDITS,
  removeFromPlan,
  removeTopicFromPlan,
  type PlanWords,
} from './signal-plans.ts'

const READ: PlanWords = {
  who: 'bakers',
  acts: ['ask_recommendation', 'ask_advice'],
  topics: [['accounting software'], ['payroll']],
  qualifiers: [],
  exclusions: ['job ads'],
  searches: ['accounting software', 'bakers payroll'],
}

test('a plan without edits is the plan as read', () => {
  expect(applyPlanEdits(READ, NO_PLAN_EDITS)).toEqual(READ)
  expect(isPlanEdited(NO_PLAN_EDITS)).toBe(false)
})

test('a removed phrase stays away and an added one stays, whatever the sentence says next', () => {
  let edits = removeFromPlan(NO_PLAN_EDITS, 'exclusions', 'Job Ads')
  edits = addToPlan(edits, 'exclusions', { item: 'students', read: READ })
  edits = removeTopicFromPlan(edits, 'payroll')
  const reworded = { ...READ, topics: [['Payroll'], ['bookkeeping']], exclusions: ['JOB ads', 'crypto'] }
  expect(applyPlanEdits(reworded, edits)).toMatchObject({
    topics: [['bookkeeping']],
    exclusions: ['crypto', 'students'],
  })
})

test('a second name stands beside its first, and by itself once the sentence no longer says it', () => {
  const edits = addTopicToPlan(NO_PLAN_EDITS, { phrase: 'ledger app', beside: 'Accounting software' })
  expect(applyPlanEdits(READ, edits).topics).toEqual([['accounting software', 'ledger app'], ['payroll']])
  expect(applyPlanEdits({ ...READ, topics: [['CRM']] }, edits).topics).toEqual([['CRM'], ['ledger app']])
  const without = removeTopicFromPlan(edits, 'accounting software')
  expect(applyPlanEdits(READ, without).topics).toEqual([['ledger app'], ['payroll']])
})

test('a user’s queries are asked first, and there are never more than eight', () => {
  const edits = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduce(
    (before, item) => addToPlan(before, 'searches', { item, read: READ }),
    NO_PLAN_EDITS,
  )
  expect(applyPlanEdits(READ, edits).searches).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'accounting software'])
})

test('a plan is as it was after phrases are removed and put back, in any order', () => {
  const phrase = fc.constantFrom('accounting software', 'payroll', 'tax', 'ledger')
  fc.assert(
    fc.property(fc.array(phrase), (phrases) => {
      let edits = NO_PLAN_EDITS
      for (const one of phrases) {
        const isIn = applyPlanEdits(READ, edits).topics.flat().includes(one)
        edits = isIn ? removeTopicFromPlan(edits, one) : addTopicToPlan(edits, { phrase: one, beside: null })
        expect(applyPlanEdits(READ, edits).topics.flat().includes(one)).toBe(!isIn)
      }
      for (const one of ['tax', 'ledger'])
        if (applyPlanEdits(READ, edits).topics.flat().includes(one)) edits = removeTopicFromPlan(edits, one)
      for (const one of ['accounting software', 'payroll']) edits = addTopicToPlan(edits, { phrase: one, beside: null })
      expect(applyPlanEdits(READ, edits).topics.flat().toSorted()).toEqual(['accounting software', 'payroll'])
    }),
  )
})
