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

const PASSWORD = 'seven lamps of harbour light'

async function prove(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Password'), PASSWORD)
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
}

test('a mailed link asks a signed-out user for the password first, and verifies with it', async () => {
  const server = fakeServer({ [VERIFY]: rosa() })
  renderApp('/verify-user?token=t-verify')
  await screen.findByLabelText('Password')
  expect(server.of('/auth/verify')).toEqual([])
  await prove()
  expect(await screen.findByText('rosa@netscope.example is verified.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy()
  expect(server.of('/auth/verify').map(({ body }) => body)).toEqual([{ token: 't-verify', password: PASSWORD }])
})

test('a wrong password is an error at its field, and can be retried', async () => {
  const server = fakeServer({ [VERIFY]: problem(400, 'That is not your password.', 'BAD_PASSWORD') })
  renderApp('/verify-user?token=t-wrong')
  await prove()
  expect(await screen.findByText('That is not your password.')).toBeTruthy()
  server.answers[VERIFY] = rosa()
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('rosa@netscope.example is verified.')).toBeTruthy()
})

test('a user without the password sets a new one by the link alone', async () => {
  const server = fakeServer({ [VERIFY]: { ...rosa(), reset_token: 't-reset' } })
  const app = renderApp('/verify-user?token=t-alone')
  await userEvent.click(await screen.findByRole('button', { name: 'Set a new one' }))
  await screen.findByRole('heading', { name: 'Choose a new password' })
  expect(app.router.state.location).toMatchObject({ pathname: '/reset-password', search: '?token=t-reset' })
  expect(server.of('/auth/verify').map(({ body }) => body)).toEqual([{ token: 't-alone' }])
})

test('a user signed in to another account is told so, and asked for the password', async () => {
  localStorage.setItem('access_token', 'another-token-1')
  const told = 'This link is for rosa@netscope.example, and you are signed in as somebody else.'
  const server = fakeServer({ ...rosasAnswers(), [VERIFY]: problem(403, told, 'link_for_another') })
  renderApp('/verify-user?token=t-another')
  expect(await screen.findByText(told)).toBeTruthy()
  server.answers[VERIFY] = rosa()
  await prove()
  expect(await screen.findByText('rosa@netscope.example is verified.')).toBeTruthy()
  expect(localStorage.getItem('access_token')).toBe('another-token-1')
})

test('an ended session verifies nothing: the password is requested', async () => {
  localStorage.setItem('access_token', 'an-ended-token-1')
  fakeServer({ [VERIFY]: problem(401, 'Unauthorized', 'unauthorized') })
  renderApp('/verify-user?token=t-ended')
  expect(await screen.findByLabelText('Password')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a signed-in user goes on to the product, without the notice', async () => {
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

test('an expired link says "Verification failed", the reason, and offers a new one', async () => {
  const server = fakeServer({
    [VERIFY]: problem(400, 'This link works no more.', 'VERIFY_USER_BAD_TOKEN'),
    'POST /auth/request-verify-token': new Response(null, { status: 202 }),
  })
  renderApp('/verify-user?token=t-bad')
  await prove()
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed')
  expect(screen.getByText('This link works no more.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText(/If rosa@netscope.example has an account/)).toBeTruthy()
  expect(server.of('/auth/request-verify-token')[0]?.body).toEqual({ email: 'rosa@netscope.example' })
})

test('an unreachable server can be retried', async () => {
  const server = fakeServer({ [VERIFY]: problem(503, 'Starting.') })
  renderApp('/verify-user?token=t-later')
  await prove()
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed')
  server.answers[VERIFY] = rosa()
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('rosa@netscope.example is verified.')).toBeTruthy()
})

test('following a link twice is no failure', async () => {
  fakeServer({ [VERIFY]: problem(400, 'Done before.', 'VERIFY_USER_ALREADY_VERIFIED') })
  renderApp('/verify-user?token=t-twice')
  await prove()
  expect(await screen.findByText('This address is verified already.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('setting a new password by a used link leads to a mail with another', async () => {
  fakeServer({ [VERIFY]: problem(400, 'Done before.', 'VERIFY_USER_ALREADY_VERIFIED') })
  const app = renderApp('/verify-user?token=t-alone-twice')
  await userEvent.click(await screen.findByRole('button', { name: 'Set a new one' }))
  expect(await screen.findByText('This address is verified already.')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(app.path()).toBe('/forgot-password'))
})

test('the link for a new address makes it the account’s', async () => {
  const server = fakeServer({ 'POST /auth/confirm-email-change': rosa({ email: 'rosa@acme.example' }) })
  renderApp('/verify-user?email_change=t-change')
  await screen.findByLabelText('Password')
  expect(screen.queryByRole('button', { name: 'Set a new one' })).toBeNull()
  await prove()
  expect(await screen.findByText('The address of your account is now rosa@acme.example.')).toBeTruthy()
  expect(server.of('/auth/confirm-email-change')[0]?.body).toEqual({ token: 't-change', password: PASSWORD })
  expect(server.of('/auth/verify')).toEqual([])
})

test('a new address taken by somebody else says "Verification failed" and why', async () => {
  const taken = problem(400, 'There is already an account with it.', 'CHANGE_EMAIL_ALREADY_EXISTS')
  fakeServer({ 'POST /auth/confirm-email-change': taken })
  renderApp('/verify-user?email_change=t-taken')
  await prove()
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed')
  expect(screen.getByText('There is already an account with it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
})
