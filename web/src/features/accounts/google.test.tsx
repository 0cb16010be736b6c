import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../app/app.tsx'
import { routes } from '../../app/router.tsx'
import { rememberReturnTo } from '../../lib/return-to.ts'
import { createMemoryHistory } from '../../lib/router/history.ts'
import { Router } from '../../lib/router/router.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

const CALLBACK = 'GET /auth/google/callback'
const TOKEN = { access_token: 'a-token-of-google', token_type: 'bearer' }

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('Google’s parameters are passed on unchanged, once even if everything renders twice', async () => {
  const server = fakeServer({ ...rosasAnswers(), [CALLBACK]: TOKEN })
  const sent = '?state=s%2B1&code=4%2F0Ab-c&scope=email+profile&authuser=0&prompt=consent'
  const router = new Router(routes, createMemoryHistory(`/google-auth-callback${sent}`))
  render(
    <StrictMode>
      <App router={router} remembered={{ token: null, answers: new Map() }} />
    </StrictMode>,
  )
  await waitFor(() => expect(router.state.location.pathname).toBe(`/projects/${NETSCOPE}/posts`))
  expect(localStorage.getItem('access_token')).toBe('a-token-of-google')
  const requests = server.of('/auth/google/callback')
  expect(requests).toHaveLength(1)
  expect([...(requests[0]?.query ?? [])]).toEqual([...new URLSearchParams(sent)])
})

test('signing in with Google returns to the requested page', async () => {
  fakeServer({ ...rosasAnswers(), [CALLBACK]: TOKEN })
  rememberReturnTo('/org/billing')
  const app = renderApp('/google-auth-callback?code=wanted&state=s')
  await screen.findByRole('heading', { name: 'Billing' })
  expect(app.path()).toBe('/org/billing')
})

test('a failed callback says "An error occurred while logging in...", the reason, and starts no session', async () => {
  fakeServer({ [CALLBACK]: problem(400, 'There is already an account.', 'OAUTH_USER_ALREADY_EXISTS') })
  renderApp('/google-auth-callback?code=refused&state=s')
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while logging in...')
  expect(screen.getByText('There is already an account.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy()
  expect(localStorage.getItem('access_token')).toBeNull()
})

test('an answer without a token fails the same way', async () => {
  fakeServer({ [CALLBACK]: Response.json({ token_type: 'bearer' }) })
  renderApp('/google-auth-callback?code=empty&state=s')
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while logging in...')
})

test('a failed linking keeps the session and returns to the account', async () => {
  localStorage.setItem('access_token', 'a-token-12345678')
  fakeServer({ ...rosasAnswers(), [CALLBACK]: problem(400, 'Called off.', 'OAUTH_REFUSED') })
  renderApp('/google-auth-callback?error=access_denied&state=s')
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while logging in...')
  await userEvent.click(screen.getByRole('link', { name: 'Back to your account' }))
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy()
  expect(localStorage.getItem('access_token')).toBe('a-token-12345678')
})
