import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWhenIdle } from './use-when-idle.ts'

const waiting = new Map<number, () => void>()

function becomeIdle() {
  for (const [request, work] of waiting) {
    waiting.delete(request)
    work()
  }
}

function render(load: () => Promise<void>, isReady = true) {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    waiting.set(waiting.size + 1, work)
    return waiting.size
  })
  vi.stubGlobal('cancelIdleCallback', (request: number) => waiting.delete(request))
  return renderHook((ready: boolean) => useWhenIdle(ready, load), { initialProps: isReady })
}

afterEach(() => {
  cleanup()
  waiting.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('what is for later loads once, when the page is ready and the browser idle', () => {
  const load = vi.fn<() => Promise<void>>(async () => undefined)
  const { rerender } = render(load, false)
  becomeIdle()
  expect(load).not.toHaveBeenCalled()
  rerender(true)
  expect(load).not.toHaveBeenCalled()
  becomeIdle()
  rerender(true)
  becomeIdle()
  expect(load).toHaveBeenCalledOnce()
})

test('nothing is loaded for a page that was left', () => {
  const load = vi.fn<() => Promise<void>>(async () => undefined)
  render(load).unmount()
  becomeIdle()
  expect(load).not.toHaveBeenCalled()
})

test('a failure is only logged, since it is loaded again when it is needed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const cause = new Error('no network')
  render(() => Promise.reject(cause))
  becomeIdle()
  await waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('ahead'), cause))
})
