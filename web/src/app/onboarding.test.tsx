import type { Transfer } from '@leadlight/contract/guests'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findToken } from '../lib/session.ts'
import { security } from '../features/accounts/testing/security.ts'
import { fakeServer, type Answers } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { rosa, rosasAnswers } from '../testing/rosas-story.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Somebody in no organization. */
function alone(answers: Answers = {}) {
  return fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: null }),
    'GET /users_info/security': security(),
    'GET /api/v1/organization/invites/addressed-to-me': [],
    ...answers,
  })
}

test('whoever is in no organization can delete their account', async () => {
  const path = '/users_info/delete_account'
  const server = alone({ [`POST ${path}`]: new Response(null, { status: 204 }) })
  const app = renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'delete your account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  expect(dialog.queryByText(/Acme|Your organization/)).toBeNull()
  await userEvent.type(dialog.getByLabelText('Type your email to confirm'), 'rosa@netscope.example')
  await userEvent.type(await dialog.findByLabelText('Your password'), 'a long enough password')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByText('Your account is deleted.')).toBeTruthy()
  expect(server.of(path)).toHaveLength(1)
  expect(app.path()).toBe('/sign-in')
  expect(findToken()).toBeNull()
})

test('whoever is in no organization reads of a project offered to them, and what accepting takes', async () => {
  const offer: Transfer = {
    id: 't',
    project_id: 'p',
    project_name: 'Tidewatch',
    organization_name: 'Harbour',
    email: 'rosa@netscope.example',
    requested_by: 'Ben',
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-11-27T10:00:00.000Z',
    state: 'pending',
  }
  alone({ 'GET /api/v1/project/transfers/addressed-to-me': [offer] })
  renderApp('/')
  const offers = within(await screen.findByRole('region', { name: 'Offered projects' }))
  expect(offers.getByText(/Create an organization to accept it\./)).toBeTruthy()
  expect(offers.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(offers.getByRole('button', { name: 'Decline' })).toBeTruthy()
})
