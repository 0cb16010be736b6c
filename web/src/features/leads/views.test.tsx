import type { View } from '@leadlight/contract/lead-work'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { bodiesOf, leadAnswers, leadId, noContent, POSTS, rows, VIEWS } from './testing/leads-story.ts'
import { choose, press, signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()

const mine: View = { id: leadId(801), name: 'Unread', query: 'read=false', is_shared: false, is_mine: true }
const teams: View = { id: leadId(802), name: 'Stars', query: 'starred=true', is_shared: true, is_mine: false }

function start(search = '', views: View[] = [mine, teams]) {
  const server = fakeServer({ ...leadAnswers(rows(2)), [`GET ${VIEWS}`]: views })
  return { server, ...renderApp(POSTS + search) }
}

test('a view applies all its filters, and is marked as active', async () => {
  const { router } = start('?search_text=old')
  await press('Saved views')
  await choose('menuitemradio', 'Stars')
  await waitFor(() => expect(router.state.location.search).toBe(`?starred=true&view=${teams.id}`))
  expect(await screen.findByRole('heading', { name: 'Stars' })).toBeTruthy()
  await press('Saved views')
  const item = await screen.findByRole('menuitemradio', { name: 'Stars' })
  expect(item.getAttribute('aria-checked')).toBe('true')
  await choose('menuitemradio', 'All posts')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('the filters can be saved under a name, also for the team; a taken name is refused and stays in the field', async () => {
  const { server, router } = start('?read=false&sort_by=score&sort_order=desc')
  await press('Saved views')
  await choose('menuitem', 'Save these filters as a view…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a view' }))
  await userEvent.type(dialog.getByLabelText('Name'), 'Best unread')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'For the whole team' }))
  server.answers[`POST ${VIEWS}`] = problem(409, 'There is a view of that name.', 'view_name_taken')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('There is a view of that name.')
  const query = 'read=false&sort_by=score&sort_order=desc'
  const saved = { id: leadId(803), name: 'Best unread', query, is_shared: true, is_mine: true }
  server.answers[`POST ${VIEWS}`] = saved
  server.answers[`GET ${VIEWS}`] = [mine, teams, saved]
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf(server.requests, VIEWS).at(-1)).toBe(null)
  expect(server.of(VIEWS).findLast(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Best unread',
    query,
    is_shared: true,
  })
  expect(router.state.location.search).toBe(`?${query}&view=${saved.id}`)
  expect(await screen.findByRole('heading', { name: 'Best unread' })).toBeTruthy()
})

test('a view whose filters were changed can be updated', async () => {
  const { server } = start(`?read=false&starred=true&view=${mine.id}`)
  server.answers[`PATCH ${VIEWS}/${mine.id}`] = { ...mine, query: 'read=false&starred=true' }
  await press('Saved views')
  await choose('menuitem', 'Update "Unread"')
  expect(await screen.findByText('"Unread" now has these filters')).toBeTruthy()
  expect(bodiesOf(server.requests, `${VIEWS}/${mine.id}`)).toEqual([{ query: 'read=false&starred=true' }])
})

test('an unchanged view offers no update; it can be renamed and deleted', async () => {
  const { server, router } = start(`?read=false&view=${mine.id}`)
  server.answers[`PATCH ${VIEWS}/${mine.id}`] = { ...mine, name: 'Fresh' }
  server.answers[`DELETE ${VIEWS}/${mine.id}`] = noContent()
  await press('Saved views')
  await choose('menuitem', 'Rename or share…')
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Fresh{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf(server.requests, `${VIEWS}/${mine.id}`)).toEqual([{ name: 'Fresh', is_shared: false }])
  await press('Saved views')
  await screen.findByRole('menuitem', { name: 'Delete the view' })
  expect(screen.queryByRole('menuitem', { name: /^Update/ })).toBeNull()
  await choose('menuitem', 'Delete the view')
  await waitFor(() => expect(router.state.location.search).toBe('?read=false'))
})

test('a deleted view can be restored as it was', async () => {
  const { server } = start(`?starred=true&view=${teams.id}`)
  server.answers[`DELETE ${VIEWS}/${teams.id}`] = noContent()
  server.answers[`POST ${VIEWS}`] = { ...teams, id: leadId(804) }
  await press('Saved views')
  await choose('menuitem', 'Delete the view')
  const toast = (await screen.findByText('Deleted the view "Stars"')).closest<HTMLElement>('[role="status"]')!
  await userEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The view "Stars" is back')).toBeTruthy()
  expect(server.of(VIEWS).find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Stars',
    query: 'starred=true',
    is_shared: true,
  })
})
