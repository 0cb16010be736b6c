import { afterEach, expect, test, vi } from 'vitest'
import { registerLeadAction, runLeadAction } from './lead-actions.ts'

const LEAD = 'lead-1'

afterEach(() => {
  vi.useRealTimers()
  // Uses up actions that a test left pending.
  for (const name of ['draft_reply', 'draft_message', 'focus_note'] as const) registerLeadAction(name, LEAD, vi.fn())()
})

test('an action runs the latest handler, until that is unregistered', () => {
  const ran: string[] = []
  const first = registerLeadAction('draft_reply', LEAD, () => ran.push('first'))
  const second = registerLeadAction('draft_reply', LEAD, () => ran.push('second'))
  first()
  expect(runLeadAction('draft_reply', LEAD)).toBe(true)
  second()
  expect(runLeadAction('draft_reply', LEAD)).toBe(false)
  expect(ran).toEqual(['second'])
})

test('a pending action runs once, when its handler is registered', () => {
  const run = vi.fn<() => void>()
  runLeadAction('draft_message', LEAD)
  registerLeadAction('draft_reply', LEAD, run)()
  expect(run).not.toHaveBeenCalled()
  registerLeadAction('draft_message', LEAD, run)()
  registerLeadAction('draft_message', LEAD, run)()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a pending action is dropped after its time', () => {
  vi.useFakeTimers()
  const run = vi.fn<() => void>()
  runLeadAction('focus_note', LEAD)
  vi.advanceTimersByTime(6000)
  registerLeadAction('focus_note', LEAD, run)()
  expect(run).not.toHaveBeenCalled()
})

test('an action for a lead that is not shown waits for that lead', () => {
  const former = vi.fn<() => void>()
  const next = vi.fn<() => void>()
  const leave = registerLeadAction('draft_reply', LEAD, former)
  expect(runLeadAction('draft_reply', 'lead-2')).toBe(false)
  registerLeadAction('draft_reply', 'lead-2', next)()
  leave()
  expect([former, next].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})
