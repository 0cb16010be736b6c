import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryHistory } from '../../lib/router/history.ts'
import { Router } from '../../lib/router/router.ts'
import { RouterProvider } from '../../lib/router/router-provider.tsx'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { instance, rosa } from '../../testing/rosas-story.ts'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const onDone = vi.fn<(problem?: string | null) => void>()

afterEach(() => {
  cleanup()
  localStorage.clear()
  onDone.mockReset()
  vi.unstubAllGlobals()
})

const WORKS: Answers = {
  'POST /auth/register': rosa(),
  'POST /auth/jwt/login': { access_token: 'a-token-12345678', token_type: 'bearer' },
  'PATCH /users_info/update_name': rosa(),
}

async function signUpWith(answers: Answers) {
  const server = fakeServer({ ...WORKS, ...answers })
  render(<SignUpForm onSignedUp={onDone} />, { wrapper: Surroundings })
  await userEvent.type(screen.getByLabelText('First name'), 'Rosa')
  await userEvent.type(screen.getByLabelText('Last name'), 'Klein')
  await userEvent.type(screen.getByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  return server
}

async function signInWith(answers: Answers) {
  const server = fakeServer({ ...WORKS, ...answers })
  render(<SignInForm onSignedIn={onDone} />, { wrapper: Surroundings })
  await userEvent.type(screen.getByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  return server
}

function Surroundings({ children }: { children: React.ReactNode }) {
  const [router] = useState(() => new Router([{ Component: () => children }], createMemoryHistory('/')))
  return (
    <TooltipProvider>
      <RouterProvider router={router} />
    </TooltipProvider>
  )
}

test('a short password is told so under its field, in our words, and sends nothing', async () => {
  const server = fakeServer(WORKS)
  render(<SignUpForm onSignedUp={onDone} />, { wrapper: Surroundings })
  await userEvent.type(screen.getByLabelText('First name'), 'Rosa')
  await userEvent.type(screen.getByLabelText('Last name'), 'Klein')
  await userEvent.type(screen.getByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a password.')
  const password = screen.getByLabelText('Password')
  await userEvent.type(password, 'too shor')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('A password needs at least 10 characters. This one has 8.')
  expect(password.getAttribute('aria-describedby')).toBe(alert.id)
  expect(document.activeElement).toBe(password)
  expect(server.of('/auth/register')).toEqual([])
  await userEvent.type(password, 't, but longer')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('signing up registers, signs in, sets the name as the new user, and starts the session', async () => {
  const server = await signUpWith({})
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(null))
  const steps = server.requests.filter(({ path }) => path !== '/api/v1/instance')
  expect(steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /auth/register',
    'POST /auth/jwt/login',
    'PATCH /users_info/update_name',
  ])
  expect(steps[0]?.body).toEqual({ email: 'rosa@netscope.example', password: 'a long enough password' })
  expect(steps[2]?.query.toString()).toBe('first_name=Rosa&last_name=Klein')
  expect(steps[2]?.headers.get('authorization')).toBe('Bearer a-token-12345678')
  expect(localStorage.getItem('access_token')).toBe('a-token-12345678')
})

test('a refused registration says "Sign up failed", and the server’s reason at its field', async () => {
  await signUpWith({
    'POST /auth/register': problem(400, 'This address has an account.', 'REGISTER_USER_ALREADY_EXISTS'),
  })
  expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toContain('Sign up failed')
  expect(screen.getByRole('textbox', { name: 'Email', description: 'This address has an account.' })).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
  expect(localStorage.getItem('access_token')).toBeNull()
})

test('an answer without a token says "No access token found"', async () => {
  await signUpWith({ 'POST /auth/jwt/login': Response.json({ token_type: 'bearer' }) })
  expect((await screen.findByRole('alert')).textContent).toBe('No access token found')
})

test('a name that could not be set is reported, and the session starts anyway', async () => {
  await signUpWith({ 'PATCH /users_info/update_name': problem(500, 'Broken.') })
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('Failed to update user name'))
  expect(localStorage.getItem('access_token')).toBe('a-token-12345678')
})

test('signing in saves the token', async () => {
  await signInWith({})
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(localStorage.getItem('access_token')).toBe('a-token-12345678')
})

test('a failed sign-in says the server’s detail', async () => {
  await signInWith({ 'POST /auth/jwt/login': problem(400, 'The password is wrong.', 'LOGIN_BAD_CREDENTIALS') })
  expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.')
  expect(localStorage.getItem('access_token')).toBeNull()
})

test('a failed sign-in without a detail says "Login failed"', async () => {
  await signInWith({ 'POST /auth/jwt/login': () => new Response('', { status: 500 }) })
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
})

test('Google is offered only if the installation has it', async () => {
  await signInWith({})
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  cleanup()
  await signInWith({
    'GET /api/v1/instance': instance({ google: true }),
    'GET /auth/google/authorize': problem(500, 'Broken.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByText('Sign in with Google failed')).toBeTruthy()
})
