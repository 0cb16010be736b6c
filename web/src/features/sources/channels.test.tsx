import type { SourceChannel } from '@leadlight/contract/sources'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { channel, openSources, source, SOURCES } from './testing/open-sources.ts'

const APPROVAL = 'Reddit approves each use of its data.'
const CHARGES = 'X charges your account for every post that is read.'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const NEED = {
  need: 'required' as const,
  installation: false,
  fields: [{ name: 'token', label: 'Bearer token', is_secret: true }],
  help: 'Make a project at developer.x.com.',
  own: null,
}
const X = channel({ platform: 'x', name: 'X', state: 'needs_key', notice: CHARGES, key: NEED })
const REDDIT = channel({
  platform: 'reddit',
  name: 'Reddit',
  state: 'off',
  notice: APPROVAL,
  needs_agreement: true,
  key: {
    ...NEED,
    need: 'optional',
    fields: [
      { name: 'clientId', label: 'Client id', is_secret: false },
      { name: 'clientSecret', label: 'Client secret', is_secret: true },
    ],
  },
})
const OWN = {
  hint: '…wxyz',
  set_at: '2026-11-02T09:00:00.000Z',
  set_by: 'Rosa Park',
  error: null,
  failing_since: null,
}
const X_KEYED: SourceChannel = { ...X, state: 'on', key: { ...NEED, own: OWN } }

async function open(channels: SourceChannel[], answers: Answers = {}) {
  const opened = await openSources({ [`GET ${SOURCES}/channels`]: channels, ...answers })
  const region = within(await opened.page.findByRole('region', { name: 'Channels' }))
  return { ...opened, region }
}

const sent = (server: Awaited<ReturnType<typeof open>>['server'], path: string) =>
  server.of(`${SOURCES}/channels/${path}`).map(({ method, body }) => ({ method, body }))

test('a channel is turned off and on with its switch', async () => {
  const off = channel({ state: 'off' })
  const { server, region } = await open([channel()], { [`PUT ${SOURCES}/channels/hacker_news`]: off })
  const toggle = await region.findByRole('switch', { name: 'Hacker News' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(toggle)
  expect(await region.findByText('Off')).toBeTruthy()
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  server.answers[`PUT ${SOURCES}/channels/hacker_news`] = channel()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(region.queryByText('Off')).toBeNull())
  expect(sent(server, 'hacker_news').map(({ body }) => body)).toEqual([{ on: false }, { on: true }])
})

test('a channel monitored without a key can be turned off; one that is not has no switch', async () => {
  const bluesky = channel({ platform: 'bluesky', name: 'Bluesky', state: 'needs_key', heard: true, key: NEED })
  const { region, server } = await open([bluesky, X], {
    [`PUT ${SOURCES}/channels/bluesky`]: { ...bluesky, state: 'off' },
  })
  expect(await region.findByText(/^Heard as it is said, .* what was said before needs a key of yours\.$/)).toBeTruthy()
  server.answers[`GET ${SOURCES}/channels`] = [{ ...bluesky, state: 'off' }, X]
  await userEvent.click(await region.findByRole('switch', { name: 'Bluesky' }))
  expect(await region.findByText('Off')).toBeTruthy()
  expect(region.queryByRole('switch', { name: 'X' })).toBeNull()
  expect(sent(server, 'bluesky')).toEqual([{ method: 'PUT', body: { on: false } }])
})

test('a failed switch reverts, and says why', async () => {
  const { region } = await open([channel()], {
    [`PUT ${SOURCES}/channels/hacker_news`]: problem(500, 'The server has a problem.'),
  })
  const toggle = await region.findByRole('switch', { name: 'Hacker News' })
  await userEvent.click(toggle)
  expect(await screen.findByText('Hacker News was not turned off. The server has a problem.')).toBeTruthy()
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
})

test('a channel with its own rules is turned on by agreeing to them', async () => {
  const on: SourceChannel = { ...REDDIT, state: 'on', needs_agreement: false, agreed_at: OWN.set_at }
  const { server, region } = await open([REDDIT], { [`PUT ${SOURCES}/channels/reddit`]: on })
  const toggle = await region.findByRole('switch', { name: 'Reddit' })
  expect(region.queryByRole('button', { name: 'Add a key to Reddit' })).toBeNull()
  await userEvent.click(toggle)
  const asking = within(region.getByRole('alertdialog', { name: 'Turn Reddit on?' }))
  expect(asking.getByText(APPROVAL)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(toggle)
  expect(sent(server, 'reddit')).toEqual([])
  await userEvent.click(toggle)
  await userEvent.click(region.getByRole('button', { name: 'Agree and turn on' }))
  expect(
    await region.findByText(
      'No key: only the communities that you add are read. With one, searches read more of Reddit.',
    ),
  ).toBeTruthy()
  expect(sent(server, 'reddit').map(({ body }) => body)).toEqual([{ on: true, agreed: true }])
})

test('a key is entered masked, with where to get one and what it costs, and then shows its last characters', async () => {
  const { server, region } = await open([X], { [`PUT ${SOURCES}/channels/x/key`]: X_KEYED })
  expect(await region.findByText('Not searched: needs a key of yours.')).toBeTruthy()
  expect(region.queryByRole('switch', { name: 'X' })).toBeNull()
  await userEvent.click(region.getByRole('button', { name: 'Add a key to X' }))
  const form = within(region.getByRole('form', { name: 'Key to X' }))
  expect(form.getByText(NEED.help)).toBeTruthy()
  expect(form.getByText(CHARGES)).toBeTruthy()
  const field = form.getByLabelText<HTMLInputElement>('Bearer token')
  expect(field.type).toBe('password')
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('abcd-wxyz{Enter}')
  expect(await region.findByText('Own key …wxyz, set by Rosa Park on 2 Nov 2026')).toBeTruthy()
  expect(region.queryByRole('form')).toBeNull()
  expect(region.getByRole('switch', { name: 'X' })).toBeTruthy()
  expect(document.activeElement).toBe(region.getByRole('button', { name: 'Replace the key to X' }))
  expect(sent(server, 'x/key')).toEqual([{ method: 'PUT', body: { fields: { token: 'abcd-wxyz' } } }])
})

test('a refused key is an error in the form, where it can be corrected', async () => {
  const refused = 'X does not accept this bearer token; make a new one and enter it.'
  const { region } = await open([X], { [`PUT ${SOURCES}/channels/x/key`]: problem(422, refused, 'key_refused') })
  await userEvent.click(await region.findByRole('button', { name: 'Add a key to X' }))
  await userEvent.keyboard('wrong{Enter}')
  expect((await region.findByRole('alert')).textContent).toBe(refused)
  expect(region.getByLabelText<HTMLInputElement>('Bearer token').value).toBe('wrong')
  await userEvent.keyboard('{Escape}')
  expect(region.queryByRole('form')).toBeNull()
})

test('a failing key says since when, with the reason and what to do', async () => {
  const error = 'X does not accept this bearer token; make a new one and enter it.'
  const failing = { ...OWN, error, failing_since: '2026-11-03T10:00:00.000Z' }
  const { region } = await open([{ ...X_KEYED, key: { ...NEED, own: failing } }])
  expect(await region.findByText(/make a new one and enter it\. Failing since 3 Nov 2026/)).toBeTruthy()
})

test('a key is removed after a confirmation', async () => {
  const { server, region } = await open([X_KEYED], {
    [`DELETE ${SOURCES}/channels/x/key`]: new Response(null, { status: 204 }),
  })
  await userEvent.click(await region.findByRole('button', { name: 'Remove the key to X' }))
  expect(region.getByText('Searches no longer ask X. Its leads stay.')).toBeTruthy()
  server.answers[`GET ${SOURCES}/channels`] = [X]
  await userEvent.click(region.getByRole('button', { name: 'Remove' }))
  expect(await region.findByText('Not searched: needs a key of yours.')).toBeTruthy()
  expect(sent(server, 'x/key').map(({ method }) => method)).toEqual(['DELETE'])
})

test('the installation’s key differs from one of the project’s own', async () => {
  const github = channel({ platform: 'github', name: 'GitHub', key: { ...NEED, need: 'optional', installation: true } })
  const { region } = await open([github])
  expect(await region.findByText('Asked with the installation’s key.')).toBeTruthy()
})

test('each part of a channel shows its state', async () => {
  const parts = ['stackoverflow', 'serverfault'].map((site, index) =>
    source({
      platform: 'stack_exchange',
      platform_name: 'Stack Exchange',
      name: `Stack Exchange: ${site}`,
      ...(index === 0 ? { health: 'failing', error: 'Stack Exchange is in trouble (status 503).' } : {}),
    }),
  )
  const { region } = await open([channel({ platform: 'stack_exchange', name: 'Stack Exchange' })], {
    [`GET ${SOURCES}`]: parts,
  })
  expect(await region.findByText('serverfault')).toBeTruthy()
  expect(region.getByText('stackoverflow')).toBeTruthy()
  expect(region.getByText(/in trouble \(status 503\)/)).toBeTruthy()
})

test('channels that cannot be loaded say so', async () => {
  const { region } = await open([], { [`GET ${SOURCES}/channels`]: problem(503, 'The server is busy.') })
  expect((await region.findByRole('alert')).textContent).toContain('The server is busy.')
})
