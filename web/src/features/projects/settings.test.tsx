import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, project, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { isShown } from './settings-layout.tsx'

const PATH = `/api/v1/project/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the settings have their title, subtitle and five entries, with the active one marked', async () => {
  fakeServer(rosasAnswers())
  renderApp(`/projects/${NETSCOPE}/settings/writing`)
  expect(await screen.findByRole('heading', { name: 'Project Settings' })).toBeTruthy()
  expect(screen.getByText('Manage your project name, business details, and notification settings')).toBeTruthy()
  const nav = screen.getByRole('navigation', { name: 'Settings' })
  const entries = [...nav.querySelectorAll('a')]
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')?.split('/').at(-1)])).toEqual([
    ['General', 'project'],
    ['Business', 'business'],
    ['Writing', 'writing'],
    ['Notifications', 'notifications'],
    ['Danger Zone', 'danger-zone'],
  ])
  expect(
    entries.filter((entry) => entry.getAttribute('aria-current') === 'page').map((entry) => entry.textContent),
  ).toEqual(['Writing'])
})

test('an entry marked SUPER_ADMIN is hidden from every other role', () => {
  const roles = ['SUPER_ADMIN', 'ADMIN', 'MEMBER', 'GUEST', null] as const
  expect(roles.map((role) => isShown('SUPER_ADMIN', role))).toEqual([true, false, false, false, false])
  expect(roles.map((role) => isShown('PUBLIC', role))).toEqual([true, true, true, true, true])
})

test('saving sends the parts of its page and merges the answer into the cached project', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    [`PATCH ${PATH}`]: ({ body }: { body: unknown }) => ({ ...project(NETSCOPE, 'Netscope'), ...(body as object) }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  const name = await screen.findByLabelText('Project name')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await userEvent.clear(name)
  await userEvent.type(name, ' Starscope ')
  await userEvent.clear(screen.getByLabelText('Website'))
  await userEvent.click(save)
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.of(PATH).find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Starscope', website: null })
  expect(screen.getByRole('button', { name: /Project: Starscope/ })).toBeTruthy()
})

test('a failed save is logged without a toast; the form says why and tries again, and the input stays', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const server = fakeServer({ ...rosasAnswers(), [`PATCH ${PATH}`]: problem(500, 'The disk is full.') })
  renderApp(`/projects/${NETSCOPE}/settings/business`)
  const name = await screen.findByLabelText('Business name')
  await userEvent.type(name, ' Ltd')
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(log).toHaveBeenCalledWith('The project could not be saved', expect.anything())
  expect(screen.queryByText('Not saved yet')).toBeNull()
  expect(screen.getByText('The disk is full.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Business name').value).toBe('Netscope Ltd')

  await userEvent.type(name, '.')
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  expect(screen.queryByText('The disk is full.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Not saved')
  server.answers[`PATCH ${PATH}`] = ({ body }) => ({ ...project(NETSCOPE, 'Netscope'), ...(body as object) })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('an invalid website is an error at its field until the input changes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const refused = problem(422, 'This is not the address of a website.', 'website_invalid')
  fakeServer({ ...rosasAnswers(), [`PATCH ${PATH}`]: refused })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  const website = await screen.findByLabelText('Website')
  await userEvent.type(website, ' and more')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(website.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(website)
  expect(screen.queryByText('This is not the address of a website.')).toBeNull()
  expect(website.getAttribute('aria-invalid')).not.toBe('true')
})

test('a guest reads the settings and cannot change them', async () => {
  fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/business`)
  const name = await screen.findByLabelText<HTMLInputElement>('Business name')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(name.disabled).toBe(true)
})

test.each([
  ['GUEST', false],
  ['MEMBER', true],
] as const)('of the ways to work on leads a %s finds the sources: %s', async (role, isShown) => {
  fakeServer({
    ...rosasAnswers(),
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role } }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/project`)
  const section = within(await screen.findByRole('region', { name: 'Working on leads' }))
  expect(section.getByRole('link', { name: 'Statuses' })).toBeTruthy()
  expect(section.queryByRole('link', { name: 'Sources' }) !== null).toBe(isShown)
})

test('the writing style is saved as a whole, without empty samples', async () => {
  const server = fakeServer({
    ...rosasAnswers(),
    [`PATCH ${PATH}`]: ({ body }: { body: unknown }) => ({ ...project(NETSCOPE, 'Netscope'), ...(body as object) }),
  })
  renderApp(`/projects/${NETSCOPE}/settings/writing`)
  await userEvent.type(await screen.findByLabelText('Tone'), 'plain')
  await userEvent.click(screen.getByRole('button', { name: 'Add a sample' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Sample 1'))
  await userEvent.keyboard(' We had the same. ')
  await userEvent.click(screen.getByRole('button', { name: 'Add another' }))
  await userEvent.keyboard(' ')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.of(PATH).find(({ method }) => method === 'PATCH')?.body).toEqual({
    writing: { tone: 'plain', language: '', rules: '', samples: ['We had the same.'], signature: '' },
  })
})

test('there are up to five samples, each removable', async () => {
  const writing = { tone: 'Formal', language: '', rules: '', samples: ['One', 'Two', 'Three', 'Four'], signature: '' }
  fakeServer({ ...rosasAnswers(), [`GET ${PATH}`]: project(NETSCOPE, 'Netscope', { writing }) })
  renderApp(`/projects/${NETSCOPE}/settings/writing`)
  expect((await screen.findByRole('button', { name: 'Formal' })).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Add another' }))
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove sample 2' }))
  const samples = screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Sample/ })
  expect(samples.map(({ value }) => value)).toEqual(['One', 'Three', 'Four', ''])
})

describe('leaving with unsaved changes', () => {
  async function changeAndLeave() {
    const server = fakeServer({
      ...rosasAnswers(),
      [`PATCH ${PATH}`]: ({ body }) => ({ ...project(NETSCOPE, 'Netscope'), ...(body as object) }),
    })
    const app = renderApp(`/projects/${NETSCOPE}/settings/writing`)
    await userEvent.type(await screen.findByLabelText('Tone'), 'plain')
    await userEvent.click(screen.getByRole('link', { name: 'Business' }))
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    return { server, app }
  }

  test('asks, and stays until answered', async () => {
    const { app } = await changeAndLeave()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.path()).toMatch(/writing$/)
    expect(screen.getByLabelText<HTMLInputElement>('Tone').value).toBe('plain')
  })

  test('can discard them', async () => {
    const { app, server } = await changeAndLeave()
    await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(app.path()).toMatch(/business$/))
    expect(server.requests.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  test('can save first', async () => {
    const { app, server } = await changeAndLeave()
    await userEvent.click(screen.getByRole('button', { name: 'Save and leave' }))
    await waitFor(() => expect(app.path()).toMatch(/business$/))
    expect(server.of(PATH).some(({ method }) => method === 'PATCH')).toBe(true)
  })

  test('stays if saving fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { app, server } = await changeAndLeave()
    server.answers[`PATCH ${PATH}`] = problem(500, 'The disk is full.')
    await userEvent.click(screen.getByRole('button', { name: 'Save and leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.path()).toMatch(/writing$/)
    expect(screen.getByText('Not saved')).toBeTruthy()
  })
})

test('changes can be discarded by a button, and opening a manager over the page does not ask', async () => {
  fakeServer(rosasAnswers())
  const app = renderApp(`/projects/${NETSCOPE}/settings/project`)
  const name = await screen.findByLabelText<HTMLInputElement>('Project name')
  await userEvent.type(name, ' Ltd')
  await userEvent.click(screen.getByRole('link', { name: 'Statuses' }))
  expect(await screen.findByRole('dialog', { name: 'Statuses' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.router.state.location.search).toBe('')
  expect(name.value).toBe('Netscope Ltd')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(name.value).toBe('Netscope')
})

test('the notifications page says what exists and what does not', async () => {
  const bare = instance({ mail: false })
  fakeServer({ ...rosasAnswers(), 'GET /api/v1/instance': bare, [`GET /api/v1/webhooks/${NETSCOPE}`]: [] })
  renderApp(`/projects/${NETSCOPE}/settings/notifications`)
  expect(await screen.findByText('This installation is not registered at Slack yet.', { exact: false })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeTruthy()
})
