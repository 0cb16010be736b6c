import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '@leadlight/contract/accounts'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const SEND = 'POST /auth/request-verify-token'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function openAs(changes: Partial<User>, more: Answers = {}) {
  const server = fakeServer({ ...rosasAnswers(), 'GET /users_info/me': rosa(changes), ...more })
  renderApp('/org/projects')
  await screen.findByRole('heading', { name: 'Projects' })
  await screen.findByRole('button', { name: /Account: Rosa Klein/ })
  return server
}

const notice = () => screen.queryByRole('complementary', { name: 'Your email is not verified' })

// This test must be first, while the notice's code is not loaded.
test('no page shows before the notice, so nothing moves under a press', async () => {
  let wasWithout = false
  const watch = new MutationObserver(() => {
    wasWithout ||= screen.queryByRole('heading', { name: 'Projects' }) !== null && notice() === null
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true })
  await openAs({ is_verified: false })
  await waitFor(() => expect(notice()).not.toBeNull())
  watch.disconnect()
  expect(wasWithout).toBe(false)
})

test('a user with an unverified address is told so, and can have the link sent again', async () => {
  const server = await openAs({ is_verified: false })
  server.answers[SEND] = problem(429, 'Wait an hour.', 'too_many_attempts')
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(notice()?.textContent).toContain('Wait an hour.'))
  server.answers[SEND] = new Response(null, { status: 202 })
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(notice()?.textContent).toBe('A new link is on its way to rosa@netscope.example.'))
  expect(server.of('/auth/request-verify-token')[1]?.body).toEqual({ email: 'rosa@netscope.example' })
})

test('an installation without mail says who has the link', async () => {
  const server = await openAs({ is_verified: false }, { 'GET /api/v1/instance': instance({ mail: false }) })
  await waitFor(() =>
    expect(notice()?.textContent).toMatch(
      /ask the person who runs Leadlight for the link\. .*npm run operator -- outbox/,
    ),
  )
  server.answers[SEND] = new Response(null, { status: 202 })
  await userEvent.click(screen.getByRole('button', { name: 'Make a new link' }))
  await waitFor(() => expect(notice()?.textContent).toMatch(/Ask the person .* for it\. .*npm run operator -- outbox/))
})

test.each([true, false])(
  'says that invites and offered projects need the address verified, mailed or not: %s',
  async (mail) => {
    await openAs({ is_verified: false }, { 'GET /api/v1/instance': instance({ mail }) })
    await waitFor(() =>
      expect(notice()?.textContent).toContain('Invites and projects offered to it show once you have.'),
    )
  },
)

test('a dismissed notice stays away for this session', async () => {
  await openAs({ is_verified: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Hide until next time' }))
  expect(notice()).toBeNull()
  cleanup()
  await openAs({ is_verified: false })
  expect(notice()).toBeNull()
  cleanup()
  sessionStorage.clear()
  await openAs({ is_verified: false })
  await waitFor(() => expect(notice()).not.toBeNull())
})

test.each<[string, Partial<User>]>([
  ['with a verified address', {}],
  ['impersonated by a super admin', { is_verified: false, impersonated_by: 'root@acme.example' }],
])('a user %s sees no notice', async (_, changes) => {
  await openAs(changes)
  expect(notice()).toBeNull()
})

test('it goes by itself once the link was opened elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const server = await openAs({ is_verified: false })
  await waitFor(() => expect(notice()).not.toBeNull())
  server.answers['GET /users_info/me'] = rosa({ is_verified: true })
  await vi.advanceTimersByTimeAsync(16_000)
  await waitFor(() => expect(notice()).toBeNull())
})
