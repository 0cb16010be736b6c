import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IntentSignal } from '@leadlight/contract/signals'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  answers,
  isPressed,
  LEAVING,
  POSTS,
  press,
  saved,
  SIGNAL,
  SIGNALS,
  STEP_4,
  type,
} from './testing/asked-preview.ts'

const [FIRST = '', , THIRD = ''] = POSTS
const PUT = `PUT ${SIGNALS}/${SIGNAL}`
const STORED = `draft:signal-answers:${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function open(signals: IntentSignal[], more: Answers = {}) {
  const server = fakeServer(answers(signals, more))
  renderApp(STEP_4)
  return {
    ...server,
    bodies: () => server.of(`${SIGNALS}/${SIGNAL}`).map(({ body }) => body as { answers?: unknown }),
  }
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }))
const isSaved = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())

/** Presses a button whose save is then under way until `end` answers it. */
function hold(server: { answers: Answers }, call: string) {
  const { promise, resolve } = Promise.withResolvers<Response | object>()
  server.answers[call] = () => promise
  return resolve
}

test('answers that are given while a signal is saved stay, and the next save sends them', async () => {
  const server = open([saved()])
  await press(1, 'Yes')
  const end = hold(server, PUT)
  await save()
  expect(await isPressed(1, 'Yes')).toBe(true)
  await press(3, 'No')
  end(saved([{ post_id: FIRST, fits: true }]))
  await waitFor(() => expect(sessionStorage.getItem(STORED)).toBe(JSON.stringify({ [SIGNAL]: { [THIRD]: false } })))
  expect([await isPressed(1, 'Yes'), await isPressed(3, 'No')]).toEqual([true, true])

  server.answers[PUT] = () => saved([FIRST, THIRD].map((post_id) => ({ post_id, fits: post_id === FIRST })))
  await save()
  await isSaved()
  expect(server.bodies().map(({ answers: sent }) => sent)).toEqual([
    [{ post_id: FIRST, fits: true }],
    [{ post_id: THIRD, fits: false }],
  ])
})

test('an answer that is taken back while it is saved is taken back by the next save', async () => {
  const server = open([saved()])
  await press(1, 'Yes')
  const end = hold(server, PUT)
  await save()
  await press(1, 'Yes')
  expect(await isPressed(1, 'Yes')).toBe(false)
  end(saved([{ post_id: FIRST, fits: true }]))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).not.toBe('true'))
  expect(await isPressed(1, 'Yes')).toBe(false)
  server.answers[PUT] = () => saved()
  await save()
  await isSaved()
  expect(server.bodies().at(-1)?.answers).toEqual([{ post_id: FIRST, fits: null }])
})

test('answers that are given while a new signal is added are its own, to be saved', async () => {
  const server = open([])
  await type(LEAVING)
  await press(1, 'Yes')
  const end = hold(server, `POST ${SIGNALS}`)
  await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
  await press(3, 'Yes')
  end(saved([{ post_id: FIRST, fits: true }]))
  await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
  expect([await isPressed(1, 'Yes'), await isPressed(3, 'Yes')]).toEqual([true, true])
  server.answers[PUT] = () => saved([FIRST, THIRD].map((post_id) => ({ post_id, fits: true })))
  await save()
  await isSaved()
  expect(server.bodies().at(-1)?.answers).toEqual([{ post_id: THIRD, fits: true }])
})

test('a save that fails loses no answer, whenever it was given', async () => {
  const server = open([saved()])
  await press(1, 'Yes')
  const end = hold(server, PUT)
  await save()
  await press(3, 'Yes')
  end(problem(500, 'The database is busy.'))
  expect(await screen.findByText('The signal could not be saved. The database is busy.')).toBeTruthy()
  expect([await isPressed(1, 'Yes'), await isPressed(3, 'Yes')]).toEqual([true, true])
  const both = [FIRST, THIRD].map((post_id) => ({ post_id, fits: true }))
  server.answers[PUT] = () => saved(both)
  await save()
  await isSaved()
  expect(server.bodies().at(-1)?.answers).toEqual(both)
})

function notFound(...indexes: number[]): Response {
  const detail = 'A post that you answered about does not exist.'
  const errors = indexes.map((index) => ({ path: `body.answers.${index}.post_id`, message: 'There is no such post.' }))
  return Response.json({ type: 'about:blank', title: 'Not found', status: 404, detail, code: 'post_not_found', errors }, { status: 404 }) // oxfmt-ignore
}

test('an answer about a post that is gone is left out with a sentence, and the rest is saved', async () => {
  const kept = saved([{ post_id: THIRD, fits: true }])
  const server = open([saved()], {
    [PUT]: ({ body }) => ((body as { answers: { post_id: string }[] }).answers.length === 2 ? notFound(0) : kept),
  })
  await press(1, 'Yes')
  await press(3, 'Yes')
  await save()
  expect(await screen.findByText('The signal was saved without one answer: its post is gone.')).toBeTruthy()
  await isSaved()
  expect(server.bodies().at(-1)?.answers).toEqual([{ post_id: THIRD, fits: true }])
  expect([await isPressed(1, 'Yes'), await isPressed(3, 'Yes')]).toEqual([false, true])
})

test('a new signal is added without answers where all their posts are gone', async () => {
  const server = open([], {
    [`POST ${SIGNALS}`]: ({ body }) => ('answers' in (body as object) ? notFound(0, 1) : saved()),
  })
  await type(LEAVING)
  await press(1, 'Yes')
  await press(3, 'No')
  await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
  expect(await screen.findByText('The signal was saved without 2 answers: their posts are gone.')).toBeTruthy()
  expect(server.of(SIGNALS).at(-1)?.body).not.toHaveProperty('answers')
  expect(sessionStorage.getItem(STORED)).toBeNull()
})

test('a post that is not found and not named stops the save, as any other failure does', async () => {
  open([saved()], { [PUT]: problem(404, 'There is no such post.', 'post_not_found') })
  await press(1, 'Yes')
  await save()
  expect(await screen.findByText('The signal could not be saved. There is no such post.')).toBeTruthy()
  expect(await isPressed(1, 'Yes')).toBe(true)
})

test('answers about posts that the preview does not show are counted', async () => {
  const others = Array.from({ length: 22 }, (_, n) => `019ab000-0000-7000-8000-0000000001${10 + n}`)
  open([saved([FIRST, ...others].map((post_id) => ({ post_id, fits: true })))])
  expect(await screen.findByText('22 answers about other posts teach this signal, too.')).toBeTruthy()
  expect(await isPressed(1, 'Yes')).toBe(true)
})

test('a reloaded new signal is previewed with the days and settings that its answers were given under', async () => {
  const user = userEvent.setup({ delay: null })
  const server = open([])
  await type(LEAVING)
  await user.click(screen.getByRole('combobox', { name: 'How far back to look' }))
  await user.click(await screen.findByRole('option', { name: 'Last 90 days' }))
  await user.click(screen.getByRole('button', { name: 'More options' }))
  await user.click(await screen.findByRole('button', { name: 'Not interested in' }))
  await user.type(await screen.findByRole('textbox', { name: 'Not interested in' }), 'job ads')
  const words = { intent_signal: LEAVING, not_interested: 'job ads', search_days: 90 }
  await waitFor(() => expect(server.of(`${SIGNALS}/preview`).at(-1)?.body).toEqual(words))
  await press(1, 'Yes')
  const asked = server.of(`${SIGNALS}/preview`).length
  cleanup()
  renderApp(STEP_4)
  expect(await isPressed(1, 'Yes')).toBe(true)
  const again = server.of(`${SIGNALS}/preview`).slice(asked)
  expect(again.map(({ body }) => body)).toEqual([words])
  server.answers[`POST ${SIGNALS}`] = () => saved()
  await user.click(screen.getByRole('button', { name: 'Add signal' }))
  await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
  expect(server.of(SIGNALS).at(-1)?.body).toMatchObject({ ...words, answers: [{ post_id: FIRST, fits: true }] })
})

test('a reworded signal that was never searched for is previewed by its new words after reloading', async () => {
  const server = open([saved()])
  const field = await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
  await userEvent.setup({ delay: null }).type(field, ' at last')
  const words = `${LEAVING} at last`
  await waitFor(() => expect(server.of(`${SIGNALS}/preview`).at(-1)?.body).toMatchObject({ intent_signal: words }))
  await press(3, 'Yes')
  const asked = server.of(`${SIGNALS}/preview`).length
  cleanup()
  renderApp(STEP_4)
  expect(await isPressed(3, 'Yes')).toBe(true)
  const again = server.of(`${SIGNALS}/preview`).slice(asked)
  expect(again.map(({ body }) => body)).toMatchObject([{ intent_signal: words }])
})
