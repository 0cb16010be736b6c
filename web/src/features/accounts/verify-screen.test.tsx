import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const VERIFY = 'POST /auth/verify'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('the link of the mail verifies the address, once', async () => {
  const server = fakeServer({ [VERIFY]: rosa() })
  renderApp('/verify-user?token=t-verify')
  expect(await screen.findByText('rosa@netscope.example is verified.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy()
  expect(server.of('/auth/verify').map(({ body }) => body)).toEqual([{ token: 't-verify' }])
})

test('who is signed in goes on to the product, where the notice is gone', async () => {
  localStorage.setItem('access_token', 'a-token-12345678')
  const server = fakeServer({ ...rosasAnswers(), 'GET /users_info/me': rosa({ is_verified: false }), [VERIFY]: rosa() })
  const app = renderApp('/org/projects')
  expect(await screen.findByRole('complementary', { name: 'Your email is not verified' })).toBeTruthy()
  await app.router.navigate('/verify-user?token=t-signed-in')
  server.answers['GET /users_info/me'] = () => new Promise<Response>(() => undefined)
  await userEvent.click(await screen.findByRole('link', { name: 'Continue to Leadlight' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
  await screen.findByRole('heading', { name: 'Posts' })
  expect(screen.queryByRole('complementary', { name: 'Your email is not verified' })).toBeNull()
})

test('a link that works no more says "Verification failed", why, and offers a new one', async () => {
  const server = fakeServer({
    [VERIFY]: problem(400, 'This link works no more.', 'VERIFY_USER_BAD_TOKEN'),
    'POST /auth/request-verify-token': new Response(null, { status: 202 }),
  })
  renderApp('/verify-user?token=t-bad')
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed')
  expect(screen.getByText('This link works no more.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText(/If rosa@netscope.example has an account/)).toBeTruthy()
  expect(server.of('/auth/request-verify-token')[0]?.body).toEqual({ email: 'rosa@netscope.example' })
})

test('a server that is down for a moment can be asked again', async () => {
  const server = fakeServer({ [VERIFY]: problem(503, 'Starting.') })
  renderApp('/verify-user?token=t-later')
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed')
  server.answers[VERIFY] = rosa()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('rosa@netscope.example is verified.')).toBeTruthy()
})

test('a link followed twice is no failure', async () => {
  fakeServer({ [VERIFY]: problem(400, 'Done before.', 'VERIFY_USER_ALREADY_VERIFIED') })
  renderApp('/verify-user?token=t-twice')
  expect(await screen.findByText('This address is verified already.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the link of a changed address makes it the account’s', async () => {
  const server = fakeServer({ 'POST /auth/confirm-email-change': rosa({ email: 'rosa@acme.example' }) })
  renderApp('/verify-user?email_change=t-change')
  expect(await screen.findByText('The address of your account is now rosa@acme.example.')).toBeTruthy()
  expect(server.of('/auth/confirm-email-change')[0]?.body).toEqual({ token: 't-change' })
  expect(server.of('/auth/verify')).toEqual([])
})

test('a changed address that somebody else has by now says "Verification failed" and why', async () => {
  const taken = problem(400, 'There is already an account with it.', 'CHANGE_EMAIL_ALREADY_EXISTS')
  fakeServer({ 'POST /auth/confirm-email-change': taken })
  renderApp('/verify-user?email_change=t-taken')
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed')
  expect(screen.getByText('There is already an account with it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
})
