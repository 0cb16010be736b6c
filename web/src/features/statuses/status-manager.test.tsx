import type { Status } from '@leadlight/contract/statuses'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { page, person } from '../prospects/testing/prospects-story.ts'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const LEAD = `/api/v1/lead-status-configs/project/${NETSCOPE}`
const PROSPECT = `/api/v1/prospects/prospect-lead-status-configs/project/${NETSCOPE}`
const PEOPLE = `/api/v1/prospects/people/${NETSCOPE}`
const ROW_HEIGHT_PX = 40

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function statuses(...names: string[]): Status[] {
  const colors = ['amber', 'blue', 'violet'] as const
  return names.map((name, position) => ({
    id: `s-${name.replace(' ', '-')}`,
    name,
    color: colors[position] ?? 'grey',
    position,
  }))
}

/** Opens the manager over the settings, as the link there does. */
async function open(answers: Answers = {}) {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${LEAD}`]: statuses('To answer', 'Answered', 'Won'),
    [`GET ${PROSPECT}`]: statuses('To contact', 'Customer'),
    [`GET ${PEOPLE}`]: page([person()]),
    [`GET /api/v1/leads/${NETSCOPE}/counts`]: {
      statuses: [
        { id: 's-To-answer', count: 12 },
        { id: 's-Won', count: 1 },
      ],
      channels: [],
      intent_signals: [],
      github_issue_states: [],
      unread: 0,
      starred: 0,
      capped_at: 1000,
    },
    ...answers,
  })
  const app = renderApp(`/projects/${NETSCOPE}/settings/business?manage=statuses`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Statuses' }))
  return { server, app, dialog }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const names = (dialog: Dialog) =>
  dialog.queryAllByRole<HTMLInputElement>('textbox', { name: /^Name of/ }).map((field) => field.value)

test('the URL opens the manager, and closing it removes the parameter', async () => {
  const { app, dialog } = await open()
  expect(await dialog.findByDisplayValue('Answered')).toBeTruthy()
  expect(names(dialog)).toEqual(['To answer', 'Answered', 'Won'])
  expect(await dialog.findByText('12 leads')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.router.state.location.search).toBe('')
})

test('a status is added at the end in an unused colour', async () => {
  const { server, dialog } = await open({
    [`POST ${LEAD}`]: ({ body }) => ({ id: 's-new', position: 3, ...(body as object) }),
  })
  await userEvent.type(await dialog.findByLabelText('New status'), ' Talking {Enter}')
  await waitFor(() => expect(names(dialog)).toEqual(['To answer', 'Answered', 'Won', 'Talking']))
  expect(server.of(LEAD).at(-1)?.body).toEqual({ name: 'Talking', color: 'teal' })
  expect(dialog.getByLabelText<HTMLInputElement>('New status').value).toBe('')
})

test('a taken name is refused with a message, and the input stays', async () => {
  const { dialog } = await open({
    [`POST ${LEAD}`]: problem(409, 'There is a status of that name.', 'status_name_taken'),
  })
  await userEvent.type(await dialog.findByLabelText('New status'), 'Won{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('There is a status of that name.')
  expect(dialog.getByLabelText<HTMLInputElement>('New status').value).toBe('Won')
})

test('renaming shows at once, and Escape cancels it without closing the dialog', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-Won`]: ({ body }) => ({ ...statuses('Won')[0], ...(body as object) }),
  })
  const field = await dialog.findByDisplayValue('Won')
  await userEvent.clear(field)
  await userEvent.type(field, 'Lost{Escape}')
  expect(names(dialog)).toContain('Won')
  await userEvent.clear(field)
  await userEvent.type(field, 'Customer{Enter}')
  await waitFor(() => expect(names(dialog)).toEqual(['To answer', 'Answered', 'Customer']))
  expect(server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { name: 'Customer' },
  ])
})

test('a refused name stays for correction, with the reason', async () => {
  const { dialog } = await open({
    [`PATCH ${LEAD}/status/s-Won`]: problem(409, 'There is a status of that name.', 'status_name_taken'),
  })
  const field = await dialog.findByDisplayValue<HTMLInputElement>('Won')
  await userEvent.clear(field)
  await userEvent.type(field, 'Answered{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('There is a status of that name.')
  expect(field.value).toBe('Answered')
  expect(document.activeElement).toBe(field)
})

test('a colour can be chosen by name with the arrow keys', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-Won`]: ({ body }) => ({ ...statuses('Won')[0], ...(body as object) }),
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Color of Won: Violet' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Green' }))
  expect(await dialog.findByRole('button', { name: 'Color of Won: Green' })).toBeTruthy()
  expect(server.requests.at(-1)?.body).toEqual({ color: 'green' })
})

test('deleting says how many leads lose their status, and asks first', async () => {
  const { server, dialog } = await open({ [`DELETE ${LEAD}/status/s-To-answer`]: new Response(null, { status: 204 }) })
  await dialog.findByText('12 leads')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete To answer' }))
  const confirm = within(dialog.getByRole('alertdialog', { name: 'Delete To answer?' }))
  expect(confirm.getByText('12 leads are left without a status.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(dialog.queryByRole('alertdialog')).toBeNull()
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete To answer' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(names(dialog)).toEqual(['Answered', 'Won']))
})

test('a status can be moved by keyboard, with every step announced', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-To-answer/position`]: statuses('Answered', 'Won', 'To answer'),
  })
  const handle = await dialog.findByRole('button', { name: 'Move To answer' })
  const said = () => dialog.getByRole('status').textContent
  handle.focus()
  await userEvent.keyboard(' ')
  expect(said()).toBe('To answer is lifted, at place 1 of 3. Arrow keys move it, space drops it, Escape takes it back.')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(said()).toBe('To answer is at place 3 of 3.')
  await userEvent.keyboard(' ')
  expect(said()).toBe('To answer is dropped at place 3 of 3.')
  expect(names(dialog)).toEqual(['Answered', 'Won', 'To answer'])
  await waitFor(() => expect(server.requests.at(-1)?.query.get('new_position')).toBe('2'))
})

test('Escape cancels a move and leaves the dialog open', async () => {
  const { server, dialog } = await open()
  const handle = await dialog.findByRole('button', { name: 'Move To answer' })
  handle.focus()
  await userEvent.keyboard(' {ArrowDown}{Escape}')
  expect(dialog.getByRole('status').textContent).toBe('To answer is back at place 1 of 3.')
  expect(names(dialog)).toEqual(['To answer', 'Answered', 'Won'])
  expect(server.requests.some(({ method }) => method === 'PATCH')).toBe(false)
})

test('an order that cannot be saved is reverted, with a message', async () => {
  const refusal = Promise.withResolvers<Response>()
  const { dialog } = await open({ [`PATCH ${LEAD}/status/s-Won/position`]: () => refusal.promise })
  const handle = await dialog.findByRole('button', { name: 'Move Won' })
  handle.focus()
  await userEvent.keyboard(' {Home} ')
  expect(names(dialog)).toEqual(['Won', 'To answer', 'Answered'])
  refusal.resolve(problem(500, 'The disk is full.'))
  expect(await screen.findByText('The order was not saved. The disk is full.')).toBeTruthy()
  expect(names(dialog)).toEqual(['To answer', 'Answered', 'Won'])
})

test('a status dragged over the middle of another takes its place', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-Won/position`]: statuses('To answer', 'Won', 'Answered'),
  })
  await dialog.findByDisplayValue('Won')
  giveRowsPlaces()
  const handle = dialog.getByRole('button', { name: 'Move Won' })
  fireEvent.pointerDown(handle, { button: 0, clientY: 100, pointerId: 1 })
  fireEvent.pointerMove(handle, { clientY: 55, pointerId: 1 })
  expect(dialog.getByRole('status').textContent).toBe('Won is at place 2 of 3.')
  fireEvent.pointerUp(handle, { clientY: 55, pointerId: 1 })
  expect(names(dialog)).toEqual(['To answer', 'Won', 'Answered'])
  await waitFor(() => expect(server.requests.at(-1)?.query.get('new_position')).toBe('1'))
})

test('the rows that make room take the specification’s 0.45 seconds', async () => {
  const { dialog } = await open()
  const passed = (await dialog.findByDisplayValue('Answered')).closest('li')
  giveRowsPlaces()
  dialog.getByRole('button', { name: 'Move Won' }).focus()
  await userEvent.keyboard(' {ArrowUp}')
  expect(passed?.style.transform).toBe(`translateY(${ROW_HEIGHT_PX}px)`)
  expect(passed?.style.transition).toMatch(/^transform 0\.45s /u)
})

test('rows can be dragged one after the other, though the focus is still on the first', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-Won/position`]: statuses('Won', 'To answer', 'Answered'),
  })
  await dialog.findByDisplayValue('Won')
  giveRowsPlaces()
  const [handle, other] = ['Won', 'Answered'].map((name) => dialog.getByRole('button', { name: `Move ${name}` }))
  other!.focus()
  fireEvent.pointerDown(handle!, { button: 0, clientY: 100, pointerId: 1 })
  act(() => handle!.focus())
  fireEvent.pointerMove(handle!, { clientY: 10, pointerId: 1 })
  fireEvent.pointerUp(handle!, { clientY: 10, pointerId: 1 })
  expect(names(dialog)).toEqual(['Won', 'To answer', 'Answered'])
  await waitFor(() => expect(server.requests.at(-1)?.query.get('new_position')).toBe('0'))
})

test('a row is dropped at the pointer, though the last moves have not been rendered', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-Won/position`]: statuses('Won', 'To answer', 'Answered'),
  })
  await dialog.findByDisplayValue('Won')
  giveRowsPlaces()
  const handle = dialog.getByRole('button', { name: 'Move Won' })
  fireEvent.pointerDown(handle, { button: 0, clientY: 100, pointerId: 1 })
  fireEvent.pointerUp(handle, { clientY: 10, pointerId: 1 })
  expect(names(dialog)).toEqual(['Won', 'To answer', 'Answered'])
  await waitFor(() => expect(server.requests.at(-1)?.query.get('new_position')).toBe('0'))
})

function giveRowsPlaces() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const index = this.tagName === 'LI' ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0
    return new DOMRect(0, index * ROW_HEIGHT_PX, 300, ROW_HEIGHT_PX)
  })
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
}

test('people and companies have their own statuses, moved by the same call', async () => {
  const { server, dialog } = await open({
    [`PATCH ${LEAD}/status/s-Customer/position`]: statuses('Customer', 'To contact'),
  })
  await userEvent.click(await dialog.findByRole('tab', { name: 'People and companies' }))
  const handle = await dialog.findByRole('button', { name: 'Move Customer' })
  handle.focus()
  await userEvent.keyboard(' {ArrowUp} ')
  await waitFor(() => expect(server.requests.at(-1)?.path).toBe(`${LEAD}/status/s-Customer/position`))
  expect(names(dialog)).toEqual(['Customer', 'To contact'])
})

test('there is one set while there are no people', async () => {
  const { dialog } = await open({
    [`GET ${PEOPLE}`]: page([]),
  })
  expect(await dialog.findByDisplayValue('Answered')).toBeTruthy()
  expect(dialog.queryByRole('tab')).toBeNull()
})

test('a guest sees the statuses and cannot change them', async () => {
  const { dialog } = await open({
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  expect(await dialog.findByText('Answered')).toBeTruthy()
  await waitFor(() => expect(dialog.queryByLabelText('New status')).toBeNull())
  expect(names(dialog)).toEqual([])
})

test('statuses that could not be loaded can be retried', async () => {
  const { server, dialog } = await open({ [`GET ${LEAD}`]: problem(403, 'Not yours.') })
  expect(await dialog.findByText('Not yours.')).toBeTruthy()
  server.answers[`GET ${LEAD}`] = statuses('Won')
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByDisplayValue('Won')).toBeTruthy()
})
