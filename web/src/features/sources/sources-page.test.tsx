import type { DataChannel } from '@leadlight/contract/leads'
import type { Source, SourcePlatform } from '@leadlight/contract/sources'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '../../testing/fake-server.ts'
import type { Answers, SentRequest } from '../../testing/fake-server.ts'
import { NETSCOPE, rosa } from '../../testing/rosas-story.ts'
import { counts, LEADS, openSources, source, SOURCES } from './testing/open-sources.ts'

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

function dataChannel(platform: string, external_id: string): DataChannel {
  const id = `${platform}:${external_id}`
  return { platform, id, external_id, name: 'Ops', display_name: 'Ops', lead_count: 1 }
}

type SourcesScreen = Awaited<ReturnType<typeof open>>['page']

async function choose(page: SourcesScreen, platform: string) {
  const box = await page.findByRole('combobox', { name: 'Platform' })
  box.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('option', { name: platform }))
}

test('every source is listed with its state, and a failing one with the reason', async () => {
  const failing = { health: 'failing', error: 'Ops forum is in trouble (status 503); we ask again later.' } as const
  const looked = new Date(Date.now() - 3 * 60_000).toISOString()
  const { page } = await open([
    source({ health: 'working', last_polled_at: looked, last_seen: 40 }),
    { ...FORUM, ...failing, last_polled_at: looked, next_try_at: '2026-01-01T00:00:00.000Z' },
  ])
  const own = within(await page.findByRole('region', { name: 'This project’s own' }))
  expect(own.getByText('Failing')).toBeTruthy()
  expect(own.getByText(/in trouble.*The next search tries again\.$/)).toBeTruthy()
  expect(own.getByRole('link', { name: 'ops.example' }).getAttribute('href')).toBe('https://ops.example')
  const others = within(page.getByRole('region', { name: 'Channels' }))
  expect(await others.findByText('Working')).toBeTruthy()
  expect(others.getByText('· last looked 3 min ago')).toBeTruthy()
  expect(others.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a forum is added after its platform is chosen, with the platform’s rules', async () => {
  const { server, page } = await open([source()], { [`POST ${SOURCES}/communities`]: FORUM })
  await choose(page, 'Discourse')
  expect(page.getByText(TERMS)).toBeTruthy()
  await userEvent.type(page.getByLabelText('Forum'), ' ops.example {Enter}')
  expect(await page.findByText('Ops forum')).toBeTruthy()
  expect(server.of(`${SOURCES}/communities`).map(({ body }) => body)).toEqual([
    { platform: 'discourse', source: 'ops.example' },
  ])
  expect(page.getByLabelText<HTMLInputElement>('Forum').value).toBe('')
})

test('a feed has a call of its own', async () => {
  const feed = source({ id: 's-feed', kind: 'feed', platform: 'feed', name: 'feeds.example' })
  const { server, page } = await open([source()], { [`POST ${SOURCES}/feeds`]: feed })
  await userEvent.type(await page.findByLabelText('Address of the feed'), 'https://feeds.example/a.xml{Enter}')
  expect(await page.findByText('feeds.example')).toBeTruthy()
  expect(server.of(`${SOURCES}/feeds`).map(({ body }) => body)).toEqual([{ url: 'https://feeds.example/a.xml' }])
})

test('a source that cannot be added is an error at its field, and the input stays', async () => {
  const { page } = await open([], {
    [`POST ${SOURCES}/communities`]: problem(422, 'ops.example is no forum.', 'source_unusable'),
  })
  await choose(page, 'Discourse')
  await userEvent.type(page.getByLabelText('Forum'), 'ops.example{Enter}')
  expect((await page.findByRole('alert')).textContent).toBe('ops.example is no forum.')
  expect(page.getByLabelText<HTMLInputElement>('Forum').value).toBe('ops.example')
})

test('removing asks first, and Escape cancels', async () => {
  const { server, page } = await open([FORUM], {
    [`DELETE ${SOURCES}/communities/s-forum`]: new Response(null, { status: 204 }),
  })
  const trash = await page.findByRole('button', { name: 'Remove Ops forum' })
  await userEvent.click(trash)
  expect(page.getByText('Searches no longer look there. Its leads stay.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(trash)
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(trash)
  await userEvent.click(page.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(page.queryByText('Ops forum')).toBeNull())
  expect(server.of(`${SOURCES}/communities/s-forum`)).toHaveLength(1)
})

test('a source that cannot be removed stays, and says why', async () => {
  const { page } = await open([FORUM], {
    [`DELETE ${SOURCES}/communities/s-forum`]: problem(500, 'The server has a problem.'),
  })
  await userEvent.click(await page.findByRole('button', { name: 'Remove Ops forum' }))
  await userEvent.click(page.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Ops forum was not removed. The server has a problem.')).toBeTruthy()
  expect(page.getByText('Ops forum')).toBeTruthy()
})

test('a guest is told that sources are for members, and asks for none', async () => {
  const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
  const { server, page } = await open([FORUM], { 'GET /users_info/me': guest })
  expect(await page.findByText('The sources are for members of the organization.')).toBeTruthy()
  expect(server.of(SOURCES)).toEqual([])
  expect(screen.queryByRole('link', { name: 'Sources' })).toBeNull()
})

test('each source shows the leads it brought, linked to them, where they say that they are from it', async () => {
  const instance = { ...FORUM, id: 's-lemmy', platform: 'lemmy', platform_name: 'Lemmy', name: 'lemmy.example' }
  const { page } = await open(
    [source(), { ...FORUM, url: 'https://ops.example' }, { ...instance, url: 'https://lemmy.example' }],
    {
      [`GET ${LEADS}/leads-data-channels`]: [dataChannel('discourse', 'https://ops.example')],
      [`GET ${LEADS}/counts`]: ({ query }: SentRequest) =>
        query.get('read') === 'false'
          ? counts({ hacker_news: 2 })
          : counts({ hacker_news: 9, 'discourse:https://ops.example': 1, lemmy: 4 }),
    },
  )
  const channels = within(await page.findByRole('region', { name: 'Channels' }))
  const all = await channels.findByRole('link', { name: '9 leads from Hacker News 2 unread' })
  expect(all.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts?data_source_filters=hacker_news`)
  const own = within(page.getByRole('region', { name: 'This project’s own' }))
  const links = own.getAllByRole('link', { name: /leads? from/ })
  expect(links.map((link) => link.textContent)).toEqual(['1 lead from Ops forum'])
})

test('numbers of leads that cannot be loaded are told apart from the rest, and read again', async () => {
  const { server, page } = await open([source()], { [`GET ${LEADS}/counts`]: problem(503, 'Not now.') })
  expect(await page.findByText('The numbers of leads could not be loaded. Not now.')).toBeTruthy()
  expect(page.getByRole('region', { name: 'Channels' })).toBeTruthy()
  server.answers[`GET ${LEADS}/counts`] = counts({})
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('No leads yet')).toBeTruthy()
})

test('a list that cannot be loaded says so and can be retried', async () => {
  const { server, page } = await open([], { [`GET ${SOURCES}`]: problem(503, 'The server is busy.') })
  expect(await page.findByText('The server is busy.')).toBeTruthy()
  server.answers[`GET ${SOURCES}`] = [FORUM]
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Ops forum')).toBeTruthy()
})
