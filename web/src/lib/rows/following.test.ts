import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFollowing, RUN_MS } from './following.ts'

const FRAME_MS = 17

beforeEach(() => {
  const toFake = ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance'] as const
  vi.useFakeTimers({ toFake: [...toFake] })
})
afterEach(() => vi.useRealTimers())

function followed() {
  const ids: string[] = []
  return { ids, following: createFollowing((id) => ids.push(id)) }
}

test('a single step is followed after the frame that shows it', () => {
  const { ids, following } = followed()
  const order: string[] = []
  following.step('a')
  requestAnimationFrame(() => order.push(`frame, followed: ${ids.join()}`))
  vi.advanceTimersByTime(FRAME_MS)
  expect(order).toEqual(['frame, followed: '])
  expect(ids).toEqual(['a'])
})

test('in a run only the last step is followed, after a pause', () => {
  const { ids, following } = followed()
  for (const id of ['a', 'b', 'c']) {
    following.step(id)
    vi.advanceTimersByTime(FRAME_MS * 2)
  }
  expect(ids).toEqual(['a'])
  vi.advanceTimersByTime(RUN_MS)
  expect(ids).toEqual(['a', 'c'])
})

test('a step after a rest is followed like the first', () => {
  const { ids, following } = followed()
  following.step('a')
  vi.advanceTimersByTime(RUN_MS)
  following.step('b')
  vi.advanceTimersByTime(FRAME_MS)
  expect(ids).toEqual(['a', 'b'])
})

test('settling follows at once, and never twice', () => {
  const { ids, following } = followed()
  following.step('a')
  following.settle()
  following.settle()
  vi.advanceTimersByTime(RUN_MS * 2)
  expect(ids).toEqual(['a'])
})

test('a cancelled step is not followed, before its frame or after', () => {
  const { ids, following } = followed()
  following.step('a')
  following.cancel()
  following.step('b')
  vi.advanceTimersByTime(FRAME_MS)
  following.cancel()
  vi.advanceTimersByTime(RUN_MS * 2)
  expect(ids).toEqual([])
})
