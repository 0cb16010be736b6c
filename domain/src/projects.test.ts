import { expect, test } from 'vitest'
import { postsBanner } from './projects.ts'

const complete = { business_name: 'Netscope', business_description: 'Monitoring', purpose: 'Find leads' }

test.each([
  {
    project: { ...complete, business_name: ' ' },
    signals: 1,
    text: 'Complete your business profile to improve lead quality',
  },
  {
    project: { ...complete, business_description: null },
    signals: 0,
    text: 'Complete your business profile to improve lead quality',
  },
  { project: { ...complete, purpose: null }, signals: 0, text: 'Define your business purpose to find better leads' },
  { project: complete, signals: 0, text: 'Add intent signals to identify high-quality leads' },
])('shows one message by priority: $text', ({ project, signals, text }) => {
  expect(postsBanner(project, signals)?.text).toBe(text)
})

test('shows nothing when profile, purpose and a signal are there', () => {
  expect(postsBanner(complete, 1)).toBeNull()
})
