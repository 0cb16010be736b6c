import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IntentSignal } from '@leadlight/contract/signals'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers, SentRequest } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { channel, source } from '../sources/testing/open-sources.ts'
import { preview } from './testing/preview.ts'
import { savedSignal } from '../../testing/saved-signal.ts'

const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const PREVIEW = `${SIGNALS}/preview`
const IDEA = 'People paged at night by false alarms'
const IDS = ['019ab000-0000-7000-8000-0000000000a1', '019ab000-0000-7000-8000-0000000000a2']
const WIDENED = 'Nothing in the last 30 days, so the period is now 365 days.'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function signal(parts: Partial<IntentSignal> = {}): IntentSignal {
  return savedSignal({ id: IDS[0] ?? '', ...parts })
}

const bodyOf = ({ body }: SentRequest) => body as { intent_signal: string; search_days: number }

/** A server on which only a year holds posts, with one saved signal whose preview has some. */
function open(more: Answers = {}) {
  const added = (request: SentRequest) => signal({ id: IDS[1] ?? '', ...bodyOf(request) })
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [signal()],
    [`POST ${SIGNALS}`]: added,
    [`PUT ${SIGNALS}/${IDS[1]}`]: added,
    [`POST ${PREVIEW}`]: (request) => {
      const { intent_signal: text, search_days: days } = bodyOf(request)
      return preview({ caught: text.startsWith('Looking') ? 41 : days === 365 ? 4 : 0, seen: days })
    },
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: {
      intent_signals: [{ intent_signal: IDEA, why: 'They have the problem you solve.' }],
      written_by: null,
      note: null,
    },
    ...more,
  })
  renderApp(`/projects/new/${NETSCOPE}/step-4`)
  return server
}

const panel = async () => within(await screen.findByRole('region', { name: 'Preview' }))
const asked = (server: ReturnType<typeof open>) => server.of(PREVIEW).map(bodyOf)
const periodOf = (index: number) =>
  screen.getAllByRole('combobox', { name: 'How far back to look' })[index]?.textContent

test('an added suggestion shows its own preview, which takes a year where 30 days hold nothing', async () => {
  const server = open()
  const region = await panel()
  await region.findByText('41 posts')
  await userEvent.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  expect(await region.findByText('4 posts')).toBeTruthy()
  expect(region.getByText(WIDENED)).toBeTruthy()
  expect(asked(server).slice(1)).toEqual([
    { intent_signal: IDEA, search_days: 30 },
    { intent_signal: IDEA, search_days: 365 },
  ])
  await waitFor(() => expect(periodOf(1)).toBe('Last 365 days'))
  expect(server.of(`${SIGNALS}/${IDS[1]}`).map(({ body }) => body)).toEqual([
    { intent_signal: IDEA, search_days: 365, do_reanalyze: false },
  ])
})

test('nothing of another signal, and no empty answer, stays while the next preview is made', async () => {
  const server = open()
  const region = await panel()
  await region.findByText('41 posts')
  server.answers[`POST ${PREVIEW}`] = () => new Promise(() => undefined)
  await userEvent.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  await waitFor(() => expect(region.queryByText('41 posts')).toBeNull())
  expect(region.getAllByText('Looking through recent posts').length).toBeGreaterThan(0)
  expect(region.queryByText('0 posts')).toBeNull()
})

test('only of words that were tried in 30 days does it say that those held nothing', async () => {
  open()
  const region = await panel()
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  expect(await region.findByText(WIDENED)).toBeTruthy()
  await waitFor(() => expect(periodOf(1)).toBe('Last 365 days'))
  const field = screen.getByRole('textbox', { name: `Signal: ${IDEA}` })
  await user.type(field, ' again')
  expect(region.queryByText(WIDENED)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('textbox', { name: `Signal: ${IDEA} again` }))
  expect(region.queryByText(WIDENED)).toBeNull()
  await user.clear(field)
  await user.type(field, IDEA)
  expect(region.getByText(WIDENED)).toBeTruthy()
})

test('other settings of a new signal begin with 30 days again, as other words do', async () => {
  const server = open()
  const region = await panel()
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByRole('textbox', { name: 'New signal' }), 'Leaving Nagios')
  expect(await region.findByText(WIDENED)).toBeTruthy()
  // The last is the new signal's.
  await user.click(screen.getAllByRole('button', { name: 'More options' }).at(-1)!)
  await user.click(screen.getByRole('button', { name: 'Not interested in' }))
  await user.type(screen.getByRole('textbox', { name: 'Not interested in' }), 'job ads')
  expect(region.queryByText(WIDENED)).toBeNull()
  expect(await region.findByText(WIDENED)).toBeTruthy()
  const other = { intent_signal: 'Leaving Nagios', not_interested: 'job ads' }
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ ...other, search_days: 365 }))
  expect(asked(server).at(-2)).toEqual({ ...other, search_days: 30 })
})

test('a new signal is widened and added with its year, and other words begin with 30 days again', async () => {
  const server = open()
  const region = await panel()
  const user = userEvent.setup({ delay: null })
  const field = await screen.findByRole('textbox', { name: 'New signal' })
  await user.type(field, 'Leaving Nagios')
  expect(await region.findByText(WIDENED)).toBeTruthy()
  await waitFor(() => expect(periodOf(1)).toBe('Last 365 days'))
  await user.type(field, ' today')
  expect(periodOf(1)).toBe('Last 30 days')
  expect(region.queryByText(WIDENED)).toBeNull()
  await waitFor(() => expect(periodOf(1)).toBe('Last 365 days'))
  await user.click(screen.getByRole('button', { name: 'Add signal' }))
  await screen.findByRole('textbox', { name: 'Signal: Leaving Nagios today' })
  expect(server.of(SIGNALS).find(({ method }) => method === 'POST')?.body).toMatchObject({ search_days: 365 })
  expect(region.getByText(WIDENED)).toBeTruthy()
})

test('a period that somebody chose stays as it is', async () => {
  const server = open()
  const region = await panel()
  const user = userEvent.setup({ delay: null })
  const [, period] = await screen.findAllByRole('combobox', { name: 'How far back to look' })
  await user.click(period!)
  await user.click(await screen.findByRole('option', { name: 'Last 90 days' }))
  await user.type(await screen.findByRole('textbox', { name: 'New signal' }), 'Leaving Nagios')
  expect(await region.findByText('0 posts')).toBeTruthy()
  expect(region.getByText('No post so far. Try plainer words, or more days.')).toBeTruthy()
  expect(asked(server).at(-1)).toEqual({ intent_signal: 'Leaving Nagios', search_days: 90 })
})

test('a preview whose channels all failed says so, and widens nothing', async () => {
  const failed = { platform: 'rss', display_name: 'Feeds', state: 'failed' as const, seen: 0, error: 'No feed.' }
  const server = open({ [`POST ${PREVIEW}`]: preview({ channels: [failed] }) })
  const region = await panel()
  await userEvent.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  expect(await region.findByText('No feed.', { exact: false })).toBeTruthy()
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ intent_signal: IDEA, search_days: 30 }))
  expect(region.queryByText(WIDENED)).toBeNull()
})

test('a longer period that cannot be saved says so', async () => {
  open({ [`PUT ${SIGNALS}/${IDS[1]}`]: problem(503, 'The database is busy.') })
  await userEvent.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  expect(await screen.findByText('The longer period was not saved. The database is busy.')).toBeTruthy()
})

test.each([
  { when: 'before the preview answers', isSavedFirst: true },
  { when: 'while they are being saved', isSavedFirst: false },
])('new words outlast a period that is widened $when', async ({ isSavedFirst }) => {
  const REWORDED = `${IDEA} again`
  const added = `${SIGNALS}/${IDS[1]}`
  const [saved, previewed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = open({
    [`PUT ${added}`]: async (request) => {
      await saved.promise
      return signal({ id: IDS[1] ?? '', ...bodyOf(request) })
    },
    [`POST ${PREVIEW}`]: async (request) => {
      const { intent_signal: text, search_days: days } = bodyOf(request)
      if (text === REWORDED && days === 30) await previewed.promise
      return preview({ caught: text === REWORDED && days === 30 ? 0 : 41 })
    },
  })
  const region = await panel()
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  await user.type(await screen.findByRole('textbox', { name: `Signal: ${IDEA}` }), ' again')
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ intent_signal: REWORDED, search_days: 30 }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(added)).toHaveLength(1))
  if (isSavedFirst) {
    saved.resolve()
    await screen.findByRole('textbox', { name: `Signal: ${REWORDED}` })
  }
  previewed.resolve()
  expect(await region.findByText(WIDENED)).toBeTruthy()
  saved.resolve()
  await waitFor(() => expect(periodOf(1)).toBe('Last 365 days'))
  expect(server.of(added).map(({ body }) => body)).toEqual([
    expect.objectContaining({ intent_signal: REWORDED }),
    { intent_signal: REWORDED, search_days: 365, do_reanalyze: false },
  ])
})

test('a preview is made again where searches cover other sources than before', async () => {
  const sources = `/api/v1/sources/${NETSCOPE}`
  const hackerNews = channel()
  const off = channel({ state: 'off' })
  const server = open({
    [`GET ${sources}`]: [source()],
    [`GET ${sources}/channels`]: [hackerNews],
    [`GET ${sources}/platforms`]: [],
    [`PUT ${sources}/channels/hacker_news`]: off,
  })
  await (await panel()).findByText('41 posts')
  const line = within(screen.getByRole('region', { name: 'Sources' }))
  await userEvent.click(await line.findByRole('button', { name: 'Change' }))
  server.answers[`GET ${sources}`] = [source({ on: false })]
  await userEvent.click(await line.findByRole('switch', { name: 'Hacker News' }))
  await waitFor(() => expect(asked(server)).toHaveLength(2))
})

test('on a narrow screen an added suggestion comes into view, with its preview below', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  open()
  await userEvent.click(await screen.findByRole('button', { name: `Add: ${IDEA}` }))
  const added = await screen.findByRole('textbox', { name: `Signal: ${IDEA}` })
  await waitFor(() => expect(shown.mock.contexts.some((element) => (element as Element).contains(added))).toBe(true))
  shown.mockRestore()
})
