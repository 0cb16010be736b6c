import * as calls from '@leadlight/contract/calls'
import { callsIn, type Endpoint } from '@leadlight/contract/endpoint'
import { can } from '@leadlight/domain/roles'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, type SentRequest } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { savedSignal } from '../../testing/saved-signal.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function start(path: string) {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
    [`GET /api/v1/intent_signals/${NETSCOPE}`]: [SIGNAL],
  })
  return { server, ...renderApp(path) }
}

const SIGNAL = savedSignal({
  id: '019ab000-0000-7000-8000-0000000000b1',
  intent_signal: 'Sysadmins asking for a network monitoring tool',
})

test('a user who may not create a project is told so before typing', async () => {
  start('/projects/new')
  expect(await screen.findByText(/^Creating a project takes a member of the organization\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Read my website' })).toBeNull()
  expect(screen.getByRole('link', { name: 'See your projects' }).getAttribute('href')).toBe('/org/projects')
})

test('the steps of an existing project link to its settings, which a guest can read', async () => {
  start(`/projects/new/${NETSCOPE}/step-2`)
  const link = await screen.findByRole('link', { name: 'See its settings' })
  expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/settings/business`)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

/** The contract's name of a call that a guest is refused; undefined for one that a guest may make. */
function nameOfRefused({ method, path }: SentRequest): string | undefined {
  const found = CALLS.find((call) => call.method === method && patternOf(call).test(path))
  const access = found?.access ?? 'public'
  return access === 'public' || access === 'signed_in' || can('GUEST', access) ? undefined : found?.name
}

const CALLS = callsIn(calls).map(([, call]) => call)
const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u')

test('a guest can read the signals, and nothing is requested that a guest is refused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = start(`/projects/new/${NETSCOPE}/step-4`)
  expect(
    await screen.findByText('You can read the signals. Changing them takes a member of the organization.'),
  ).toBeTruthy()
  expect(await screen.findByDisplayValue(SIGNAL.intent_signal)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start finding leads' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the posts' })).toBeTruthy()
  // Longer than the pause before a preview is requested.
  await act(() => vi.advanceTimersByTimeAsync(1200))
  expect(server.requests.map(nameOfRefused).filter((name) => name !== undefined)).toEqual([])
})
