import type { AuditEntry, Invite, Member } from '@leadlight/contract/team'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const MEMBERS = '/api/v1/organization/members'
const INVITES = '/api/v1/organization/invites'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function member(parts: Partial<Member>): Member {
  return {
    user_id: 'u',
    email: 'rosa@netscope.example',
    first_name: 'Rosa',
    last_name: 'Klein',
    avatar_url: null,
    role: 'ADMIN',
    project_ids: [],
    joined_at: '2026-10-01T00:00:00.000Z',
    ...parts,
  }
}

const IVO = { user_id: 'i', email: 'ivo@netscope.example', first_name: 'Ivo', last_name: 'Lund' }

function invite(parts: Partial<Invite> = {}): Invite {
  return {
    id: 'inv',
    organization_id: 'o',
    organization_name: 'Acme',
    email: 'mia@example.com',
    role: 'MEMBER',
    project_ids: [],
    invited_by: 'Rosa Klein',
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-11-27T10:00:00.000Z',
    is_expired: false,
    ...parts,
  }
}

function teamAnswers() {
  return {
    ...rosasAnswers(),
    [`GET ${MEMBERS}`]: [member({}), member({ ...IVO, role: 'GUEST', project_ids: [NETSCOPE] })],
    [`GET ${INVITES}`]: [invite(), invite({ id: 'old', email: 'old@example.com', is_expired: true })],
  }
}

test('an admin sees the members, their roles and a guest’s projects; the last admin cannot be changed', async () => {
  fakeServer(teamAnswers())
  renderApp('/team')
  const table = await screen.findByRole('table', { name: 'Members' })
  expect(within(table).getByText('rosa@netscope.example')).toBeTruthy()
  expect(within(table).getByText('Netscope')).toBeTruthy()
  expect(within(table).getByRole('combobox', { name: 'Role of Ivo Lund' })).toBeTruthy()
  expect(within(table).queryByRole('combobox', { name: 'Role of Rosa Klein' })).toBeNull()
  expect(await screen.findByText(/Expired 27 Nov 2026/)).toBeTruthy()
})

test('a failed invite keeps the input and says why, and a guest needs a project', async () => {
  const server = fakeServer({ ...teamAnswers(), [`POST ${INVITES}`]: problem(409, 'Mia is a member already.') })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('button', { name: 'Invite people' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite people' })
  await userEvent.type(within(dialog).getByLabelText('Email'), 'mia@example.com')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invite' }))
  expect(await within(dialog).findByText('Mia is a member already.')).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe('mia@example.com')

  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Role' }))
  await userEvent.click(await screen.findByRole('option', { name: /Guest/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invite' }))
  expect(await within(dialog).findByText('Choose at least one project for the guest.')).toBeTruthy()
  const projects = within(dialog).getByRole('group', { name: 'Projects this guest sees' })
  expect(within(projects).getByRole('alert').textContent).toBe('Choose at least one project for the guest.')

  server.answers[`POST ${INVITES}`] = invite({ role: 'GUEST' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Netscope' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invite' }))
  expect(await screen.findByText('mia@example.com is invited. The invite lasts 7 days.')).toBeTruthy()
  expect(server.of(INVITES).findLast(({ method }) => method === 'POST')?.body).toEqual({
    email: 'mia@example.com',
    role: 'GUEST',
    project_ids: [NETSCOPE],
  })
})

test('a guest’s invite that waits names the projects it is to, which lead to who sees them', async () => {
  const guest = invite({ role: 'GUEST', project_ids: [NETSCOPE, 'gone'] })
  const left = invite({ id: 'left', email: 'left@example.com', role: 'GUEST' })
  fakeServer({ ...teamAnswers(), [`GET ${INVITES}`]: [guest, left] })
  renderApp('/org/team')
  const section = within(await screen.findByRole('region', { name: /Invites/ }))
  const link = await section.findByRole('link', { name: 'Netscope' })
  expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/settings/project`)
  expect(section.getAllByRole('link')).toHaveLength(1)
  expect(section.getByText('To no project any more')).toBeTruthy()
})

test('the error of an address disappears once another is typed', async () => {
  fakeServer({ ...teamAnswers(), [`POST ${INVITES}`]: problem(409, 'Mia is a member already.') })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('button', { name: 'Invite people' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }))
  await userEvent.type(dialog.getByLabelText('Email'), 'mia@example.com{Enter}')
  expect(await dialog.findByText('Mia is a member already.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Email'), '.au')
  expect(dialog.queryByText('Mia is a member already.')).toBeNull()
})

test('an invite can be sent again and revoked', async () => {
  const server = fakeServer({
    ...teamAnswers(),
    [`POST ${INVITES}/inv/resend`]: invite(),
    [`POST ${INVITES}/inv/cancel`]: null,
  })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('button', { name: 'Send the invite to mia@example.com again' }))
  expect(await screen.findByText('The invite to mia@example.com was sent again.')).toBeTruthy()
  server.answers[`GET ${INVITES}`] = []
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the invite to mia@example.com' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Invites/ })).toBeNull())
})

test('where no mail is sent, an invite is created and gets a new link, and nothing claims that it was sent', async () => {
  const server = fakeServer({
    ...teamAnswers(),
    'GET /api/v1/instance': instance({ mail: false }),
    [`POST ${INVITES}/inv/resend`]: invite(),
  })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('button', { name: 'New link for the invite to mia@example.com' }))
  expect(
    await screen.findByText(/^A new link for mia@example.com is ready\. Ask the .* npm run operator -- outbox$/),
  ).toBeTruthy()
  expect(server.of(`${INVITES}/inv/resend`)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Invite people' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }))
  const whereTo =
    /^No mail is sent here\. Ask the person who runs Leadlight for the link .* npm run operator -- outbox$/
  expect(dialog.getByText(whereTo)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Create invite' })).toBeTruthy()
  expect(screen.queryByText(/^Send/)).toBeNull()
  server.answers[`POST ${INVITES}`] = invite({ email: 'lea@example.com' })
  await userEvent.type(dialog.getByLabelText('Email'), 'lea@example.com{Enter}')
  await screen.findByText('lea@example.com is invited. The invite lasts 7 days. Pass its link on.')
  expect(screen.getByText(whereTo)).toBeTruthy()
})

test('a role can be changed, and a member removed after a confirmation', async () => {
  const server = fakeServer({
    ...teamAnswers(),
    [`PATCH ${MEMBERS}/i`]: member({ ...IVO, role: 'MEMBER' }),
    [`DELETE ${MEMBERS}/i`]: null,
  })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Role of Ivo Lund' }))
  await userEvent.click(await screen.findByRole('option', { name: /Member/ }))
  expect(await screen.findByText('Ivo Lund is now a member.')).toBeTruthy()
  expect(server.of(`${MEMBERS}/i`)[0]?.body).toEqual({ role: 'MEMBER' })
  await userEvent.click(screen.getByRole('button', { name: 'More about Ivo Lund' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from the organization' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Ivo Lund?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Ivo Lund is no longer in your organization.')).toBeTruthy()
})

test('a guest sees neither the team nor its controls', async () => {
  const server = fakeServer({
    ...teamAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  renderApp('/org/team')
  expect(await screen.findByText(/You are a guest here/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete organization' })).toBeNull()
  expect(server.of(MEMBERS)).toEqual([])
  expect(server.of(INVITES)).toEqual([])
})

test('leaving says why it is impossible; deleting requires the typed name', async () => {
  const server = fakeServer({
    ...teamAnswers(),
    'POST /api/v1/organization/leave': problem(409, 'You are the last admin.', 'last_admin'),
    'POST /api/v1/organization/delete': null,
  })
  renderApp('/org/team')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave organization' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('You are the last admin.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))

  await userEvent.click(screen.getByRole('button', { name: 'Delete organization' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Acme?' })
  const remove = within(dialog).getByRole('button', { name: 'Delete organization' })
  await userEvent.type(within(dialog).getByLabelText('Type the name of the organization'), 'Acm')
  expect(remove.hasAttribute('disabled')).toBe(true)
  await userEvent.type(within(dialog).getByLabelText('Type the name of the organization'), 'e')
  server.answers['GET /api/v1/organization'] = problem(404, 'Organization not found')
  await userEvent.click(remove)
  expect(await screen.findByRole('heading', { name: 'Create your organization' })).toBeTruthy()
  expect(server.of('/api/v1/organization/delete')[0]?.body).toEqual({ name: 'Acme' })
})

test('a user without an organization sees pending invites, and joins', async () => {
  const server = fakeServer({
    ...teamAnswers(),
    'GET /api/v1/organization': problem(404, 'Organization not found'),
    [`GET ${INVITES}/addressed-to-me`]: [invite()],
    [`POST ${INVITES}/inv/accept`]: invite(),
  })
  renderApp('/org/team')
  await screen.findByRole('heading', { name: 'You are invited' })
  server.answers['GET /api/v1/organization'] = { id: 'o', name: 'Acme', created_at: '2026-10-01T00:00:00.000Z' }
  await userEvent.click(screen.getByRole('button', { name: 'Join Acme' }))
  expect(await screen.findByRole('heading', { name: 'Team' })).toBeTruthy()
})

describe('the audit log', () => {
  const LEAD = '01890000-0000-7000-8000-000000000011'
  const entry = (id: string, parts: AuditEntry['parts'], target: AuditEntry['target'] = {}): AuditEntry => ({
    id,
    at: '2026-11-20T10:00:00.000Z',
    actor: 'Rosa Klein',
    actor_id: '01890000-0000-7000-8000-000000000012',
    impersonator: 'root@leadlight.example',
    action: 'starLead',
    summary: parts.map(({ text }) => text).join(''),
    parts,
    target,
    client_address: '203.0.113.7',
    user_agent: 'Mozilla/5.0',
  })
  const word = (text: string) => ({ text, kind: null, id: null })
  const log = (items: AuditEntry[], next_cursor: string | null = null) => ({
    items,
    total: 2,
    total_capped: false,
    next_cursor,
  })

  test('says each change in a sentence, page by page', async () => {
    const server = fakeServer({
      ...teamAnswers(),
      'GET /api/v1/organization/audit_log': ({ query }) =>
        query.has('cursor')
          ? log([entry('2', [word('Rosa Klein renamed the organization')])])
          : log([entry('1', [word('Rosa Klein invited somebody as Member')])], 'next'),
    })
    renderApp('/org/audit-log')
    expect(await screen.findByText('Rosa Klein invited somebody as Member')).toBeTruthy()
    expect(screen.getByText('really root@leadlight.example')).toBeTruthy()
    expect(screen.getByText('203.0.113.7')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
    expect(await screen.findByText('Rosa Klein renamed the organization')).toBeTruthy()
    expect(server.of('/api/v1/organization/audit_log').at(-1)?.query.get('cursor')).toBe('next')
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('leads to what is named while it is there, and keeps ids behind a disclosure', async () => {
    const parts = [
      word('Rosa starred '),
      { text: '“Which oven?”', kind: 'lead' as const, id: LEAD },
      word(' and '),
      { text: 'a deleted lead', kind: 'lead' as const, id: null },
    ]
    fakeServer({
      ...teamAnswers(),
      'GET /api/v1/organization/audit_log': log([entry('1', parts, { project_id: NETSCOPE, id: LEAD })]),
    })
    renderApp('/org/audit-log')
    const link = await screen.findByRole('link', { name: '“Which oven?”' })
    expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts/${LEAD}`)
    expect(screen.queryByRole('link', { name: 'a deleted lead' })).toBeNull()
    const details = screen.getByText('Details').closest('details')
    expect(details?.open).toBe(false)
    expect(details?.textContent).toContain(`id${LEAD}`)
    expect(details?.textContent).toContain('programMozilla/5.0')
  })
})

test('an admin says whom people may write to, and everybody sees how long what is kept', async () => {
  const saved = { contact: 'privacy@acme.example', kept: [] }
  const server = fakeServer({ ...teamAnswers(), 'PATCH /api/v1/organization/privacy': saved })
  renderApp('/org/team')
  const field = await screen.findByLabelText('Contact for people you write to')
  expect(screen.getByText('30 days after its end.')).toBeTruthy()
  await userEvent.type(field, ' privacy@acme.example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ contact: 'privacy@acme.example' })
})
