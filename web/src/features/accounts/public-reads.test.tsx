import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryHistory } from '../../lib/router/history.ts'
import { Router } from '../../lib/router/router.ts'
import { RouterProvider } from '../../lib/router/router-provider.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { instance } from '../../testing/rosas-story.ts'
import { CheckEmailScreen } from './check-email-screen.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

const INSTANCE = '/api/v1/instance'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  { Screen: ForgotPasswordScreen, text: 'Make a link' },
  { Screen: CheckEmailScreen, text: 'Ask for your link' },
])('neither focus nor a reconnect reads again for "$text"', async ({ Screen, text }) => {
  const server = fakeServer({ [`GET ${INSTANCE}`]: instance({ mail: false }) })
  const router = new Router([{ path: '*', Component: Screen }], createMemoryHistory('/'))
  vi.useFakeTimers()
  render(<RouterProvider router={router} />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByText(text)).toBeTruthy()
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(server.of(INSTANCE)).toHaveLength(1)
})
