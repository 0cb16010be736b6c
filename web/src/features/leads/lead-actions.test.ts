import { afterEach, expect, test, vi } from 'vitest'
import { registerLeadAction, runLeadAction } from './lead-actions.ts'

afterEach(() => {
  vi.useRealTimers()
  // What a test has left waiting runs into nothing.
  for (const name of ['draft_reply', 'draft_message', 'focus_note'] as const) registerLeadAction(name, vi.fn())()
})

test('an action runs the latest handler, until that is taken back', () => {
  const ran: string[] = []
  const first = registerLeadAction('draft_reply', () => ran.push('first'))
  const second = registerLeadAction('draft_reply', () => ran.push('second'))
  first()
  expect(runLeadAction('draft_reply')).toBe(true)
  second()
  expect(runLeadAction('draft_reply')).toBe(false)
  expect(ran).toEqual(['second'])
})

test('one that was asked for a moment before its part shows runs when it does, once', () => {
  const run = vi.fn<() => void>()
  runLeadAction('draft_message')
  registerLeadAction('draft_reply', run)()
  expect(run).not.toHaveBeenCalled()
  registerLeadAction('draft_message', run)()
  registerLeadAction('draft_message', run)()
  expect(run).toHaveBeenCalledTimes(1)
})

test('one that nobody has carried out in time is forgotten', () => {
  vi.useFakeTimers()
  const run = vi.fn<() => void>()
  runLeadAction('focus_note')
  vi.advanceTimersByTime(6000)
  registerLeadAction('focus_note', run)()
  expect(run).not.toHaveBeenCalled()
})
