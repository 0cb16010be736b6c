import { expect, test } from 'vitest'
import { stepIndex, stepPath, wizardSteps } from './wizard-steps.ts'

test('there are four steps, and a fifth if an upgrade is needed', () => {
  const labels = ['Enter your website', 'Describe your business', 'How do you want to use Leadlight', 'Intent Signals']
  expect(wizardSteps('not_needed').map((step) => step.label)).toEqual(labels)
  expect(wizardSteps('needed').map((step) => step.label)).toEqual([...labels, 'Upgrade Plan'])
})

test.each([
  { path: '/projects/new', index: 0 },
  { path: '/projects/new/', index: 0 },
  { path: '/projects/new/p1/step-1', index: 0 },
  { path: '/projects/new/p1/step-2', index: 1 },
  { path: '/projects/new/p1/step-3/', index: 2 },
  { path: '/projects/new/p1/step-4', index: 3 },
  { path: '/org/select-plan', index: 4 },
])('$path is step $index', ({ path, index }) => {
  expect(stepIndex(wizardSteps('needed'), path)).toBe(index)
})

test('every step has a path', () => {
  expect(wizardSteps('needed').map((step) => stepPath(step, 'p1'))).toEqual([
    '/projects/new/p1/step-1',
    '/projects/new/p1/step-2',
    '/projects/new/p1/step-3',
    '/projects/new/p1/step-4',
    '/org/select-plan',
  ])
})
