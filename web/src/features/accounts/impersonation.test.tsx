import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const OWN = 'own-token-12345678'
const THEIRS = 'their-token-8765432'

beforeEach(() => localStorage.setItem('access_token', OWN))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const root = rosa({
  email: 'root@leadlight.example',
  organization_membership: { organization_id: 'o', role: 'SUPER_ADMIN' },
})

test('a super admin sees the product as another user, under a bar, and returns to their own session', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': ({ headers }) =>
      headers.get('authorization') === `Bearer ${THEIRS}` ? rosa({ impersonated_by: root.email }) : root,
    'POST /users_info/admin/get_user_token': { token: THEIRS },
    'POST /auth/jwt/logout': null,
  })
  renderApp('/org/projects')
  await userEvent.click(await screen.findByRole('button', { name: /Account: Rosa Klein/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'See as another user' }))
  const dialog = await screen.findByRole('dialog', { name: 'See as another user' })
  await userEvent.type(within(dialog).getByLabelText('Their email'), 'rosa@netscope.example')
  await userEvent.click(within(dialog).getByRole('button', { name: 'See as them' }))

  const bar = await screen.findByRole('complementary', { name: 'Seeing as another user' })
  expect(bar.textContent).toContain('rosa@netscope.example')
  expect(localStorage.getItem('access_token')).toBe(THEIRS)
  expect(localStorage.getItem('analytics_off')).toBe('true')
  expect(sessionStorage.getItem('own_access_token')).toBe(OWN)
  expect(server.of('/users_info/admin/get_user_token')[0]?.query.get('email')).toBe('rosa@netscope.example')

  await userEvent.click(within(bar).getByRole('button', { name: 'Back to my account' }))
  await waitFor(() => expect(localStorage.getItem('access_token')).toBe(OWN))
  expect(server.of('/auth/jwt/logout')[0]?.headers.get('authorization')).toBe(`Bearer ${THEIRS}`)
  expect(sessionStorage.getItem('own_access_token')).toBeNull()
  expect(localStorage.getItem('analytics_off')).toBeNull()
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Seeing as another user' })).toBeNull())
})

test('a refusal is shown, and nothing changes', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': root,
    'POST /users_info/admin/get_user_token': problem(403, 'Nobody sees the product as another super admin.'),
  })
  renderApp('/org/projects')
  await userEvent.click(await screen.findByRole('button', { name: /Account: Rosa Klein/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'See as another user' }))
  await userEvent.type(await screen.findByLabelText('Their email'), 'boss@leadlight.example')
  await userEvent.click(screen.getByRole('button', { name: 'See as them' }))
  expect(await screen.findByText('Nobody sees the product as another super admin.')).toBeTruthy()
  expect(localStorage.getItem('access_token')).toBe(OWN)
  expect(sessionStorage.getItem('own_access_token')).toBeNull()
})

test('other users are not offered it', async () => {
  fakeServer(rosasAnswers())
  renderApp('/org/projects')
  await userEvent.click(await screen.findByRole('button', { name: /Account: Rosa Klein/ }))
  await screen.findByRole('menuitem', { name: 'Sign out' })
  expect(screen.queryByRole('menuitem', { name: 'See as another user' })).toBeNull()
})
