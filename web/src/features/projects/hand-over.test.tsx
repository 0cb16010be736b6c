import type { Transfer } from '@leadlight/contract/guests'
import type { AuditEntry, Member } from '@leadlight/contract/team'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const PROJECT = `/api/v1/project/${NETSCOPE}`
const LOG = 'GET /api/v1/organization/audit_log'
const PAGE = { total: 2, total_capped: false, next_cursor: null }

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

/** An entry of the audit log about a project that has left. */
function left(projectId: string, summary: string): AuditEntry {
  return {
    id: projectId,
    at: '2026-11-20T10:00:00.000Z',
    actor: null,
    actor_id: null,
    impersonator: null,
    action: 'project.left',
    summary,
    parts: [{ text: summary, kind: null, id: null }],
    target: { project_id: projectId },
    client_address: null,
    user_agent: null,
  }
}

test('a project is offered, waits for an answer, and the offer can be withdrawn', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${PROJECT}/transfer`]: new Response('null', { headers: { 'content-type': 'application/json' } }),
    [`POST ${PROJECT}/transfer`]: transfer(),
    [`POST ${PROJECT}/transfer/cancel`]: null,
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  const section = within(await screen.findByRole('region', { name: 'Hand over' }))
  await userEvent.type(section.getByLabelText('Email of an admin there'), 'ben@other.example')
  await userEvent.click(screen.getByRole('button', { name: 'Offer project' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer Netscope to ben@other.example?' }))
  expect(
    dialog.getByText(
      /guests no longer see it. Invites to it, personal keys for it alone, .* webhooks, Slack messages and mails end/,
    ),
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

test('a teammate’s address is refused as soon as it is typed, and no question asks before', async () => {
  const teammate: Member = {
    user_id: 'ben',
    email: 'ben@netscope.example',
    first_name: 'Ben',
    last_name: 'Okafor',
    avatar_url: null,
    role: 'ADMIN',
    project_ids: [],
    joined_at: '2026-10-01T00:00:00.000Z',
  }
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${PROJECT}/transfer`]: new Response('null', { headers: { 'content-type': 'application/json' } }),
    'GET /api/v1/organization/members': [teammate],
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  const section = within(await screen.findByRole('region', { name: 'Hand over' }))
  const field = await section.findByLabelText('Email of an admin there')
  await userEvent.type(field, 'Ben@netscope.example')
  expect((await section.findByRole('alert')).textContent).toBe(
    'Ben Okafor is in your organization already. A project is handed over to an admin of another organization.',
  )
  await userEvent.click(section.getByRole('button', { name: 'Offer project' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.type(field, '.au')
  expect(section.queryByRole('alert')).toBeNull()
  expect(server.of(`${PROJECT}/transfer`).every(({ method }) => method === 'GET')).toBe(true)
})

test('whoever looks for a project that was handed over reads who has it now', async () => {
  const gone = '019a4f00-0000-7000-8000-0000000000aa'
  const summary = 'Ben Okafor took over the project Tidewatch, which now belongs to Acme.'
  const server = fakeServer({
    ...rosasAnswers(),
    [LOG]: { items: [left('other', 'Of another project.'), left(gone, summary)], ...PAGE },
  })
  const app = renderApp(`/projects/${gone}/posts`)
  expect(await screen.findByText(summary)).toBeTruthy()
  expect(app.path()).toBe('/org/projects')
  expect(await screen.findByText('Invalid project id')).toBeTruthy()
  expect(server.of(LOG.slice('GET '.length))[0]?.query.get('action')).toBe('project.left')
  expect(screen.queryByText('Of another project.')).toBeNull()
})

test('nobody is told of projects they did not ask for, and members do not read the audit log', async () => {
  const gone = '019a4f00-0000-7000-8000-0000000000aa'
  const answers = { ...rosasAnswers(), [LOG]: { items: [left(gone, 'Moved.')], ...PAGE } }
  const server = fakeServer(answers)
  renderApp('/org/projects')
  await screen.findByRole('heading', { level: 1, name: 'Projects' })
  expect(server.of(LOG.slice('GET '.length))).toEqual([])
  cleanup()
  const membership = { organization_id: 'o', role: 'MEMBER' } as const
  const other = fakeServer({ ...answers, 'GET /users_info/me': rosa({ organization_membership: membership }) })
  renderApp(`/projects/${gone}/posts`)
  await screen.findByText('Invalid project id')
  await screen.findByRole('heading', { level: 1, name: 'Projects' })
  expect(other.of(LOG.slice('GET '.length))).toEqual([])
})

test('a member of the team is not asked whom to hand a project to', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'MEMBER' } }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  await screen.findByLabelText('Project name')
  expect(screen.queryByRole('region', { name: 'Hand over' })).toBeNull()
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
  expect(
    await screen.findByText('Tidewatch is now yours. Its monitoring is off: turn it on under Signals.'),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Offered projects' })).toBeNull())
})

test('an offer that was taken back meanwhile says so and goes', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/project/transfers/addressed-to-me': [transfer({ project_name: 'Tidewatch' })],
    'POST /api/v1/project/transfers/t/accept': problem(404, 'That offer is not there any more.', 'transfer_not_found'),
  })
  renderApp('/org/projects')
  expect(await screen.findByText('Tidewatch')).toBeTruthy()
  server.answers['GET /api/v1/project/transfers/addressed-to-me'] = []
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('That offer is not there any more.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Offered projects' })).toBeNull())
})

test('where no mail is sent, the offerer reads that they have to tell of it themselves', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/instance': instance({ mail: false }),
    [`GET ${PROJECT}/transfer`]: transfer(),
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  expect(
    await screen.findByText(
      /No mail is sent here, so tell them: it waits under Projects once they have verified that address/,
    ),
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
    'Acme offers you the project Tidewatch, and 1 more waits for your answer.',
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
