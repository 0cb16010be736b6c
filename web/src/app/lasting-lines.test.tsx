import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leadAnswers, leadId, POSTS, rows, giveElementsHeight } from '../features/leads/testing/leads-story.ts'
import { fetchJson } from '../lib/api.ts'
import { noteAnswer, useServerAway } from '../lib/server-state.ts'
import { tryStorage, writeStored } from '../lib/storage.ts'
import { swrConfig } from '../lib/swr-config.ts'
import { takeReturnTo } from '../lib/return-to.ts'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { rosasAnswers } from '../testing/rosas-story.ts'
import { ConnectionKeeper } from './connection-keeper.tsx'

const AWAY = /The server cannot be reached/u
const FULL = /This browser’s storage is full/u

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  noteAnswer(new Response())
})

describe('while the server is away', () => {
  test('a line says so until it answers again, and then what failed is read again', async () => {
    giveElementsHeight()
    fakeServer(leadAnswers(rows(2)))
    const answer = globalThis.fetch
    const { router } = renderApp(POSTS)
    await screen.findByRole('feed')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await act(() => router.navigate(`${POSTS}/${leadId(1)}`))
    expect(await screen.findByText('The lead could not be loaded')).toBeTruthy()
    expect(await screen.findByText(AWAY)).toBeTruthy()

    vi.stubGlobal('fetch', answer)
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByRole('heading', { name: 'Lead 1', level: 1 })).toBeTruthy()
    expect(screen.queryByText(AWAY)).toBeNull()
  })

  test.each([
    { what: 'no answer', answer: null, isAway: true },
    { what: 'a proxy that finds no server', answer: new Response('Bad gateway', { status: 502 }), isAway: true },
    { what: 'the server’s own refusal', answer: problem(503, 'Slack is away.'), isAway: false },
    { what: 'a failure of the server', answer: new Response('', { status: 500 }), isAway: false },
  ])('$what counts as away: $isAway', async ({ answer, isAway }) => {
    fakeServer(rosasAnswers())
    renderApp('/org/projects')
    await screen.findByRole('heading', { name: 'Projects' })
    act(() => noteAnswer(answer))
    expect(screen.queryByText(AWAY) !== null).toBe(isAway)
  })

  test.each([
    { how: 'no answer', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
    { how: 'a proxy’s page', answer: new Response('Bad gateway', { status: 502 }) },
  ])('one call that always gets $how is retried three times, and the server counts as there', async ({ answer }) => {
    vi.useFakeTimers()
    const server = fakeServer({ ...rosasAnswers(), 'GET /broken': answer })
    const seen: boolean[] = []
    function Reader() {
      useSWR('/broken', fetchJson)
      seen.push(useServerAway())
      return null
    }
    render(
      <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
        <ConnectionKeeper />
        <Reader />
      </SWRConfig>,
    )
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(server.of('/broken')).toHaveLength(4)
    expect(server.of('/api/v1/instance').length).toBeGreaterThan(0)
    expect(seen).not.toContain(true)
  })

  test('it is asked again and again with growing pauses', async () => {
    const server = fakeServer({ 'GET /api/v1/instance': () => Promise.reject(new TypeError('Failed to fetch')) })
    const pauses: number[] = []
    const resume: (() => void)[] = []
    const pause = (delayMs: number) => {
      pauses.push(delayMs)
      return new Promise<void>((resolve) => resume.push(resolve))
    }
    noteAnswer(null)
    render(
      <SWRConfig>
        <ConnectionKeeper pause={pause} />
      </SWRConfig>,
    )
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(resume).toHaveLength(count))
      expect(server.of('/api/v1/instance')).toHaveLength(count - 1)
      resume[count - 1]!()
    }
    expect(pauses.slice(0, 3)).toEqual([1000, 2000, 4000])
  })
})

test('a session that is over says so on the sign-in page, beside the word for it, until somebody signs in', async () => {
  fakeServer({ 'GET /users_info/me': problem(401, 'Over', 'unauthorized') })
  const app = renderApp('/org/team')
  expect(await screen.findByText('Your session is over. Sign in to go on where you were.')).toBeTruthy()
  expect(screen.getByText('Unauthorized')).toBeTruthy()
  expect(app.path()).toBe('/sign-in')
})

test('a session that is over comes back to the whole address, with what stands behind the number sign', async () => {
  fakeServer({ 'GET /users_info/me': problem(401, 'Over', 'unauthorized') })
  renderApp('/add?from=page#url=https%3A%2F%2Fforum.example%2F1&text=Which+one')
  await screen.findByText('Your session is over. Sign in to go on where you were.')
  expect(takeReturnTo()).toBe('/add?from=page#url=https%3A%2F%2Fforum.example%2F1&text=Which+one')
})

test('somebody who never signed in is not told of a session', async () => {
  localStorage.clear()
  fakeServer({})
  renderApp('/org/team')
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByText(/Your session is over/u)).toBeNull()
})

test.each([
  { area: 'browser', name: 'localStorage' },
  { area: 'tab', name: 'sessionStorage' },
] as const)('a $area storage that takes nothing is said until it takes something', async ({ area, name }) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  fakeServer(rosasAnswers())
  renderApp('/org/projects')
  await screen.findByRole('heading', { name: 'Projects' })
  const storage = globalThis[name]
  vi.stubGlobal(name, {
    getItem: (entry: string) => storage.getItem(entry),
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  act(() => void writeStored('a', 'text', area))
  expect(screen.getByText(FULL)).toBeTruthy()
  act(tryStorage)
  expect(screen.getByText(FULL)).toBeTruthy()
  vi.stubGlobal(name, storage)
  act(tryStorage)
  expect(screen.queryByText(FULL)).toBeNull()
  expect(storage.getItem('probe')).toBeNull()
})
