import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { swrConfig } from '../../lib/swr-config.ts'
import { takeReturnTo } from '../../lib/return-to.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { instance } from '../../testing/rosas-story.ts'
import { GoogleRow } from './google-row.tsx'
import { security } from './testing/security.ts'

const LINK = 'POST /users_info/google/link'
const leave = vi.fn<(address: string) => void>()

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  leave.mockReset()
  vi.unstubAllGlobals()
})

test('linking proves who links, goes to Google, and stores the account page as the return path', async () => {
  const server = fakeServer({
    'GET /api/v1/instance': instance({ google: true }),
    'GET /users_info/security': security(),
    [LINK]: problem(502, 'Google cannot be asked right now.', 'google_failed'),
  })
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <GoogleRow security={security()} leave={leave} />
    </SWRConfig>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Link Google' }))
  await userEvent.type(screen.getByLabelText('Your password'), 'a long enough password')
  const button = screen.getByRole('button', { name: 'Go to Google' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Google cannot be asked right now.')
  expect(leave).not.toHaveBeenCalled()
  server.answers[LINK] = { authorization_url: 'https://accounts.google.example/auth?x' }
  await userEvent.click(button)
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/auth?x'))
  expect(takeReturnTo()).toBe('/account')
  expect(server.of('/users_info/google/link')[1]?.body).toEqual({ password: 'a long enough password' })
})
