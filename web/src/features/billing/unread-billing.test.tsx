import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import { answersWithPlans, API, credits, subscription } from './testing/plans.ts'

const PLAN = `GET ${API}/subscription`
const CREDITS = `GET ${API}/credits`

beforeEach(() => {
  localStorage.setItem('access_token', 'a-token-12345678')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const away = () => problem(500, 'The disk is full.')

test('a plan that cannot be loaded counts as inactive, and can be retried', async () => {
  const server = fakeServer({ ...answersWithPlans(), [PLAN]: away })
  renderApp('/org/select-plan')
  const main = await screen.findByRole('main')
  const plan = await within(main).findByRole('region', { name: 'Plan' })
  expect(await within(plan).findByText('The plan could not be loaded')).toBeTruthy()
  expect(within(main).queryByText(/You have an active plan/)).toBeNull()
  expect(within(main).queryByText('Loading the plans')).toBeNull()
  expect(screen.queryByText(/The disk is full/)).toBeNull()

  server.answers[PLAN] = subscription()
  await userEvent.click(within(plan).getByRole('button', { name: 'Try again' }))
  expect(await within(main).findByText('You have an active plan and credits.')).toBeTruthy()
  expect(await within(main).findByRole('button', { name: 'Choose Team' })).toBeTruthy()
})

test.each(['/org/billing', '/org/select-plan'])('a balance that cannot be loaded says so at %s', async (path) => {
  const server = fakeServer({ ...answersWithPlans(), [CREDITS]: away })
  renderApp(path)
  const main = await screen.findByRole('main')
  const balance = await within(main).findByRole('region', { name: 'Credits' })
  expect(await within(balance).findByText('The credits could not be loaded')).toBeTruthy()
  expect(within(main).queryByText(/You have an active plan/)).toBeNull()
  server.answers[CREDITS] = credits()
  await userEvent.click(within(balance).getByRole('button', { name: 'Try again' }))
  expect(await within(main).findByText('1,234.5')).toBeTruthy()
})

test('a plan that cannot be loaded says so at /org/billing, and the balance promises nothing from it', async () => {
  const server = fakeServer({ ...answersWithPlans(), [PLAN]: away })
  renderApp('/org/billing')
  const plan = await screen.findByRole('region', { name: 'Plan' })
  expect(await within(plan).findByText('The plan could not be loaded')).toBeTruthy()
  expect(await screen.findByText('More come on 2 Dec 2026.')).toBeTruthy()
  server.answers[PLAN] = subscription()
  await userEvent.click(within(plan).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/It renews on 2 Dec 2026/)).toBeTruthy()
  expect(await screen.findByText('The next 3,000 come on 2 Dec 2026.')).toBeTruthy()
})

test('a balance that cannot be loaded says so at the bottom of the navigation, wide or folded', async () => {
  const server = fakeServer({ ...answersWithPlans(), [CREDITS]: away })
  renderApp('/org/projects')
  expect(await screen.findByRole('button', { name: 'The credits could not be loaded. Try again' })).toBeTruthy()
  cleanup()
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  renderApp('/org/projects')
  const told = await screen.findByText('The credits could not be loaded.')
  server.answers[CREDITS] = credits()
  await userEvent.click(within(told.parentElement ?? told).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /^Credits 1,234/ })).toBeTruthy()
})

test.each([
  ['a plan', PLAN, subscription()],
  ['a balance', CREDITS, credits()],
])(
  '%s that cannot be loaded leaves the wizard its fifth step, and keeps nobody from starting',
  async (_, call, then) => {
    const server = fakeServer({ ...answersWithPlans(), [`GET /api/v1/intent_signals/${NETSCOPE}`]: [], [call]: away })
    renderApp(`/projects/new/${NETSCOPE}/step-4`)
    const steps = await screen.findByRole('navigation', { name: 'Steps' })
    expect(await within(steps).findByText('Upgrade Plan')).toBeTruthy()
    const notice = (await screen.findByText(/could not both be loaded/)).closest<HTMLElement>('div.flex-wrap')
    expect(screen.getByRole('button', { name: 'Start finding leads' })).toBeTruthy()
    server.answers[call] = then
    await userEvent.click(within(notice ?? steps).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(within(steps).queryByText('Upgrade Plan')).toBeNull())
    expect(screen.queryByText(/could not both be loaded/)).toBeNull()
  },
)
