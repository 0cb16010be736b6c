import type { Invite, InvitePreview } from '@leadlight/contract/team'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const PREVIEW = 'GET /api/v1/organization/tokenized-invites/preview'
const ACCEPT = 'POST /api/v1/organization/tokenized-invites/accept'
const REJECT = 'POST /api/v1/organization/tokenized-invites/reject'
const MINE = 'GET /api/v1/organization/invites/addressed-to-me'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const INVITE: InvitePreview = {
  organization_name: 'Acme',
  email: 'rosa@netscope.example',
  role: 'ADMIN',
  invited_by: 'Tom Reyes',
  expires_at: '2026-11-28T09:00:00.000Z',
}
const WHOLE_INVITE: Invite = {
  ...INVITE,
  id: 'i',
  organization_id: 'o2',
  project_ids: [],
  created_at: '2026-11-21T09:00:00.000Z',
  is_expired: false,
}

/** Each test uses another link: answers about a link are cached for the life of the page. */
let links = 0

function openInvite(answers: Answers, { signedIn = false } = {}) {
  if (signedIn) localStorage.setItem('access_token', 'a-token-12345678')
  const t = `t+${++links}`
  const server = fakeServer({ ...rosasAnswers(), [PREVIEW]: INVITE, ...answers })
  return { t, server, app: renderApp(`/invite?t=${encodeURIComponent(t)}`) }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the link shows the inviter, the organization and the role', async () => {
  const { t, server } = openInvite({})
  expect(await screen.findByRole('heading', { name: 'Join Acme' })).toBeTruthy()
  expect(screen.getByText('Tom Reyes invites you to work with them on Leadlight.')).toBeTruthy()
  expect(screen.getByText('As an admin')).toBeTruthy()
  expect(screen.getByText('For rosa@netscope.example, until 28 Nov 2026')).toBeTruthy()
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/organization/tokenized-invites/preview'])
  expect(server.requests[0]?.query.get('t')).toBe(t)
})

test('signing up from the link keeps the invite and its email address', async () => {
  const { t, server, app } = openInvite({
    'POST /auth/register': rosa(),
    'POST /auth/jwt/login': { access_token: 'a-token-12345678', token_type: 'bearer' },
    'PATCH /users_info/update_name': rosa(),
    [ACCEPT]: WHOLE_INVITE,
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account to join' }))
  await screen.findByRole('heading', { name: 'Create an account' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@netscope.example')
  await userEvent.type(screen.getByLabelText('First name'), 'Rosa')
  await userEvent.type(screen.getByLabelText('Last name'), 'Klein')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await press('Create account')
  await userEvent.click(await screen.findByRole('button', { name: 'Join Acme' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
  expect(await screen.findByText('You joined Acme.')).toBeTruthy()
  expect(server.of('/api/v1/organization/tokenized-invites/accept').map(({ query }) => query.get('t'))).toEqual([t])
})

test('signing in from the link returns to it', async () => {
  const { app } = openInvite({ 'POST /auth/jwt/login': { access_token: 'a-token-12345678', token_type: 'bearer' } })
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in to join' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await press('Sign in')
  expect(await screen.findByRole('button', { name: 'Join Acme' })).toBeTruthy()
  expect(app.path()).toBe('/invite')
})

test('an invite that cannot be accepted says why and stays', async () => {
  const { app } = openInvite(
    { [ACCEPT]: problem(409, 'Leave your organization first.', 'organization_already_joined') },
    { signedIn: true },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Join Acme' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Leave your organization first.')
  expect(app.path()).toBe('/invite')
})

test('joining an organization clears what was cached without one', async () => {
  const { server, app } = openInvite(
    { 'GET /api/v1/organization': problem(404, 'Organization not found'), [ACCEPT]: WHOLE_INVITE },
    { signedIn: true },
  )
  await screen.findByRole('button', { name: 'Join Acme' })
  const address = `${app.router.state.location.pathname}${app.router.state.location.search}`
  await app.router.navigate('/')
  await screen.findByLabelText('Organization name')
  await app.router.navigate(address)
  await screen.findByRole('button', { name: 'Join Acme' })
  server.answers['GET /api/v1/organization'] = rosasAnswers()['GET /api/v1/organization'] ?? null
  await press('Join Acme')
  await screen.findByRole('heading', { name: 'Posts' })
  expect(screen.queryByLabelText('Organization name')).toBeNull()
})

test('an invite can be declined with or without a session', async () => {
  const { t, server } = openInvite({ [REJECT]: new Response(null, { status: 204 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You declined the invite to Acme.')).toBeTruthy()
  expect(server.of('/api/v1/organization/tokenized-invites/reject').map(({ query }) => query.get('t'))).toEqual([t])
})

test('under another account the link names its address, and signing out leads to sign-in with it', async () => {
  const { server, app } = openInvite(
    {
      'GET /users_info/me': rosa({ email: 'rosa@home.example' }),
      'POST /auth/jwt/logout': new Response(null, { status: 204 }),
      'POST /auth/jwt/login': { access_token: 'a-token-of-another', token_type: 'bearer' },
    },
    { signedIn: true },
  )
  const text = 'This invite is for rosa@netscope.example, and you are signed in as rosa@home.example.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join Acme' })).toBeNull()
  await press('Sign out and use the other address')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(server.of('/auth/jwt/logout')).toHaveLength(1)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@netscope.example')
  server.answers['GET /users_info/me'] = rosa()
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await press('Sign in')
  expect(await screen.findByRole('button', { name: 'Join Acme' })).toBeTruthy()
  expect(app.path()).toBe('/invite')
})

test('addresses are compared case-insensitively', async () => {
  openInvite({ 'GET /users_info/me': rosa({ email: 'Rosa@Netscope.example' }) }, { signedIn: true })
  expect(await screen.findByRole('button', { name: 'Join Acme' })).toBeTruthy()
})

test('an ended invite says so, and an unreachable server can be retried', async () => {
  openInvite({ [PREVIEW]: problem(404, 'This invite is no more.', 'invite_not_found') })
  expect((await screen.findByRole('alert')).textContent).toBe('This invite is no more.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  cleanup()
  const { server } = openInvite({ [PREVIEW]: problem(503, 'Starting.') })
  expect((await screen.findByRole('alert')).textContent).toBe('Starting.')
  server.answers[PREVIEW] = INVITE
  await press('Try again')
  expect(await screen.findByRole('heading', { name: 'Join Acme' })).toBeTruthy()
})

test('without a link the user’s pending invites are shown and can be answered', async () => {
  localStorage.setItem('access_token', 'a-token-12345678')
  fakeServer({
    ...rosasAnswers(),
    [MINE]: [WHOLE_INVITE],
    'POST /api/v1/organization/invites/i/accept': WHOLE_INVITE,
  })
  const app = renderApp('/invite')
  await userEvent.click(await screen.findByRole('button', { name: 'Join Acme' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
})

test.each([
  [true, 'No invite waits for rosa@netscope.example.'],
  [false, 'Invites to rosa@netscope.example show here once you have verified that address.'],
])('without any, an address whose verification is %s: %s', async (is_verified, text) => {
  localStorage.setItem('access_token', 'a-token-12345678')
  fakeServer({ ...rosasAnswers(), 'GET /users_info/me': rosa({ is_verified }), [MINE]: [] })
  renderApp('/invite')
  expect(await screen.findByText((found) => found.startsWith(text))).toBeTruthy()
})

test('without a link and a session the user is asked to sign in, and returns', async () => {
  fakeServer({
    ...rosasAnswers(),
    [MINE]: [],
    'POST /auth/jwt/login': { access_token: 'a-token-12345678', token_type: 'bearer' },
  })
  const app = renderApp('/invite')
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await userEvent.type(await screen.findByLabelText('Email'), 'rosa@netscope.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
  await press('Sign in')
  expect(await screen.findByRole('heading', { name: 'Your invites' })).toBeTruthy()
  expect(app.path()).toBe('/invite')
})
