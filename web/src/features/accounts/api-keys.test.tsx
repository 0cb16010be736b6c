import type { ApiKey } from '@leadlight/contract/api-keys'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, QUIETPAGER, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { security } from './testing/security.ts'

const KEY = 'll_3kTb9WmQ2sVx7PzL0aCdEfGhJnRtUvYw14Kq0Zx8Ab'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function apiKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: '1',
    name: 'Nightly export',
    scope: 'write',
    project_ids: null,
    hint: 'll_3kTb…x8Ab',
    created_at: '2026-10-01T10:00:00.000Z',
    expires_at: '2099-10-01T10:00:00.000Z',
    last_used_at: null,
    ...changes,
  }
}

async function openKeys(list: ApiKey[], answers: Answers = {}) {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /users_info/security': security(),
    'GET /users_info/api_keys': list,
    ...answers,
  })
  renderApp('/account')
  const section = await screen.findByRole('region', { name: 'Personal keys' })
  return { server, section: within(section) }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a key is created for some projects, shown once, and then listed', async () => {
  const { server, section } = await openKeys([], {
    'POST /users_info/api_keys': { ...apiKey({ project_ids: [NETSCOPE] }), key: KEY },
  })
  expect(await section.findByText('You have no keys.')).toBeTruthy()
  await press('Make a key')
  const name = screen.getByLabelText('What it is for')
  expect(document.activeElement).toBe(name)
  await userEvent.type(name, 'Nightly export')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only in some projects' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Netscope' }))
  server.answers['GET /users_info/api_keys'] = [apiKey({ project_ids: [NETSCOPE] })]
  await press('Make the key')
  expect(await section.findByText(KEY)).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('is made. Keep it now.')
  expect(server.of('/users_info/api_keys').find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Nightly export',
    scope: 'read',
    expires_in_days: 90,
    project_ids: [NETSCOPE],
  })
  await press('I have kept it')
  expect(section.queryByText(KEY)).toBeNull()
  expect(await section.findByText('Nightly export')).toBeTruthy()
  expect(section.getByRole('listitem').textContent).toContain('· Netscope')
})

test('errors show in the form, which keeps the input', async () => {
  const { section } = await openKeys([], {
    'POST /users_info/api_keys': problem(
      409,
      'You can have 20 keys at most. Revoke one first.',
      'api_key_limit_reached',
    ),
  })
  await section.findByText('You have no keys.')
  await press('Make a key')
  await userEvent.type(screen.getByLabelText('What it is for'), 'One more')
  await press('Make the key')
  expect((await section.findByRole('alert')).textContent).toContain('20 keys at most')
  expect(screen.getByLabelText<HTMLInputElement>('What it is for').value).toBe('One more')
})

test('the list shows each key’s scope, projects, expiry and last use', async () => {
  const { section } = await openKeys([
    apiKey({ id: '1', name: 'Assistant', scope: 'read', last_used_at: '2026-11-01T08:30:00.000Z' }),
    apiKey({ id: '2', name: 'Old', expires_at: '2026-01-01T00:00:00.000Z', project_ids: [NETSCOPE, QUIETPAGER] }),
    apiKey({ id: '3', name: 'Left over', scope: 'manage', project_ids: [] }),
  ])
  const list = await section.findByRole('list', { name: 'Your keys' })
  const rows = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^AssistantReadll_3kTb…x8Ab · all that you reachLast used .* · until/)
  expect(rows[1]).toMatch(/^OldExpired.* · (Netscope, Quietpager|2 projects)Never used · since/)
  expect(rows[2]).toMatch(/^Left overManage.* · no project that is still there/)
})

test('a key is revoked after a confirmation', async () => {
  const { server, section } = await openKeys([apiKey()], {
    'DELETE /users_info/api_keys/1': new Response(null, { status: 204 }),
  })
  await section.findByText('Nightly export')
  await press('Revoke Nightly export')
  await press('Keep it')
  expect(server.of('/users_info/api_keys/1')).toHaveLength(0)
  await press('Revoke Nightly export')
  server.answers['GET /users_info/api_keys'] = []
  await press('Revoke it')
  await waitFor(() => expect(section.queryByText('Nightly export')).toBeNull())
  expect(server.of('/users_info/api_keys/1')).toHaveLength(1)
})

test.each([
  ['MEMBER', false],
  ['ADMIN', true],
] as const)('a key of a %s may have the manage scope: %s', async (role, isOffered) => {
  const { section } = await openKeys([], {
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role } }),
  })
  await section.findByText('You have no keys.')
  await press('Make a key')
  await userEvent.click(screen.getByRole('combobox', { name: 'What it may do' }))
  expect(screen.getByRole('option', { name: /^Read and write/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /^Manage/ }) !== null).toBe(isOffered)
})

test('a list that cannot be loaded can be retried', async () => {
  const { server, section } = await openKeys([], { 'GET /users_info/api_keys': problem(400, 'Not now.') })
  expect(await section.findByText('Not now.')).toBeTruthy()
  server.answers['GET /users_info/api_keys'] = [apiKey()]
  await userEvent.click(section.getByRole('button', { name: /again/i }))
  expect(await section.findByText('Nightly export')).toBeTruthy()
})
