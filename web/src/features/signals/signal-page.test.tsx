import type { SignalSearch } from '@leadlight/contract/asked-searches'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, leadId, noContent, signal, SIGNAL_ID } from '../leads/testing/leads-story.ts'
import { runningSearch } from '../searches/testing/search.ts'
import { preview } from './testing/preview.ts'

const PAGE = `/projects/${NETSCOPE}/signals`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const OWN = `${SIGNALS}/${SIGNAL_ID}`
const GUEST = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
const { intent_signal: WORDS } = signal()

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function past(parts: Partial<SignalSearch> = {}): SignalSearch {
  return {
    ...runningSearch({ state: 'done', finished_at: '2026-11-20T10:05:00.000Z', seen: 388, judged: 250, kept: 8 }),
    intent_signal: WORDS,
    revision: 2,
    ...parts,
  }
}

function open(path: string, answers: Answers = {}) {
  const last_search = runningSearch({ state: 'done', finished_at: '2026-11-20T10:05:00.000Z' })
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [signal({ last_search })],
    [`GET ${SIGNALS}/searches`]: [last_search],
    [`GET ${OWN}/searches`]: [past()],
    [`GET ${OWN}/asked_searches`]: null,
    [`POST ${SIGNALS}/preview`]: preview(),
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    ...answers,
  })
  return { server, app: renderApp(path) }
}

const history = async () => within(await screen.findByRole('region', { name: 'History' }))

test('the history lists its searches, and the words they went by where these were others', async () => {
  open(`${PAGE}/${SIGNAL_ID}`, {
    [`GET ${OWN}/searches`]: [
      past({ credits_spent: 4, reanalysis: { done: 250, gained: 12, lost: 5 } }),
      past({ id: leadId(2), intent_signal: 'Any tool', revision: 1, note: 'The budget was used up.' }),
    ],
  })
  const list = await history()
  expect(await list.findByText(/250 posts judged again: gained 12, lost 5 · 4 credits/)).toBeTruthy()
  const earlier = within(list.getByText('Any tool').closest('li') ?? document.body)
  expect(earlier.getByText(/388 collected, 250 judged, 8 kept/)).toBeTruthy()
  expect(earlier.getByText('The budget was used up.')).toBeTruthy()
  expect(list.queryByText(WORDS)).toBeNull()
  expect(list.getByText('Added on 1 Nov 2026.')).toBeTruthy()
})

test('the history says that it could not be loaded, and is read again on request', async () => {
  const { server } = open(`${PAGE}/${SIGNAL_ID}`, { [`GET ${OWN}/searches`]: problem(400, 'Not now.') })
  const list = await history()
  expect((await list.findByRole('alert')).textContent).toContain('The searches could not be loaded. Not now.')
  server.answers[`GET ${OWN}/searches`] = [past()]
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText(/388 collected/)).toBeTruthy()
})

test.each([
  [WORDS, WORDS],
  [`People who ${'really '.repeat(10)}leave`, `People who ${'really '.repeat(7).trim()}…`],
])('the tab is named by its words, shortened where they are long: %s', async (words, title) => {
  open(`${PAGE}/${SIGNAL_ID}`, { [`GET ${SIGNALS}`]: [signal({ intent_signal: words })] })
  await waitFor(() => expect(document.title).toBe(`${title} · Leadlight`))
})

test('its words are changed and saved in place', async () => {
  const { server } = open(`${PAGE}/${SIGNAL_ID}`, {
    [`POST ${OWN}/backtest`]: problem(400, 'Not now.'),
    [`PUT ${OWN}`]: signal({ intent_signal: `${WORDS}!` }),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: `Signal: ${WORDS}` }), '!')
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await userEvent.click(save)
  expect(await screen.findByRole('textbox', { name: `Signal: ${WORDS}!` })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(server.of(OWN)[0]?.body).toMatchObject({ intent_signal: `${WORDS}!` })
})

test('deleting it leads back to all signals', async () => {
  const { app } = open(`${PAGE}/${SIGNAL_ID}`, { [`DELETE ${OWN}`]: noContent() })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete this signal' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete signal' }))
  await waitFor(() => expect(app.path()).toBe(PAGE))
})

test('a search can be started, and not twice at once', async () => {
  const { server } = open(`${PAGE}/${SIGNAL_ID}`, { [`POST ${OWN}/run_search`]: { search_id: leadId(901) } })
  const run = await screen.findByRole<HTMLButtonElement>('button', { name: 'Run search' })
  server.answers[`GET ${SIGNALS}/searches`] = [runningSearch()]
  await userEvent.click(run)
  await waitFor(() => expect(run.disabled).toBe(true))
  expect(server.of(`${OWN}/run_search`)).toHaveLength(1)
})

test('a guest reads all of it but what only members may, and changes nothing', async () => {
  open(`${PAGE}/${SIGNAL_ID}`, { 'GET /users_info/me': GUEST })
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Signal: ${WORDS}` })
  expect(words.readOnly).toBe(true)
  expect(await (await history()).findByText(/388 collected/)).toBeTruthy()
  expect(screen.getByText(/Changing it takes a member/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'What Leadlight reads' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Run search' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete this signal' })).toBeNull()
})

test('a signal of another project, or none, is said not to exist', async () => {
  open(`${PAGE}/${leadId(77)}`)
  expect(await screen.findByRole('heading', { name: 'This signal does not exist' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All signals' }).getAttribute('href')).toBe(PAGE)
})

test('a new signal is written on a page of its own, and its page opens once it is added', async () => {
  const added = signal({ id: leadId(43), intent_signal: 'Leaving Nagios', lead_count: 0 })
  const { server, app } = open(`${PAGE}/new`, { [`POST ${SIGNALS}`]: added })
  await userEvent.type(await screen.findByRole('textbox', { name: 'New signal' }), 'Leaving Nagios')
  await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
  await waitFor(() => expect(app.path()).toBe(`${PAGE}/${added.id}`))
  expect(server.of(SIGNALS).find(({ method }) => method === 'POST')?.body).toMatchObject({
    intent_signal: 'Leaving Nagios',
  })
  expect(await screen.findByText(/^Nothing yet\. A search asks/)).toBeTruthy()
})

test('a guest is told who writes signals', async () => {
  open(`${PAGE}/new`, { 'GET /users_info/me': GUEST })
  expect(await screen.findByText('Writing signals takes a member of the organization.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
