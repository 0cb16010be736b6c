import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../testing/rosas-story.ts'

const TOO_LOW = 'Your role in this organization does not allow this. Ask an admin.'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const role = (word: 'MEMBER' | 'GUEST') => rosa({ organization_membership: { organization_id: 'o', role: word } })

test('a refused call reveals the new role, and the page hides what it may not do', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'PATCH /api/v1/organization': problem(403, TOO_LOW, 'role_too_low'),
    'GET /api/v1/organization/members': [],
    'GET /api/v1/organization/invites': [],
  })
  renderApp('/org/team')
  await userEvent.type(await screen.findByLabelText('Organization name'), ' Ltd')
  server.answers['GET /users_info/me'] = role('MEMBER')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Your role is now Member.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull())
})

test('a removed member is told so, and leaves the organization’s pages', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/organization/invites/addressed-to-me': [],
    [`GET /api/v1/events/${NETSCOPE}`]: () => {
      server.answers['GET /users_info/me'] = rosa({ organization_membership: null })
      server.answers['GET /api/v1/project'] = problem(403, 'You are in no organization.', 'organization_required')
      return problem(403, 'You are in no organization.', 'organization_required')
    },
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  expect(await screen.findByText('You are no longer in Acme.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Create your organization' })).toBeTruthy()
})

test('a refusal unrelated to the role refetches nothing', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'PATCH /api/v1/organization': problem(
      403,
      'A super admin may not do this as somebody else.',
      'impersonation_refused',
    ),
    'GET /api/v1/organization/members': [],
    'GET /api/v1/organization/invites': [],
  })
  renderApp('/org/team')
  await userEvent.type(await screen.findByLabelText('Organization name'), ' Ltd')
  const before = server.of('/users_info/me').length
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText(/may not do this as somebody else/)).toBeTruthy()
  expect(server.of('/users_info/me')).toHaveLength(before)
})

test('a member who leaves by choice is not told so', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/organization/members': [],
    'GET /api/v1/organization/invites': [],
    'GET /api/v1/organization/invites/addressed-to-me': [],
    'POST /api/v1/organization/leave': () => {
      server.answers['GET /users_info/me'] = rosa({ organization_membership: null })
      return new Response(null, { status: 204 })
    },
  })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave organization' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Create your organization' })).toBeTruthy()
  expect(screen.queryByText(/^You are no longer in/)).toBeNull()
})
