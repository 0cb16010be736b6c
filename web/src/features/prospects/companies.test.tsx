import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  COMPANIES_API,
  COMPANIES_PAGE,
  company,
  giveElementsHeight,
  id,
  page,
  PEOPLE_API,
  PEOPLE_PAGE,
  prospectAnswers,
  STATUSES_API,
} from './testing/prospects-story.ts'

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['people', PEOPLE_PAGE, PEOPLE_API],
  ['companies', COMPANIES_PAGE, COMPANIES_API],
])('the dates of the last posts stand beside the other filters of %s, as one', async (_, path, api) => {
  const server = fakeServer(prospectAnswers())
  const { router } = renderApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Any date' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Last post' }))
  await userEvent.click(panel.getByRole('button', { name: 'Last 30 days' }))
  await waitFor(() => expect(router.state.location.search).toBe('?period=30d'))
  await waitFor(() => expect(server.of(api).at(-1)?.query.get('date_from')).toBeTruthy())
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Last 30 days' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('combobox', { name: 'Location' })
  expect(screen.queryByLabelText('Last post from')).toBeNull()
})

describe('companies', () => {
  test('are listed with domain, industry, place, people and posts, and link to their people and posts', async () => {
    fakeServer(prospectAnswers())
    renderApp(COMPANIES_PAGE)
    const row = within(await screen.findByRole('row', { name: /Tideline/u }))
    for (const text of ['tideline.example', 'Logistics', '2', '4']) expect(row.getByText(text)).toBeTruthy()
    await userEvent.click(row.getByRole('link', { name: company().name }))
    const region = within(await screen.findByRole('region', { name: 'Company' }))
    const people = within(await region.findByRole('region', { name: 'People' }))
    expect(people.getByRole('link', { name: 'Mara Lindt' }).getAttribute('href')).toBe(`${PEOPLE_PAGE}/${id(1)}`)
    expect(people.getByText(/from their GitHub profile, 12 Nov 2026/u)).toBeTruthy()
    expect(region.getByRole('link', { name: 'Discovery misses new hosts' })).toBeTruthy()
  })

  test('open the statuses of people and companies for editing', async () => {
    fakeServer(prospectAnswers())
    renderApp(`${COMPANIES_PAGE}?manage=statuses`)
    const tab = await screen.findByRole('tab', { name: 'People and companies' })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    expect(STATUSES_API).toContain('prospect')
  })

  test('are exported by selection', async () => {
    const server = fakeServer({
      ...prospectAnswers(),
      [`GET ${COMPANIES_API}`]: page([company(), company({ id: id(12), name: 'Quillworks' })]),
      [`POST ${COMPANIES_API}/export`]: new Response('name\nQuillworks', { headers: { 'content-type': 'text/csv' } }),
    })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    renderApp(`${COMPANIES_PAGE}?platforms=github`)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select: Quillworks' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected companies' }))
    await userEvent.click(bar.getByRole('button', { name: 'Export' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    expect(await screen.findByText(/^Saved/u)).toBeTruthy()
    const order = { sort_by: 'last_posted_at', sort_order: 'desc' }
    expect(server.of(`${COMPANIES_API}/export`)[0]?.body).toEqual({
      company_lead_ids: [id(12)],
      format: 'csv',
      ...order,
    })
  })

  test('that have gone say why that may be', async () => {
    fakeServer({
      ...prospectAnswers(),
      [`GET ${COMPANIES_API}/lead/${id(11)}`]: problem(404, 'There is no such company.'),
    })
    renderApp(`${COMPANIES_PAGE}/${id(11)}`)
    expect(await screen.findByText('This company does not exist')).toBeTruthy()
    expect(screen.getByText(/gone with the last person who named it/u)).toBeTruthy()
  })
})
