import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, project, rosasAnswers } from '../../testing/rosas-story.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const PROJECT = `/api/v1/project/${NETSCOPE}`
const BRAINSTORM = `GET ${PROJECT}/brainstorm_intent_signals`
const BUYERS = {
  about: 'buyers',
  question: 'Who are your customers?',
  example: 'dental clinics',
  choices: [{ label: 'Small businesses', answer: 'Our customers are small businesses.' }],
  answer_begins: 'Our customers are',
}
const AREA = {
  about: 'area',
  question: 'Where do you work?',
  example: 'Kent and Sussex',
  choices: [],
  answer_begins: 'We work in',
}

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A server that asks for buyers and place until the description tells. */
function asking(more: Answers = {}): Answers {
  let kept = project(NETSCOPE, 'Netscope', { business_description: 'We repair boilers.' })
  return {
    ...rosasAnswers(),
    [`GET ${PROJECT}`]: () => kept,
    [`PATCH ${PROJECT}`]: ({ body }) => (kept = { ...kept, ...(body as object) }),
    [`GET /api/v1/intent_signals/${NETSCOPE}`]: [],
    [BRAINSTORM]: () => ({
      intent_signals: [],
      questions: [BUYERS, AREA].filter((one) => !kept.business_description?.includes(one.answer_begins)),
      missing: 'The description does not say plainly what is offered.',
      written_by: null,
      note: null,
    }),
    ...more,
  }
}

const questions = async () => within(await screen.findByRole('region', { name: 'Questions' }))
const described = (server: ReturnType<typeof fakeServer>) =>
  server.of(PROJECT).flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))

test('what is missing is said in a sentence, with a question for each fact', async () => {
  fakeServer(asking())
  renderApp(STEP_4)
  expect(await screen.findByText('The description does not say plainly what is offered.')).toBeTruthy()
  const asked = await questions()
  expect(asked.getAllByRole('textbox').map((box) => box.getAttribute('placeholder'))).toEqual([
    'dental clinics',
    'Kent and Sussex',
  ])
})

test('a chip answers a question, which is then gone, and the answer is a sentence of the description', async () => {
  const server = fakeServer(asking())
  renderApp(STEP_4)
  await userEvent.click((await questions()).getByRole('button', { name: 'Small businesses' }))
  await waitFor(() => expect(screen.queryByLabelText('Who are your customers?')).toBeNull())
  expect(screen.getByLabelText('Where do you work?')).toBeTruthy()
  expect(described(server)).toEqual([
    { business_description: 'We repair boilers. Our customers are small businesses.' },
  ])
})

test.each([
  { label: 'Who are your customers?', typed: ' dental clinics. ', sentence: 'Our customers are dental clinics.' },
  { label: 'Where do you work?', typed: 'leeds and the dales', sentence: 'We work in Leeds and the Dales.' },
  { label: 'Where do you work?', typed: 'Kent', sentence: 'We work in Kent.' },
])('"$typed" is added as "$sentence"', async ({ label, typed, sentence }) => {
  const server = fakeServer(asking())
  renderApp(STEP_4)
  await userEvent.type(await screen.findByLabelText(label), `${typed}{Enter}`)
  await waitFor(() => expect(described(server)).toEqual([{ business_description: `We repair boilers. ${sentence}` }]))
})

test('an empty line is no answer', async () => {
  const server = fakeServer(asking())
  renderApp(STEP_4)
  await userEvent.type(await screen.findByLabelText('Who are your customers?'), '  {Enter}')
  expect(described(server)).toEqual([])
})

test('an answer that cannot be saved says so and stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeServer(asking({ [`PATCH ${PROJECT}`]: problem(503, 'The database is busy.') }))
  renderApp(STEP_4)
  const box = await screen.findByLabelText<HTMLInputElement>('Who are your customers?')
  await userEvent.type(box, 'dental clinics{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Your answer could not be saved. The database is busy.')
  expect(box.value).toBe('dental clinics')
})

test('a description that is full takes no more', async () => {
  const full = project(NETSCOPE, 'Netscope', { business_description: 'a'.repeat(4990) })
  const server = fakeServer(asking({ [`GET ${PROJECT}`]: full }))
  renderApp(STEP_4)
  await userEvent.click((await questions()).getByRole('button', { name: 'Small businesses' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/is full/u)
  expect(described(server)).toEqual([])
})
