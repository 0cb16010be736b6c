import type { Theme, Themes } from '@leadlight/contract/themes'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

const PATH = `/projects/${NETSCOPE}/insights/themes`
const GET = `GET /api/v1/themes/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const ROUTERS: Theme = {
  id: '0195c0de-0000-7000-8000-000000000001',
  name: 'Which router should I buy for a small office?',
  since: '2026-11-10T09:00:00.000Z',
  weeks: [2, 4, 3, 9],
  sources: [
    { name: 'Reddit: r/homelab', posts: 12 },
    { name: 'Hacker News', posts: 6 },
  ],
  quotes: [
    {
      text: 'Which router should I buy for a small office?',
      url: 'https://posts.example/1',
      source: 'Reddit: r/homelab',
      posted_at: '2026-11-20T09:00:00.000Z',
    },
    {
      text: 'Any router for ten people?',
      url: 'https://posts.example/2',
      source: 'Hacker News',
      posted_at: '2026-11-19T09:00:00.000Z',
    },
  ],
  replies: { known: 5, none: 4 },
  is_unanswered: true,
}
const FOUND: Themes = {
  made_at: '2026-11-21T09:00:00.000Z',
  is_running: false,
  posts: 310,
  posts_min: 30,
  themes: [ROUTERS],
}

describe('themes', () => {
  test('show how many posts they have and had, where, what they say, and that nobody answers', async () => {
    fakeServer({ ...rosasAnswers(), [GET]: () => FOUND })
    renderApp(PATH)
    const theme = await screen.findByRole('region', { name: `“${ROUTERS.name}”` })
    expect(theme.textContent).toContain('9 posts this week')
    expect(theme.textContent).toContain('3 a week before')
    expect(theme.textContent).toContain('Nobody answers this')
    expect(theme.textContent).toContain('4 of 5 without a reply')
    expect(theme.textContent).toContain('Reddit: r/homelab (12), Hacker News (6)')
    const links = within(theme).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(ROUTERS.quotes.map(({ url }) => url))
  })

  test('are asked for through the chosen lens, which stands in the address', async () => {
    const server = fakeServer({
      ...rosasAnswers(),
      [GET]: ({ query }) => (query.get('lens') === 'money' ? { ...FOUND, themes: [] } : FOUND),
    })
    const app = renderApp(PATH)
    await screen.findByRole('region', { name: `“${ROUTERS.name}”` })
    await userEvent.click(screen.getByRole('button', { name: 'Money' }))
    expect(await screen.findByText('No theme is seen through this lens')).toBeTruthy()
    expect(app.path()).toBe(PATH)
    expect(app.router.state.location.search).toBe('?lens=money')
    expect(server.requests.some(({ query }) => query.get('lens') === 'money')).toBe(true)
  })

  test('become a signal by a button, which fills in the new signal', async () => {
    fakeServer({ ...rosasAnswers(), [GET]: () => FOUND })
    const app = renderApp(PATH)
    await userEvent.click(await screen.findByRole('button', { name: 'Make a signal of this' }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/signals/new`))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New signal' })).value).toBe(ROUTERS.name)
  })

  test('put nothing in the place of a signal that somebody has begun without a way back', async () => {
    sessionStorage.clear()
    fakeServer({ ...rosasAnswers(), [GET]: () => FOUND })
    const app = renderApp(`/projects/${NETSCOPE}/signals/new`)
    await userEvent.type(await screen.findByRole('textbox', { name: 'New signal' }), 'Bakers asking')
    await app.router.navigate(PATH)
    await userEvent.click(await screen.findByRole('button', { name: 'Make a signal of this' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
    await waitFor(() => expect(app.path()).toBe(PATH))
    await app.router.navigate(`/projects/${NETSCOPE}/signals/new`)
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New signal' })).value).toBe(
      'Bakers asking',
    )
  })

  test.each([
    [{ ...FOUND, made_at: null, posts: 0, themes: [] }, 'No themes have been found yet', 'once a week'],
    [
      { ...FOUND, posts: 12, themes: [] },
      'No themes in the last four weeks',
      'brought 12 posts in four weeks. With 30 or more',
    ],
    [{ ...FOUND, themes: [] }, 'No themes in the last four weeks', 'No five of your 310 posts'],
  ])('say why there are none', async (found, title, why) => {
    fakeServer({ ...rosasAnswers(), [GET]: () => found })
    renderApp(PATH)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(new RegExp(why))).toBeTruthy()
  })

  test('that cannot be loaded say so, and can be tried again', async () => {
    let fails = true
    fakeServer({
      ...rosasAnswers(),
      [GET]: () => (fails ? problem(500, 'It is broken.') : FOUND),
    })
    renderApp(PATH)
    expect(await screen.findByText('The themes could not be loaded')).toBeTruthy()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: `“${ROUTERS.name}”` })).toBeTruthy()
  })

  test('are found now where a member asks for it', async () => {
    let asked = false
    fakeServer({
      ...rosasAnswers(),
      [GET]: () => (asked ? { ...FOUND, is_running: true } : { ...FOUND, themes: [] }),
      [`POST /api/v1/themes/${NETSCOPE}`]: () => {
        asked = true
        return null
      },
    })
    renderApp(PATH)
    await userEvent.click(await screen.findByRole('button', { name: 'Find themes now' }))
    expect(await screen.findByRole('button', { name: /Finding themes/ })).toBeTruthy()
  })
})
