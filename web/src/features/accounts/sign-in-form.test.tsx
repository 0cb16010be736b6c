import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { SentRequest } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

const LOGIN = 'POST /auth/jwt/login'
const TOKEN = { access_token: 'a-token-12345678', token_type: 'bearer' }

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function passwordIsRight(login: (request: SentRequest) => object | Response) {
  const server = fakeServer({ ...rosasAnswers(), [LOGIN]: login })
  const app = renderApp('/sign-in')
  await userEvent.type(await screen.findByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  return { server, app }
}

/** Accepts the code 123456. */
function withSecondFactor({ body }: SentRequest) {
  const { second_factor_code: code } = body as { second_factor_code?: string }
  if (code === undefined) return problem(400, 'Enter the code of your app.', 'LOGIN_SECOND_FACTOR_REQUIRED')
  return code === '123456' ? TOKEN : problem(400, 'That code is wrong.', 'LOGIN_BAD_SECOND_FACTOR')
}

test('an account with a second factor asks for its code, which takes the focus, and only then signs in', async () => {
  const { server, app } = await passwordIsRight(withSecondFactor)
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
  expect(localStorage.getItem('access_token')).toBe('a-token-12345678')
  const sent = server.of('/auth/jwt/login').map(({ body }) => body)
  const username = { username: 'rosa@netscope.example', password: 'a long enough password' }
  expect(sent).toEqual([username, { ...username, second_factor_code: '123456' }])
})

test('a wrong code is an error at its field and can be retried, and so can a recovery code', async () => {
  const { server } = await passwordIsRight(withSecondFactor)
  await userEvent.type(await screen.findByLabelText('Code'), '111111')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong.')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(screen.getByLabelText('Recovery code'), ' 7k3m-q0xz ')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(server.of('/auth/jwt/login')).toHaveLength(3))
  expect(server.of('/auth/jwt/login')[2]?.body).toMatchObject({ second_factor_code: '7k3m-q0xz' })
})

test('the typed email address is passed to the related screens', async () => {
  fakeServer({})
  renderApp('/sign-in')
  await userEvent.type(await screen.findByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { name: 'Create an account' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@netscope.example')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@netscope.example')
})

test('without a server the message is "Login failed", with the reason below it', async () => {
  await passwordIsRight(() => {
    throw new TypeError('no network')
  })
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
  expect(screen.getByText('The server could not be reached.')).toBeTruthy()
})

test('a password is hidden until the user shows it', async () => {
  fakeServer({})
  renderApp('/sign-in')
  const password = await screen.findByLabelText<HTMLInputElement>('Password')
  expect(password.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show what is typed' }))
  expect(password.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide what is typed' }))
  expect(password.type).toBe('password')
})
