import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { bodiesOf, giveElementsHeight, leadAnswers, leadId, LEADS, POSTS, rows } from './testing/leads-story.ts'

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const row = async (name: string) => screen.findByRole('article', { name })

describe('a deletion', () => {
  test('by a double click deletes one lead only', async () => {
    const server = fakeServer({
      ...leadAnswers(rows(3)),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 1, undo_token: leadId(500) },
    })
    const app = renderApp(`${POSTS}/${leadId(1)}`)
    await row('Lead 1')
    const pane = within(screen.getByRole('region', { name: 'Reading pane' }))
    await userEvent.dblClick(await pane.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(2)}`))
    expect(bodiesOf(server.requests, `${LEADS}/mark_leads_as_deleted`)).toEqual([{ lead_ids: [leadId(1)] }])
    expect(server.of(`${LEADS}/mark_leads_as_undeleted`)).toEqual([])
    const toast = (await screen.findByText('Deleted 1 lead')).closest<HTMLElement>('[data-kind]')
    await userEvent.click(within(toast!).getByRole('button', { name: 'Close' }))
  })

  test('closes its toast when z undoes it', async () => {
    fakeServer({
      ...leadAnswers(rows(3)),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 2, undo_token: leadId(500) },
      [`POST ${LEADS}/undo`]: { updated: 2 },
    })
    renderApp(POSTS)
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('xjx#')
    await screen.findByText('Deleted 2 leads')
    await userEvent.keyboard('z')
    await waitFor(() => expect(screen.queryByText('Deleted 2 leads')).toBeNull())
    expect(await row('Lead 1')).toBeTruthy()
  })

  test('undone by z opens the lead again that it had closed', async () => {
    fakeServer({
      ...leadAnswers(rows(3)),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 1, undo_token: leadId(500) },
      [`POST ${LEADS}/undo`]: { updated: 1 },
    })
    const app = renderApp(`${POSTS}/${leadId(1)}`)
    await screen.findByRole('heading', { name: 'Lead 1', level: 1 })
    await userEvent.keyboard('#')
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(2)}`))
    await userEvent.keyboard('z')
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(1)}`))
    expect(await row('Lead 1')).toBeTruthy()
  })

  test('undone by z leaves whoever has gone on to another lead there', async () => {
    fakeServer({
      ...leadAnswers(rows(3)),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 1, undo_token: leadId(500) },
      [`POST ${LEADS}/undo`]: { updated: 1 },
    })
    const app = renderApp(`${POSTS}/${leadId(1)}`)
    await screen.findByRole('heading', { name: 'Lead 1', level: 1 })
    await userEvent.keyboard('#')
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(2)}`))
    await userEvent.keyboard('j')
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(3)}`))
    await userEvent.keyboard('z')
    expect(await row('Lead 1')).toBeTruthy()
    expect(app.path()).toBe(`${POSTS}/${leadId(3)}`)
  })

  test('can be undone by z while it is being sent, before anything earlier', async () => {
    const deleted = Promise.withResolvers<unknown>()
    const server = fakeServer({
      ...leadAnswers(rows(2)),
      [`POST ${LEADS}/lead/${leadId(2)}/star`]: {},
      [`POST ${LEADS}/mark_leads_as_deleted`]: () => deleted.promise,
      [`POST ${LEADS}/undo`]: { updated: 1 },
    })
    renderApp(POSTS)
    await userEvent.click(within(await row('Lead 2')).getByRole('button', { name: 'Star' }))
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('#')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Lead 1' })).toBeNull())
    await userEvent.keyboard('z')
    expect(await row('Lead 1')).toBeTruthy()
    expect(server.of(`${LEADS}/undo`)).toEqual([])
    deleted.resolve({ updated: 1, undo_token: leadId(500) })
    await waitFor(() => expect(bodiesOf(server.requests, `${LEADS}/undo`)).toEqual([{ undo_token: leadId(500) }]))
    expect(bodiesOf(server.requests, `${LEADS}/lead/${leadId(2)}/star`)).toEqual([{ starred: true }])
    expect(screen.queryByText('Deleted 1 lead')).toBeNull()
  })
})
