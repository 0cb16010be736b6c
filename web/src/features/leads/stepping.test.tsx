import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import { bodiesOf, leadAnswers, leadId, leadOf, LEADS, POSTS, rows } from './testing/leads-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { rowOf, signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()
beforeAll(loadPane, 60_000)

const COUNT = 5
const pathOf = (number: number) => `${LEADS}/lead/${leadId(number)}`
const pane = () => within(screen.getByRole('region', { name: 'Reading pane' }))
const openRow = () => document.querySelector('[data-row-id] [aria-current="true"]')?.textContent

/** Holds all animation frames until released. */
function holdFrames() {
  const waiting = new Map<number, FrameRequestCallback>()
  let last = 0
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => {
    waiting.set((last += 1), work)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => waiting.delete(frame))
  return function paint() {
    const works = [...waiting.values()]
    waiting.clear()
    for (const work of works) work(performance.now())
  }
}

/** Unread leads, the first of them open, with frames held. */
async function openFirst() {
  const unread = rows(COUNT, { project_id: NETSCOPE })
  const server = fakeServer({
    ...leadAnswers(unread),
    ...Object.fromEntries(unread.map((row) => [`PATCH ${LEADS}/lead/${row.id}/feedback`, leadOf(row)])),
  })
  const app = renderApp(`${POSTS}/${leadId(1)}`)
  await rowOf('Lead 1')
  await pane().findByRole('heading', { name: 'Lead 1' })
  await pane().findByRole('button', { name: 'Good lead' })
  return { server, app, user: userEvent.setup({ delay: null }), paint: holdFrames() }
}

test('a step shows in the list first; URL, pane and read mark follow after its frame', async () => {
  const { server, app, user, paint } = await openFirst()
  await user.keyboard('j')
  expect(openRow()).toBe('Lead 2')
  expect(app.path()).toBe(`${POSTS}/${leadId(1)}`)
  expect(pane().getByRole('heading', { name: 'Lead 1' })).toBeTruthy()
  expect(server.of(pathOf(2))).toEqual([])
  paint()
  expect(await pane().findByRole('heading', { name: 'Lead 2' })).toBeTruthy()
  expect(app.path()).toBe(`${POSTS}/${leadId(2)}`)
  await waitFor(() => expect(server.of(`${pathOf(2)}/read`)).toHaveLength(1))
})

test('in a run of steps only the last lead is fetched, shown and marked as read', async () => {
  const { server, app, user, paint } = await openFirst()
  await user.keyboard('jjjjk')
  expect(openRow()).toBe('Lead 4')
  paint()
  await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(4)}`))
  await waitFor(() => expect(server.of(`${pathOf(4)}/read`)).toHaveLength(1))
  const touched = server.requests.filter(({ path }) => [2, 3, 5].some((number) => path.startsWith(pathOf(number))))
  expect(touched).toEqual([])
})

test('Escape right after a step goes to the list, at the current lead, which stays unread', async () => {
  const { server, app, user, paint } = await openFirst()
  await user.keyboard('j{Escape}')
  paint()
  await waitFor(() => expect(app.path()).toBe(POSTS))
  paint()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 2'))
  await user.keyboard('j')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 3'))
  expect(app.path()).toBe(POSTS)
  expect(server.requests.filter(({ path }) => path.startsWith(pathOf(2)))).toEqual([])
})

test('a pane shortcut right after a step applies to the new lead', async () => {
  const { server, app, user, paint } = await openFirst()
  await user.keyboard('j+')
  paint()
  await waitFor(() =>
    expect(bodiesOf(server.requests, `${pathOf(2)}/feedback`)).toEqual([{ feedback: 'positive', reason: '' }]),
  )
  expect(bodiesOf(server.requests, `${pathOf(1)}/feedback`)).toEqual([])
  expect(app.path()).toBe(`${POSTS}/${leadId(2)}`)
})

test('a press right after a step finds the URL of its lead', async () => {
  const { app, user, paint } = await openFirst()
  await user.keyboard('j')
  await user.click(screen.getByRole('button', { name: /^Unread/ }))
  await waitFor(() => expect(app.router.state.location.search).toBe('?read=false'))
  paint()
  await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(2)}`))
  expect(app.router.state.location.search).toBe('?read=false')
})
