import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { IntentSignal } from '@leadlight/contract/signals'
import type { NamePreview } from '@leadlight/contract/watched-names'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { savedSignal } from '../../testing/saved-signal.ts'
import { eventStream } from '../leads/testing/leads-story.ts'
import { answers as editorAnswers, STEP_4 } from './testing/asked-preview.ts'

const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const NAMES = `${SIGNALS}/names`
const PAGE = `/projects/${NETSCOPE}/signals/names`
const ID = '019ab000-0000-7000-8000-0000000000c1'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function named(parts: Partial<IntentSignal> = {}): IntentSignal {
  const monitoring = { ...savedSignal({ id: ID }).monitoring, enabled: true, state: 'listening' as const }
  return savedSignal({ id: ID, kind: 'name', intent_signal: 'Netscope NOT netscope.example', monitoring, ...parts })
}

function preview(parts: Partial<NamePreview> = {}): NamePreview {
  return { seen: 40, matched: 0, posts: [], per_day: [], channels: [], ...parts }
}

const post: NamePreview['posts'][number] = {
  post_id: '019ab000-0000-7000-8000-0000000000d1',
  platform: 'hacker_news',
  community: null,
  author: 'mara',
  url: 'https://news.example/1',
  title: 'Monitoring',
  text: 'Monitoring\nWe run Netscope here.',
  posted_at: '2026-11-20T10:00:00.000Z',
  reason: 'It names Netscope.',
  evidence: [{ start: 18, end: 26, kind: 'for', label: 'Names Netscope' }],
}

function open(more: Answers = {}, path = PAGE) {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [],
    [`GET ${SIGNALS}/searches`]: [],
    [`GET ${SIGNALS}/${ID}/searches`]: [],
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`POST ${NAMES}/preview`]: preview({ matched: 1, posts: [post] }),
    ...more,
  })
  return { server, app: renderApp(path) }
}

const field = () => screen.findByRole('textbox', { name: 'Names to watch' })
const user = () => userEvent.setup({ delay: null })

test('a name is checked while it is typed, and nothing that cannot be read is sent', async () => {
  const { server } = open()
  await user().type(await field(), '(Netscope')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This parenthesis is not closed. This is about (, at character 1.',
  )
  await user().click(screen.getByRole('button', { name: 'Watch' }))
  expect(server.of(NAMES)).toHaveLength(0)
  expect(server.of(`${NAMES}/preview`)).toHaveLength(0)
})

test('its posts show before it is watched, and once it is, its page opens', async () => {
  const { server, app } = open({ [`POST ${NAMES}`]: named() })
  await user().type(await field(), 'Netscope NOT netscope.example')
  const panel = within(await screen.findByRole('region', { name: 'Posts that have the names' }))
  expect((await panel.findByText('Netscope', { selector: 'mark' })).textContent).toBe('Netscope')
  await user().click(screen.getByRole('button', { name: 'Watch' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/signals/${ID}`))
  expect(server.of(NAMES)[0]?.body).toEqual({ names: 'Netscope NOT netscope.example' })
  expect(await screen.findByRole('heading', { name: 'Name', level: 1 })).toBeTruthy()
  expect(screen.getByText('New posts that have the names become leads as they come.')).toBeTruthy()
  expect(screen.queryByText('How good it is')).toBeNull()
})

test('what was typed stays where the server refuses it', async () => {
  open({
    [`POST ${NAMES}`]: problem(409, 'This project already has a signal with these words.'),
  })
  await user().type(await field(), 'Netscope')
  await user().click(screen.getByRole('button', { name: 'Watch' }))
  expect((await screen.findByRole('alert')).textContent).toContain('already has a signal with these words')
  expect((await field()).textContent).toBe('Netscope')
})

test('watched names are changed on their page', async () => {
  const { server } = open(
    { [`GET ${SIGNALS}`]: [named()], [`PUT ${NAMES}/${ID}`]: named({ intent_signal: 'Netscope' }) },
    `/projects/${NETSCOPE}/signals/${ID}`,
  )
  await user().clear(await field())
  await user().type(await field(), 'Netscope')
  await user().click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(`${NAMES}/${ID}`)[0]?.body).toEqual({ names: 'Netscope' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test('a list says what each line becomes, and keeps what was not taken', async () => {
  const line = (number: number, text: string, parts: object) => ({
    line: number,
    text,
    names: text,
    why: null,
    ...parts,
  })
  const { server } = open({
    [`POST ${NAMES}/import`]: {
      lines: [
        line(1, 'acme', { outcome: 'new' }),
        line(2, '"acme', { outcome: 'wrong', names: null, why: 'Not closed.' }),
      ],
      header: null,
      unused: [],
      signal_ids: [ID],
    },
  })
  const list = await screen.findByRole('textbox', { name: 'A list from another tool' })
  await user().click(list)
  await user().paste('acme\n"acme')
  const lines = within(screen.getByRole('list', { name: 'What the list becomes' }))
  expect(lines.getByText('New')).toBeTruthy()
  expect(lines.getByText('This quotation mark is not closed.')).toBeTruthy()
  await user().click(screen.getByRole('button', { name: 'Watch 1 name' }))
  await waitFor(() => expect(list.textContent).toBe('"acme'))
  expect(server.of(`${NAMES}/import`)[0]?.body).toEqual({ list: 'acme\n"acme' })
})

test('a name is watched beside the signals of the last step', async () => {
  fakeServer(editorAnswers([named()], { [`POST ${NAMES}/preview`]: preview() }))
  renderApp(STEP_4)
  expect(((await field()) as HTMLTextAreaElement).value).toBe('Netscope NOT netscope.example')
  await user().click(screen.getByRole('button', { name: 'Watch a name' }))
  expect(await screen.findAllByRole('textbox', { name: 'Names to watch' })).toHaveLength(2)
})

test('a name that was typed is watched when the search starts, and one that cannot be read holds it back', async () => {
  const { server } = openStep({ [`POST ${NAMES}`]: named({ intent_signal: 'Quuxandra' }) })
  await user().click(await screen.findByRole('button', { name: 'Watch a name' }))
  const typed = (await screen.findAllByRole('textbox', { name: 'Names to watch' })).at(-1)!
  await user().type(typed, '(Quuxandra')
  await user().click(screen.getByRole('button', { name: 'Save for later' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This parenthesis is not closed.')
  expect(server.of(NAMES)).toHaveLength(0)
  await user().clear(typed)
  await user().type(typed, 'Quuxandra')
  await user().click(screen.getByRole('button', { name: 'Save for later' }))
  await waitFor(() => expect(server.of(NAMES)[0]?.body).toEqual({ names: 'Quuxandra' }))
})

test('a change of watched names is saved when the step is left', async () => {
  const { server, app } = openStep({ [`PUT ${NAMES}/${ID}`]: named({ intent_signal: 'Netscope' }) })
  await user().clear(await field())
  await user().type(await field(), 'Netscope')
  await user().click(screen.getByRole('button', { name: 'Save for later' }))
  await waitFor(() => expect(server.of(`${NAMES}/${ID}`)[0]?.body).toEqual({ names: 'Netscope' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
})

function openStep(more: Answers) {
  const server = fakeServer(editorAnswers([named()], { [`POST ${NAMES}/preview`]: preview(), ...more }))
  return { server, app: renderApp(STEP_4) }
}

test('the list of signals tells names apart', async () => {
  open({ [`GET ${SIGNALS}`]: [named()] }, `/projects/${NETSCOPE}/signals`)
  const row = within(await screen.findByRole('row', { name: /Netscope NOT/ }))
  expect(row.getByText('Name')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Watch a name' })).toBeTruthy()
})

test('what is left of a table keeps its header, and what is typed meanwhile is not lost', async () => {
  const answered = { line: 2, text: '"acme,jobs', names: null, outcome: 'wrong', why: 'Not closed.' }
  let answer: (reply: object) => void = () => {}
  const reply = { lines: [answered], header: 'keyword,exclude', unused: [], signal_ids: [ID] }
  const replies = [Promise.resolve(reply), new Promise<object>((resolve) => (answer = resolve))]
  const { server } = open({ [`POST ${NAMES}/import`]: () => replies.shift() ?? reply })
  const list = await screen.findByRole('textbox', { name: 'A list from another tool' })
  await user().click(list)
  await user().paste('keyword,exclude\n"acme,jobs\nglobex,')
  await user().click(screen.getByRole('button', { name: 'Watch 1 name' }))
  await waitFor(() => expect(list.textContent).toBe('keyword,exclude\n"acme,jobs'))
  await user().click(list)
  await user().paste('\ninitech,')
  await user().click(screen.getByRole('button', { name: 'Watch 1 name' }))
  await user().click(list)
  await user().paste('\nzeta,')
  answer(reply)
  await waitFor(() => expect(server.of(`${NAMES}/import`)).toHaveLength(2))
  await screen.findAllByText(/watched now/)
  expect(list.textContent).toBe('keyword,exclude\n"acme,jobs\ninitech,\nzeta,')
})

test('a change of watched names stays until it is saved or discarded, wherever one goes', async () => {
  const path = `/projects/${NETSCOPE}/signals/${ID}`
  const given = { [`GET ${SIGNALS}`]: [named()] }
  open(given, path)
  await user().type(await field(), ' OR acme')
  cleanup()
  open(given, path)
  expect((await field()).textContent).toBe('Netscope NOT netscope.example OR acme')
  await user().click(screen.getByRole('button', { name: 'Discard' }))
  cleanup()
  open(given, path)
  expect((await field()).textContent).toBe('Netscope NOT netscope.example')
})
