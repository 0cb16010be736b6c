import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance } from '../../testing/rosas-story.ts'

const FORGOT = 'POST /auth/forgot-password'
const RESET = 'POST /auth/reset-password'
const DONE = new Response(null, { status: 202 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function requestLinkWith(answers: Answers, action = 'Send the link') {
  const server = fakeServer(answers)
  const app = renderApp('/forgot-password')
  await userEvent.type(await screen.findByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.click(await screen.findByRole('button', { name: action }))
  return { server, app }
}

async function resetWith(answer: Response) {
  const server = fakeServer({ [RESET]: answer })
  const app = renderApp('/reset-password?token=t-1')
  await userEvent.type(await screen.findByLabelText('New password'), 'a new and longer password')
  await userEvent.click(screen.getByRole('button', { name: 'Change the password' }))
  return { server, app }
}

test('requesting a link leads to a screen that names the address, and can send it again', async () => {
  const { server, app } = await requestLinkWith({ [FORGOT]: DONE })
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
  expect(app.path()).toBe('/check-your-email-password-reset')
  expect(screen.getByText('rosa@netscope.example')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Asked for once more.')).toBeTruthy()
  const body = { email: 'rosa@netscope.example' }
  expect(server.of('/auth/forgot-password').map((request) => request.body)).toEqual([body, body])
})

test('an installation without mail says so', async () => {
  await requestLinkWith({ [FORGOT]: DONE, 'GET /api/v1/instance': instance({ mail: false }) }, 'Make a link')
  expect(await screen.findByText(/Ask the person who runs Leadlight for the link/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ask for your link')
})

test.each([
  '/forgot-password',
  '/check-your-email-password-reset',
  '/reset-password',
  '/verify-user',
  '/invite',
  '/sign-up',
  '/sign-in',
])('%s promises no mail where none is sent', async (path) => {
  fakeServer({ 'GET /api/v1/instance': instance({ mail: false }) })
  renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() =>
    expect(document.body.textContent).not.toMatch(
      /check your email|is sent there|on its way|in the mail|send (the|a new) link/i,
    ),
  )
})

test('a failed request shows its status, and below it the reason', async () => {
  const { app } = await requestLinkWith({ [FORGOT]: problem(429, 'Wait an hour.', 'too_many_attempts') })
  expect((await screen.findByRole('alert')).textContent).toBe('Request failed with status 429')
  expect(screen.getByText('Wait an hour.')).toBeTruthy()
  expect(app.path()).toBe('/forgot-password')
})

test('a new password ends this browser’s session too, and leads to sign-in, which says so', async () => {
  localStorage.setItem('access_token', 'an-old-token-1234')
  const { server, app } = await resetWith(new Response(null, { status: 200 }))
  expect(await screen.findByText(/Your password is changed/)).toBeTruthy()
  expect(app.path()).toBe('/sign-in')
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(server.of('/auth/reset-password')[0]?.body).toEqual({ token: 't-1', password: 'a new and longer password' })
})

test.each([400, 429, 500, 503])('a reset that fails with %i says "Request failed with status %i"', async (status) => {
  localStorage.setItem('access_token', 'an-old-token-1234')
  await resetWith(problem(status, 'The reason.'))
  expect((await screen.findByRole('alert')).textContent).toBe(`Request failed with status ${status}`)
  expect(screen.getByText('The reason.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a new and longer password')
  expect(localStorage.getItem('access_token')).toBe('an-old-token-1234')
})

test('an expired link offers a new one', async () => {
  const { app } = await resetWith(problem(400, 'This link works no more.', 'RESET_PASSWORD_BAD_TOKEN'))
  expect((await screen.findByRole('alert')).textContent).toBe('Request failed with status 400')
  await userEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }))
  await waitFor(() => expect(app.path()).toBe('/forgot-password'))
})

test('a refused password is an error at its field', async () => {
  await resetWith(problem(400, 'Too well known.', 'RESET_PASSWORD_INVALID_PASSWORD'))
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map((alert) => alert.textContent)).toEqual(['Request failed with status 400', 'Too well known.'])
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
})

test('a URL without its code says so and sends no request', async () => {
  const server = fakeServer({})
  renderApp('/reset-password')
  expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toBeTruthy()
  expect(server.of('/auth/reset-password')).toEqual([])
})
