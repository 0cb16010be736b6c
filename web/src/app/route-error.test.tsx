import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryHistory } from '../lib/router/history.ts'
import { Router } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-provider.tsx'
import { noteAnswer } from '../lib/server-state.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { RouteError } from './route-error.tsx'

const CHUNK_GONE = 'Failed to fetch dynamically imported module: http://localhost/assets/posts-1a2b.js'
const reload = vi.fn<() => void>()
let nowMs = 1_000_000

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeServer({})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  reload.mockReset()
  vi.restoreAllMocks()
})

function renderFailing(message: string) {
  cleanup()
  const routes = [
    {
      path: '/',
      ErrorBoundary: () => <RouteError reload={reload} nowMs={() => nowMs} />,
      load: () => Promise.reject(new Error(message)),
    },
  ]
  render(<RouterProvider router={new Router(routes, createMemoryHistory('/'))} />)
}

test('the error page shows what went wrong, and reloads on request', async () => {
  renderFailing('The lamp is out')
  expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
  expect(screen.getByText('The lamp is out')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a module that cannot be loaded reloads the page once; the second time the error shows', async () => {
  renderFailing(CHUNK_GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText('❌ Something went wrong')).toBeNull()

  nowMs += 9_999
  renderFailing(CHUNK_GONE)
  expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
  expect(screen.getByText(CHUNK_GONE)).toBeTruthy()
  expect(reload).toHaveBeenCalledOnce()
})

test('while the server is away a module that cannot be loaded keeps the page; it reloads once the server is back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  renderFailing(CHUNK_GONE)
  expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  act(() => noteAnswer(new Response()))
  expect(reload).toHaveBeenCalledOnce()
})

test('a module that still cannot be loaded after the reload is not reloaded each time the server comes back', async () => {
  renderFailing(CHUNK_GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  renderFailing(CHUNK_GONE)
  expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
  act(() => noteAnswer(null))
  act(() => noteAnswer(new Response()))
  expect(reload).toHaveBeenCalledOnce()
})

test('a reload that takes longer than ten seconds does not loop', async () => {
  renderFailing(CHUNK_GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  for (const slowMs of [10_001, 60_000, 600_000]) {
    nowMs += slowMs
    renderFailing(CHUNK_GONE)
    expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
  }
  expect(reload).toHaveBeenCalledOnce()
})

test('another tab reloads by itself after ten seconds, this one after an hour', async () => {
  renderFailing(CHUNK_GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  sessionStorage.clear()
  nowMs += 9_999
  renderFailing(CHUNK_GONE)
  expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
  nowMs += 1
  renderFailing(CHUNK_GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))

  nowMs += 60 * 60_000
  renderFailing(CHUNK_GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(3))
})

test.each(['localStorage', 'sessionStorage'])(
  'without %s for the guard, nothing reloads by itself',
  async (storage) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.stubGlobal(storage, {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })
    renderFailing('error loading dynamically imported module: x.js')
    expect(await screen.findByText('❌ Something went wrong')).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
  },
)
