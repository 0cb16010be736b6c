import type { Invite } from '@leadlight/contract/team'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { freeInstance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const PROJECT = `/api/v1/project/${NETSCOPE}`
const GUESTS = `/api/v1/project/guests-access/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('deleting requires the typed name, and redirects to the projects', async () => {
  const server = fakeServer({ ...rosasAnswers(), [`DELETE ${PROJECT}`]: null })
  const app = renderApp(`/projects/${NETSCOPE}/settings/danger-zone`)
  const elsewhere = await screen.findByRole('link', { name: 'hand it over' })
  expect(elsewhere.getAttribute('href')).toBe(`/projects/${NETSCOPE}/settings/project#hand-over`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Netscope?' })
  const remove = within(dialog).getByRole('button', { name: 'Delete project' })
  expect(remove.hasAttribute('disabled')).toBe(true)
  await userEvent.type(within(dialog).getByLabelText('Type the name of the project'), 'Netscope')
  await userEvent.click(remove)
  await waitFor(() => expect(app.path()).toBe('/org/projects'))
  expect(server.of(PROJECT).some(({ method }) => method === 'DELETE')).toBe(true)
})

test('a member reads that only an admin can delete', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'MEMBER' } }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/danger-zone`)
  expect(await screen.findByText('Deleting a project takes an admin of the organization.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'hand it over' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete project' })).toBeNull()
})

test('nothing is said of spending where nothing costs anything', async () => {
  const ivo = { user_id: 'i', email: 'ivo@netscope.example', first_name: 'Ivo', last_name: 'Lund' }
  fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/instance': freeInstance(),
    'GET /api/v1/organization/members': [],
    [`GET ${GUESTS}`]: {
      guests: [{ ...ivo, granted_at: '2026-11-01T00:00:00.000Z', credits_spent_this_month: 0 }],
      monthly_credit_cap: null,
    },
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  expect(await screen.findByText(/^Since/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/credit|budget/i)
})

/** An invite of a guest to these projects. */
function invite(email: string, parts: Partial<Invite>): Invite {
  return {
    id: email,
    organization_id: 'o',
    organization_name: 'Acme',
    email,
    role: 'GUEST',
    project_ids: [NETSCOPE],
    invited_by: 'Rosa Klein',
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-11-27T10:00:00.000Z',
    is_expired: false,
    ...parts,
  }
}

test('a guest who has not accepted yet stands among the guests of the project they are invited to, and no other', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/organization/members': [],
    'GET /api/v1/organization/invites': [
      invite('mia@example.com', {}),
      invite('old@example.com', { is_expired: true }),
      invite('elsewhere@example.com', { project_ids: ['another'] }),
      invite('colleague@example.com', { role: 'MEMBER', project_ids: [] }),
    ],
    [`GET ${GUESTS}`]: { guests: [], monthly_credit_cap: null },
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  const section = within(await screen.findByRole('region', { name: 'Guests' }))
  await section.findByText('mia@example.com')
  const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/mia@example\.comInvited, can accept until 27 Nov 2026Pending$/),
    expect.stringMatching(/old@example\.comInvited, expired 27 Nov 2026Expired$/),
  ])
  expect(section.queryByText('No guest sees this project.')).toBeNull()
})

test('guests can be given access, lose it, and have their spending capped', async () => {
  const ivo = { user_id: 'i', email: 'ivo@netscope.example', first_name: 'Ivo', last_name: 'Lund' }
  const access = {
    guests: [{ ...ivo, granted_at: '2026-11-01T00:00:00.000Z', credits_spent_this_month: 12.5 }],
    monthly_credit_cap: null,
  }
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/organization/members': [],
    [`GET ${GUESTS}`]: access,
    [`DELETE ${GUESTS}/user/i`]: null,
    [`PUT ${GUESTS}`]: problem(422, 'body.monthly_credit_cap: Must be a whole number.'),
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  expect(await screen.findByText(/12.5 credits spent this month/)).toBeTruthy()
  const cap = screen.getByLabelText('Credits guests may spend here each month')
  await userEvent.type(cap, 'many')
  await userEvent.click(screen.getByRole('button', { name: 'Save limit' }))
  expect(await screen.findByText('Enter a number of credits, or leave it empty.')).toBeTruthy()
  await userEvent.clear(cap)
  await userEvent.type(cap, '50')
  server.answers[`PUT ${GUESTS}`] = { ...access, monthly_credit_cap: 50 }
  await userEvent.click(screen.getByRole('button', { name: 'Save limit' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.of(GUESTS).at(-1)?.body).toEqual({ monthly_credit_cap: 50 })
  server.answers[`GET ${GUESTS}`] = { guests: [], monthly_credit_cap: 50 }
  await userEvent.click(screen.getByRole('button', { name: 'Take away the project from Ivo Lund' }))
  expect(await screen.findByText('No guest sees this project.')).toBeTruthy()
})
