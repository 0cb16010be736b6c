import { act, cleanup, render } from '@testing-library/react'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { RequestError } from './request-error.ts'
import { swrConfig } from './swr-config.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function renderReader(read: () => Promise<unknown>) {
  function Reader() {
    useSWR(['things'], read)
    return null
  }
  const provider = new Map()
  const tree = (shown: number) => (
    <SWRConfig value={{ ...swrConfig, provider: () => provider }}>
      <Reader key={shown} />
    </SWRConfig>
  )
  const { rerender } = render(tree(1))
  return { mountAgain: (shown: number) => rerender(tree(shown)) }
}

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

test('a failed read is retried after 1, 2 and 4 seconds, then no more', async () => {
  const read = vi.fn<() => Promise<unknown>>(() => Promise.reject(new RequestError(500, null)))
  renderReader(read)
  await pass(0)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(999)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(read).toHaveBeenCalledTimes(2)
  await pass(1999)
  expect(read).toHaveBeenCalledTimes(2)
  await pass(1)
  expect(read).toHaveBeenCalledTimes(3)
  await pass(3999)
  expect(read).toHaveBeenCalledTimes(3)
  await pass(1)
  expect(read).toHaveBeenCalledTimes(4)
  await pass(120_000)
  expect(read).toHaveBeenCalledTimes(4)
})

test.each([401, 403, 404, 422])('a %i is not retried, since it would not change', async (status) => {
  const read = vi.fn<() => Promise<unknown>>(() => Promise.reject(new RequestError(status, null)))
  renderReader(read)
  await pass(60_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test.each([0, 429, 503])('a %i is retried', async (status) => {
  const read = vi.fn<() => Promise<unknown>>(() => Promise.reject(new RequestError(status, null)))
  renderReader(read)
  await pass(60_000)
  expect(read).toHaveBeenCalledTimes(4)
})

test('neither focus nor a reconnect reads again', async () => {
  const read = vi.fn<() => Promise<unknown>>(() => Promise.resolve(1))
  renderReader(read)
  await pass(60_000)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  await pass(60_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('the same read within five seconds happens once, later again', async () => {
  const read = vi.fn<() => Promise<unknown>>(() => Promise.resolve(1))
  const { mountAgain } = renderReader(read)
  await pass(4900)
  mountAgain(2)
  await pass(0)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(200)
  mountAgain(3)
  await pass(100)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a read that only looks at the cache asks for nothing', async () => {
  const server = fakeServer({})
  function Looker() {
    useSWR(['things'], null)
    return null
  }
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <Looker />
    </SWRConfig>,
  )
  await pass(10_000)
  expect(server.requests).toEqual([])
  vi.unstubAllGlobals()
})
