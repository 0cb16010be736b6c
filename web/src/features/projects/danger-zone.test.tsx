import type { Transfer } from '@leadlight/contract/guests'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { freeInstance, instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const PROJECT = `/api/v1/project/${NETSCOPE}`
const GUESTS = `/api/v1/project/guests-access/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function transfer(parts: Partial<Transfer> = {}): Transfer {
  return {
    id: 't',
    project_id: NETSCOPE,
    project_name: 'Netscope',
    organization_name: 'Acme',
    email: 'ben@other.example',
    requested_by: 'Rosa Klein',
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-11-27T10:00:00.000Z',
    state: 'pending',
    ...parts,
  }
}

test('a project is offered, waits for an answer, and the offer can be withdrawn', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${PROJECT}/transfer`]: new Response('null', { headers: { 'content-type': 'application/json' } }),
    [`POST ${PROJECT}/transfer`]: transfer(),
    [`POST ${PROJECT}/transfer/cancel`]: null,
  })
  renderApp(`/projects/${NETSCOPE}/settings/danger-zone`)
  await userEvent.type(await screen.findByLabelText('Email of an admin there'), 'ben@other.example')
  await userEvent.click(screen.getByRole('button', { name: 'Offer project' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer Netscope to ben@other.example?' }))
  expect(
    dialog.getByText(/guests no longer see it, and invites and personal keys to it, .* webhooks, Slack and mails end/),
  ).toBeTruthy()
  expect(server.of(`${PROJECT}/transfer`).some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Offer it' }))
  expect(await screen.findByText(/Offered to ben@other.example, who can accept until 27 Nov 2026/)).toBeTruthy()
  expect(server.of(`${PROJECT}/transfer`).find(({ method }) => method === 'POST')?.body).toEqual({
    email: 'ben@other.example',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }))
  expect(await screen.findByLabelText('Email of an admin there')).toBeTruthy()
})

test('deleting requires the typed name, and redirects to the projects', async () => {
  const server = fakeServer({ ...rosasAnswers(), [`DELETE ${PROJECT}`]: null })
  const app = renderApp(`/projects/${NETSCOPE}/settings/danger-zone`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Netscope?' })
  const remove = within(dialog).getByRole('button', { name: 'Delete project' })
  expect(remove.hasAttribute('disabled')).toBe(true)
  await userEvent.type(within(dialog).getByLabelText('Type the name of the project'), 'Netscope')
  await userEvent.click(remove)
  await waitFor(() => expect(app.path()).toBe('/org/projects'))
  expect(server.of(PROJECT).some(({ method }) => method === 'DELETE')).toBe(true)
})

test('a member reads that only an admin can do this', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'MEMBER' } }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/danger-zone`)
  expect(await screen.findByText('Transferring and deleting a project take an admin of the organization.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete project' })).toBeNull()
})

test('an offered project can be accepted from the list of projects', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/project/transfers/addressed-to-me': [transfer({ project_name: 'Tidewatch' })],
    'POST /api/v1/project/transfers/t/accept': transfer({ state: 'done' }),
  })
  renderApp('/org/projects')
  expect(await screen.findByText('Tidewatch')).toBeTruthy()
  server.answers['GET /api/v1/project/transfers/addressed-to-me'] = []
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Tidewatch is now yours.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Offered projects' })).toBeNull())
})

test('where no mail is sent, the offerer reads that they have to tell of it themselves', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/instance': instance({ mail: false }),
    [`GET ${PROJECT}/transfer`]: transfer(),
  })
  renderApp(`/projects/${NETSCOPE}/settings/danger-zone`)
  expect(
    await screen.findByText(/No mail is sent here, so tell them: the offer waits for them under Projects/),
  ).toBeTruthy()
})

test('an offered project is told above every page until it is answered, and leads to the list', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/project/transfers/addressed-to-me': [transfer({ project_name: 'Tidewatch' }), transfer({ id: 'u' })],
    'POST /api/v1/project/transfers/t/reject': null,
  })
  const app = renderApp('/account')
  const line = within(await screen.findByRole('complementary', { name: 'A project is offered to you' }))
  expect(line.getByText(/Acme offers you the project/).textContent).toBe(
    'Acme offers you the project Tidewatch, and 1 more wait for your answer.',
  )
  await userEvent.click(line.getByRole('link', { name: 'See the offers' }))
  expect(app.path()).toBe('/org/projects')
  expect(await screen.findByRole('region', { name: 'Offered projects' })).toBeTruthy()
  expect(screen.queryByRole('complementary', { name: 'A project is offered to you' })).toBeNull()
  server.answers['GET /api/v1/project/transfers/addressed-to-me'] = []
  await userEvent.click(screen.getAllByRole('button', { name: 'Decline' })[0] ?? document.body)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Offered projects' })).toBeNull())
  await app.router.navigate('/account')
  await screen.findByRole('heading', { level: 1, name: 'Account' })
  expect(screen.queryByRole('complementary', { name: 'A project is offered to you' })).toBeNull()
})

test('nobody unverified asks for projects offered to them: they would see none', async () => {
  const server = fakeServer({ ...rosasAnswers(), 'GET /users_info/me': rosa({ is_verified: false }) })
  renderApp('/org/projects')
  await screen.findByRole('heading', { level: 1, name: 'Projects' })
  await screen.findByText(/Verify rosa@netscope.example/)
  expect(server.of('/api/v1/project/transfers/addressed-to-me')).toEqual([])
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
  expect(await screen.findByText(/12.5 credits this month/)).toBeTruthy()
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
