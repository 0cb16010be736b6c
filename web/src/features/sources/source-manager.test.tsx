import type { Source, SourcePlatform } from '@leadlight/contract/sources'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { rosa } from '../../testing/rosas-story.ts'
import { openSources, source, SOURCES } from './testing/open-sources.ts'

const TERMS = 'Every forum has terms of its own; read them before you add it.'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const FORUM = source({
  id: 's-forum',
  kind: 'community',
  platform: 'discourse',
  platform_name: 'Discourse',
  name: 'Ops forum',
  url: 'https://ops.example',
})
const PLATFORMS: SourcePlatform[] = [
  {
    platform: 'feed',
    name: 'RSS and Atom feeds',
    label: 'Feed',
    example: 'https://example.com/feed.xml',
    notice: null,
    attribution: null,
  },
  {
    platform: 'discourse',
    name: 'Discourse',
    label: 'Forum',
    example: 'https://meta.discourse.org',
    notice: TERMS,
    attribution: null,
  },
]

const open = (sources: Source[], answers: Answers = {}) =>
  openSources({ [`GET ${SOURCES}`]: sources, [`GET ${SOURCES}/platforms`]: PLATFORMS, ...answers })

type Dialog = Awaited<ReturnType<typeof open>>['dialog']

async function choose(dialog: Dialog, platform: string) {
  const box = await dialog.findByRole('combobox', { name: 'Platform' })
  box.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('option', { name: platform }))
}

test('every source is listed with its state, and a failing one with the reason', async () => {
  const failing = { health: 'failing', error: 'Ops forum is in trouble (status 503); we ask again later.' } as const
  const looked = new Date(Date.now() - 3 * 60_000).toISOString()
  const { dialog } = await open([
    source({ health: 'working', last_polled_at: looked, last_seen: 40 }),
    { ...FORUM, ...failing, last_polled_at: looked, next_try_at: '2026-01-01T00:00:00.000Z' },
  ])
  const own = within(await dialog.findByRole('region', { name: 'This project’s own' }))
  expect(own.getByText('Failing')).toBeTruthy()
  expect(own.getByText(/in trouble.*The next search tries again\.$/)).toBeTruthy()
  expect(own.getByRole('link', { name: 'ops.example' }).getAttribute('href')).toBe('https://ops.example')
  const others = within(dialog.getByRole('region', { name: 'Channels' }))
  expect(await others.findByText('Working')).toBeTruthy()
  expect(others.getByText('· last looked 3 min ago')).toBeTruthy()
  expect(others.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a forum is added after its platform is chosen, with the platform’s rules', async () => {
  const { server, dialog } = await open([source()], { [`POST ${SOURCES}/communities`]: FORUM })
  await choose(dialog, 'Discourse')
  expect(dialog.getByText(TERMS)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Forum'), ' ops.example {Enter}')
  expect(await dialog.findByText('Ops forum')).toBeTruthy()
  expect(server.of(`${SOURCES}/communities`).map(({ body }) => body)).toEqual([
    { platform: 'discourse', source: 'ops.example' },
  ])
  expect(dialog.getByLabelText<HTMLInputElement>('Forum').value).toBe('')
})

test('a feed has a call of its own', async () => {
  const feed = source({ id: 's-feed', kind: 'feed', platform: 'feed', name: 'feeds.example' })
  const { server, dialog } = await open([source()], { [`POST ${SOURCES}/feeds`]: feed })
  await userEvent.type(await dialog.findByLabelText('Address of the feed'), 'https://feeds.example/a.xml{Enter}')
  expect(await dialog.findByText('feeds.example')).toBeTruthy()
  expect(server.of(`${SOURCES}/feeds`).map(({ body }) => body)).toEqual([{ url: 'https://feeds.example/a.xml' }])
})

test('a source that cannot be added is an error at its field, and the input stays', async () => {
  const { dialog } = await open([], {
    [`POST ${SOURCES}/communities`]: problem(422, 'ops.example is no forum.', 'source_unusable'),
  })
  await choose(dialog, 'Discourse')
  await userEvent.type(dialog.getByLabelText('Forum'), 'ops.example{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('ops.example is no forum.')
  expect(dialog.getByLabelText<HTMLInputElement>('Forum').value).toBe('ops.example')
})

test('removing asks first, and Escape cancels', async () => {
  const { server, dialog } = await open([FORUM], {
    [`DELETE ${SOURCES}/communities/s-forum`]: new Response(null, { status: 204 }),
  })
  const trash = await dialog.findByRole('button', { name: 'Remove Ops forum' })
  await userEvent.click(trash)
  expect(dialog.getByText('Searches no longer look there. Its leads stay.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(trash)
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(trash)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(dialog.queryByText('Ops forum')).toBeNull())
  expect(server.of(`${SOURCES}/communities/s-forum`)).toHaveLength(1)
})

test('a source that cannot be removed stays, and says why', async () => {
  const { dialog } = await open([FORUM], {
    [`DELETE ${SOURCES}/communities/s-forum`]: problem(500, 'The server has a problem.'),
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove Ops forum' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Ops forum was not removed. The server has a problem.')).toBeTruthy()
  expect(dialog.getByText('Ops forum')).toBeTruthy()
})

test('a guest sees the sources and cannot change them', async () => {
  const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
  const { dialog } = await open([FORUM], { 'GET /users_info/me': guest })
  expect(await dialog.findByText('Ops forum')).toBeTruthy()
  expect(dialog.queryByRole('combobox')).toBeNull()
  expect(dialog.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a list that cannot be loaded says so and can be retried', async () => {
  const { server, dialog } = await open([], { [`GET ${SOURCES}`]: problem(503, 'The server is busy.') })
  expect(await dialog.findByText('The server is busy.')).toBeTruthy()
  server.answers[`GET ${SOURCES}`] = [FORUM]
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('Ops forum')).toBeTruthy()
})
