import type { SmartColumn } from '@leadlight/contract/columns'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream } from '../leads/testing/leads-story.ts'

const LEADS = `/api/v1/leads/${NETSCOPE}`
const COLUMNS = `${LEADS}/smart_columns`
const UPDATE = `${LEADS}/update_smart_column`
const QUOTE = `${COLUMNS}/quote`
const MODEL = { leads: 412, credits: 103, answered_by: 'model', why: 'The model is asked once for each lead.' }

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function column(parts: Partial<SmartColumn> = {}): SmartColumn {
  return {
    id: 'c-servers',
    name: 'Runs servers',
    prompt: 'Does the author run servers?',
    type: 'boolean',
    position: 0,
    progress: { waiting: 0, done: 412, needs_model: 0, failed: 0 },
    paused: null,
    ...parts,
  }
}

const TOOL = column({ id: 'c-tool', name: 'Tool', prompt: 'Which tool is used?', type: 'text', position: 1 })

async function open(columns: SmartColumn[], answers: Answers = {}) {
  const stream = eventStream()
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${COLUMNS}`]: columns,
    [`POST ${QUOTE}`]: MODEL,
    [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
    ...answers,
  })
  renderApp(`/projects/${NETSCOPE}/settings/business?manage=columns`)
  await screen.findByRole('dialog', { name: 'Smart columns' })
  return { server, stream }
}

const item = async (name: string) =>
  within((await screen.findByRole('heading', { name: new RegExp(`^${name}`) })).closest('li')!)

test('the price of filling a column shows before it is added', async () => {
  const { server } = await open([], {
    [`POST ${COLUMNS}`]: column({ progress: { waiting: 412, done: 0, needs_model: 0, failed: 0 } }),
  })
  expect(await screen.findByRole('heading', { name: 'No smart columns yet' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New column' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Runs servers')
  await userEvent.type(screen.getByLabelText('Question'), 'Does the author run servers?')
  expect(await screen.findByText('412 leads · 103 credits')).toBeTruthy()
  expect(server.of(QUOTE).map(({ body }) => body)).toEqual([
    { prompt: 'Does the author run servers?', type: 'boolean' },
  ])
  expect(server.of(COLUMNS).some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Add column' }))
  expect(await (await item('Runs servers')).findByText('0 of 412 leads')).toBeTruthy()
  expect(server.of(COLUMNS).at(-1)?.body).toEqual({
    name: 'Runs servers',
    prompt: 'Does the author run servers?',
    type: 'boolean',
  })
})

test.each([
  [{ leads: 412, credits: 0, answered_by: 'local', why: 'Yes or no.' }, '412 leads · Built-in model'],
  [{ leads: 412, credits: 0, answered_by: 'none', why: 'No model is configured.' }, 'Needs a model'],
])('a price of %o reads "%s", with the reason', async (quote, words) => {
  await open([], { [`POST ${QUOTE}`]: quote })
  await userEvent.click(await screen.findByRole('button', { name: 'New column' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Text/ }))
  await userEvent.type(screen.getByLabelText('Question'), 'Which tool?')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText(quote.why)).toBeTruthy()
})

test('that some questions need a large model is said before one is typed, where there is none', async () => {
  await open([], { 'GET /api/v1/instance': instance({ ai: 'local', column_value_price: 0 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'New column' }))
  expect(await screen.findByText(/^Some questions need a large model, and this installation has none\./)).toBeTruthy()
})

test('a taken name is an error at its field, and nothing is lost', async () => {
  await open([column()], { [`POST ${COLUMNS}`]: problem(409, 'There is a column of that name.', 'column_name_taken') })
  await userEvent.click(await screen.findByRole('button', { name: 'New column' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Runs servers')
  await userEvent.type(screen.getByLabelText('Question'), 'Does it?')
  await userEvent.click(screen.getByRole('button', { name: 'Add column' }))
  expect((await screen.findByRole('alert')).textContent).toBe('There is a column of that name.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('Does it?')
})

test('a changed question keeps the values, or recomputes them on request at a price', async () => {
  const { server } = await open([column()], { [`POST ${UPDATE}`]: column({ prompt: 'Does the author run Linux?' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Change Runs servers' }))
  const question = screen.getByLabelText('Question')
  await userEvent.clear(question)
  await userEvent.type(question, 'Does the author run Linux?')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Does the author run Linux?')
  await userEvent.click(screen.getByRole('button', { name: 'Change Runs servers' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Work out all anew/ }))
  expect(await screen.findByText('412 leads · 103 credits')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save and work out anew' }))
  await screen.findByRole('dialog', { name: 'Smart columns' })
  const typed = { id: 'c-servers', name: 'Runs servers', prompt: 'Does the author run Linux?', type: 'boolean' }
  expect(server.of(UPDATE).map(({ body }) => body)).toEqual([
    { smart_column: typed, do_reanalyze: false },
    { smart_column: typed, do_reanalyze: true },
  ])
})

test('progress is live, and filling can be stopped', async () => {
  const running = column({ progress: { waiting: 400, done: 12, needs_model: 0, failed: 0 } })
  const { server, stream } = await open([running], {
    [`POST ${COLUMNS}/c-servers/stop`]: column({ progress: { waiting: 0, done: 300, needs_model: 0, failed: 0 } }),
  })
  const row = await item('Runs servers')
  expect(row.getByText('12 of 412 leads')).toBeTruthy()
  stream.send({
    type: 'column',
    column: { ...running, progress: { waiting: 112, done: 290, needs_model: 8, failed: 2 } },
  })
  expect(await row.findByText('300 of 412 leads · 8 need a model · 2 failed')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Stop filling Runs servers' }))
  expect(await row.findByText('300 values')).toBeTruthy()
  expect(server.of(`${COLUMNS}/c-servers/stop`)).toHaveLength(1)
})

test('a paused column says why, and can resume the rest', async () => {
  const paused = column({
    paused: 'No credits are left.',
    progress: { waiting: 400, done: 12, needs_model: 0, failed: 0 },
  })
  const { server } = await open([paused], { [`POST ${UPDATE}`]: { ...paused, paused: null } })
  const row = await item('Runs servers')
  expect(row.getByText('No credits are left.')).toBeTruthy()
  expect(row.queryByRole('button', { name: /^Stop/ })).toBeNull()
  await userEvent.click(row.getByRole('button', { name: 'Resume Runs servers, with what is left' }))
  await waitFor(() => expect(row.queryByText('No credits are left.')).toBeNull())
  expect(server.of(UPDATE)[0]?.body).toEqual({ smart_column: { id: 'c-servers' }, do_reanalyze: false })
  expect(row.getByRole('button', { name: /^Stop/ })).toBeTruthy()
})

test('another type of answer recomputes everything', async () => {
  const { server } = await open([column()], { [`POST ${UPDATE}`]: column({ type: 'text' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Change Runs servers' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Text/ }))
  expect(screen.getByRole('radio', { name: /^Keep them/ }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save and work out anew' }))
  await screen.findByRole('dialog', { name: 'Smart columns' })
  expect(server.of(UPDATE)[0]?.body).toMatchObject({ smart_column: { type: 'text' }, do_reanalyze: true })
})

test('deleting names what is lost, and asks first', async () => {
  const { server } = await open([column()], { [`DELETE ${LEADS}/c-servers`]: new Response(null, { status: 204 }) })
  const row = await item('Runs servers')
  await userEvent.click(row.getByRole('button', { name: 'Delete Runs servers' }))
  expect(row.getByText('Its 412 values go with it, for good.')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('heading', { name: 'No smart columns yet' })).toBeTruthy()
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('columns can be moved by keyboard; an order that cannot be saved is reverted', async () => {
  const { server } = await open([column(), TOOL], { [`POST ${UPDATE}`]: { ...TOOL, position: 0 } })
  const headings = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.firstChild?.textContent)
  const handle = await screen.findByRole('button', { name: 'Move Tool' })
  handle.focus()
  await userEvent.keyboard(' {ArrowUp} ')
  expect(headings()).toEqual(['Tool', 'Runs servers'])
  await waitFor(() =>
    expect(server.of(UPDATE)[0]?.body).toEqual({ smart_column: { id: 'c-tool', position: 0 }, do_reanalyze: false }),
  )
  server.answers[`POST ${UPDATE}`] = problem(500, 'The disk is full.')
  server.answers[`GET ${COLUMNS}`] = [{ ...TOOL, position: 0 }, column({ position: 1 })]
  screen.getByRole('button', { name: 'Move Tool' }).focus()
  await userEvent.keyboard(' {ArrowDown} ')
  expect(await screen.findByText('The order was not saved. The disk is full.')).toBeTruthy()
  await waitFor(() => expect(headings()).toEqual(['Tool', 'Runs servers']))
})

test('a guest sees the columns and their progress, without controls', async () => {
  await open([column()], {
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  const row = await item('Runs servers')
  expect(row.getByText('412 values')).toBeTruthy()
  await waitFor(() => expect(row.queryByRole('button')).toBeNull())
  expect(screen.queryByRole('button', { name: 'New column' })).toBeNull()
})
