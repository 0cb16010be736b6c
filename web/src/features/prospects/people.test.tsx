import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chunked, deltaEvent, doneEvent, draft } from '../../testing/chunked.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosa } from '../../testing/rosas-story.ts'
import {
  giveElementsHeight,
  id,
  page,
  PEOPLE_API,
  PEOPLE_PAGE,
  person,
  persons,
  prospectAnswers,
  SIGNAL,
  wholePerson,
} from './testing/prospects-story.ts'

const UNDO = `${PEOPLE_API}/undo`
const changed = { updated: 1, undo_token: id(700) }

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(answers: Answers = {}, path = PEOPLE_PAGE) {
  const server = fakeServer({ ...prospectAnswers(), ...answers })
  const { router } = renderApp(path)
  await screen.findByRole('table', { name: 'People' })
  return { ...server, at: () => router.state.location }
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name, 'u') })
const names = () => screen.getAllByRole('link', { name: /^(Mara Lindt|Person \d)$/u }).map((link) => link.textContent)

describe('the list of people', () => {
  test('shows name, role, company, place, platforms and number of posts', async () => {
    await show()
    const cells = within(await rowOf('Mara Lindt'))
    for (const text of ['Platform engineer', 'Berlin', 'GitHub, Hacker News', '3', SIGNAL.intent_signal]) {
      expect(cells.getByText(text)).toBeTruthy()
    }
    expect(cells.getByRole('link', { name: 'Tideline' }).getAttribute('href')).toMatch(/\/prospects\/companies\//u)
    expect(screen.getByText('3 people')).toBeTruthy()
  })

  test('shows a value’s source and when it was read', async () => {
    await show()
    await userEvent.hover(within(await rowOf('Mara Lindt')).getByRole('link', { name: 'Berlin' }))
    expect((await screen.findAllByText('from their GitHub profile, 12 Nov 2026')).length).toBeGreaterThan(0)
  })

  test('reads its filters from the URL, with every text operator, and sends the active ones', async () => {
    const { of } = await show(
      {},
      `${PEOPLE_PAGE}?location=Ber&person_title_op=not_empty&company_name=X&company_name_op=not_equals&platforms=github&status_config_id=none&status_config_id=all&industry=no&sort_by=name`,
    )
    const { query } = of(PEOPLE_API)[0]!
    expect(Object.fromEntries(query)).toEqual({
      location: 'Ber',
      location_op: 'contains',
      person_title_op: 'not_empty',
      company_name: 'X',
      company_name_op: 'not_equals',
      platforms: 'github',
      status_config_id: 'none',
      sort_by: 'name',
      sort_order: 'asc',
      limit: '100',
    })
    const active = within(await screen.findByRole('list', { name: 'Filters that are set' }))
    expect(active.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'No status',
      'GitHub',
      'Role is not empty',
      'Company is not "X"',
      'Location contains "Ber"',
      'Clear all',
    ])
  })

  test('writes a text filter to the URL once it has a text, and removes it again', async () => {
    const { of, at } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    const location = await screen.findByRole('combobox', { name: 'Location' })
    fireEvent.keyDown(location, { key: 'ArrowDown' })
    await userEvent.click(await screen.findByRole('option', { name: 'is not' }))
    expect(of(PEOPLE_API)).toHaveLength(1)
    await userEvent.type(await screen.findByLabelText('Location: words'), 'Berlin')
    await waitFor(() => expect(of(PEOPLE_API).at(-1)?.query.get('location_op')).toBe('not_equals'))
    expect(of(PEOPLE_API).at(-1)?.query.get('location')).toBe('Berlin')
    expect(at().search).toBe('?location=Berlin&location_op=not_equals')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Take away: Location is not "Berlin"' }))
    await waitFor(() => expect(at().search).toBe(''))
  })

  test('limits the length of a text, from the URL or the field', async () => {
    const { of } = await show({}, `${PEOPLE_PAGE}?location=${'x'.repeat(300)}`)
    expect(of(PEOPLE_API)[0]?.query.get('location')).toBe('x'.repeat(200))
    await userEvent.click(screen.getByRole('button', { name: /^More(?! about)/u }))
    expect((await screen.findByLabelText<HTMLInputElement>('Location: words')).maxLength).toBe(200)
  })

  test('is sorted by a press on a heading', async () => {
    const { of } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Posts' }))
    await waitFor(() => expect(of(PEOPLE_API).at(-1)?.query.get('sort_by')).toBe('posts'))
    expect(of(PEOPLE_API).at(-1)?.query.get('sort_order')).toBe('desc')
  })

  test('changes the status of the selection at once, and restores it on undo', async () => {
    const server = await show({ [`POST ${PEOPLE_API}/update_status`]: changed, [`POST ${UNDO}`]: { updated: 2 } })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Mara Lindt' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select: Person 3' }), { shiftKey: true })
    expect(screen.getByText('3 people selected')).toBeTruthy()
    await userEvent.click(
      within(screen.getByRole('toolbar', { name: 'Selected people' })).getByRole('button', { name: 'Status' }),
    )
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /To contact/u }))
    expect(await screen.findAllByRole('button', { name: 'Status: To contact' })).toHaveLength(3)
    expect(server.of(`${PEOPLE_API}/update_status`)[0]?.body).toEqual({
      person_lead_ids: [id(1), id(2), id(3)],
      status_config_id: id(601),
    })
    expect(server.of(`${PEOPLE_API}/update_status`)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/u)
    expect(await screen.findByText('Set 3 people to "To contact"')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Undo/u }))
    await waitFor(() => expect(server.of(UNDO)[0]?.body).toEqual({ undo_token: id(700) }))
    expect(server.of(UNDO)[0]?.headers.get('idempotency-key')).toBe(id(700))
    expect(screen.queryAllByRole('button', { name: 'Status: To contact' })).toHaveLength(0)
  })

  test('sends the filters for all matches, including rows not loaded', async () => {
    const all = { ...page(persons(3)), total: 740, next_cursor: 'next' }
    const server = await show(
      {
        [`GET ${PEOPLE_API}`]: ({ query }) => (query.has('cursor') ? new Promise<Response>(() => undefined) : all),
        [`POST ${PEOPLE_API}/mark_as_deleted`]: { updated: 740, undo_token: id(700) },
      },
      `${PEOPLE_PAGE}?location=Berlin`,
    )
    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.body, { key: 'x' })
    await userEvent.click(await screen.findByRole('button', { name: 'Select all 740 that match' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(server.of(`${PEOPLE_API}/mark_as_deleted`)[0]?.body).toEqual({
        filter: { location: 'Berlin', location_op: 'contains' },
      }),
    )
    expect(await screen.findByText('Deleted 740 people')).toBeTruthy()
  })

  test('is navigated by keys: j, k, e, # and z', async () => {
    const server = await show({
      [`POST ${PEOPLE_API}/update_status`]: changed,
      [`POST ${PEOPLE_API}/mark_as_deleted`]: changed,
      [`POST ${UNDO}`]: { updated: 1 },
    })
    for (const key of ['j', 'j', 'k', 'e']) fireEvent.keyDown(document.body, { key })
    expect(await within(await rowOf('Mara Lindt')).findByRole('button', { name: 'Status: To contact' })).toBeTruthy()
    fireEvent.keyDown(document.body, { key: '#' })
    await waitFor(() => expect(names()).toEqual(['Person 2', 'Person 3']))
    fireEvent.keyDown(document.body, { key: 'z' })
    await waitFor(() => expect(names()).toEqual(['Mara Lindt', 'Person 2', 'Person 3']))
    await waitFor(() => expect(server.of(UNDO)).toHaveLength(1))
  })

  test('reverts a change that the server refuses, and says why', async () => {
    await show({ [`POST ${PEOPLE_API}/mark_as_deleted`]: problem(500, 'The server is busy.') })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Person 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The person could not be deleted. The server is busy.')).toBeTruthy()
    expect(names()).toEqual(['Mara Lindt', 'Person 2', 'Person 3'])
  })

  test('exports all matches', async () => {
    const server = await show(
      { [`POST ${PEOPLE_API}/export`]: new Response('name\nMara', { headers: { 'content-type': 'text/csv' } }) },
      `${PEOPLE_PAGE}?platforms=github`,
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await userEvent.click(screen.getByRole('button', { name: 'More about this list' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    expect(await screen.findByText(/^Saved/u)).toBeTruthy()
    expect(server.of(`${PEOPLE_API}/export`)[0]?.body).toEqual({
      platforms: ['github'],
      format: 'csv',
      sort_by: 'last_posted_at',
      sort_order: 'desc',
    })
  })

  test('exports the selected people in the list’s order', async () => {
    const server = await show(
      { [`POST ${PEOPLE_API}/export`]: new Response('name\nMara', { headers: { 'content-type': 'text/csv' } }) },
      `${PEOPLE_PAGE}?platforms=github&deleted=true&sort_by=name`,
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Person 2' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Mara Lindt' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected people' }))
    const start = async () => {
      await userEvent.click(bar.getByRole('button', { name: 'Export' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    }
    await start()
    expect(await screen.findByText(/^Saved/u)).toBeTruthy()
    const order = { format: 'csv', sort_by: 'name', sort_order: 'asc' }
    const bodies = () => server.of(`${PEOPLE_API}/export`).map(({ body }) => body)
    expect(bodies()).toEqual([{ person_lead_ids: [id(1), id(2)], deleted: true, ...order }])

    // "All" means the filters, however many match by then.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Person 3' }))
    await start()
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]).toEqual({ platforms: ['github'], deleted: true, ...order })
  })

  test('lets guests set statuses, but neither delete nor export', async () => {
    await show({
      'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
    })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Mara Lindt' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected people' }))
    expect(bar.getByRole('button', { name: 'Status' })).toBeTruthy()
    expect(bar.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(bar.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  test('explains itself while it is empty, and says if nobody matches', async () => {
    fakeServer({ ...prospectAnswers([]) })
    renderApp(PEOPLE_PAGE)
    expect(await screen.findByText('No people yet')).toBeTruthy()
    cleanup()
    renderApp(`${PEOPLE_PAGE}?search_text=nobody`)
    expect(await screen.findByText('No people match these filters')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No people yet')).toBeTruthy()
  })

  test('says why it could not be loaded, and retries on request', async () => {
    const server = fakeServer({ ...prospectAnswers(), [`GET ${PEOPLE_API}`]: problem(422, 'That is no filter.') })
    renderApp(PEOPLE_PAGE)
    expect(await screen.findByText(/That is no filter/u)).toBeTruthy()
    server.answers[`GET ${PEOPLE_API}`] = page([person()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rowOf('Mara Lindt')).toBeTruthy()
  })
})

describe('a person’s page', () => {
  const PAGE = `${PEOPLE_PAGE}/${id(1)}`
  const pane = () => screen.findByRole('region', { name: 'Person' })

  test('shows who they are, the source of each value, and their posts by month', async () => {
    await show({}, PAGE)
    const region = within(await pane())
    expect(await region.findByRole('heading', { level: 1, name: 'Mara Lindt' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 }), 'the page is about one thing').toHaveLength(1)
    const facts = within(region.getByRole('region', { name: 'What is known' }))
    expect(facts.getByText('Berlin').closest('dd')?.textContent).toContain('from their GitHub profile, 12 Nov 2026')
    expect(facts.getByText('Hamburg').closest('li')?.textContent).toContain('classified by Leadlight, 12 Nov 2026')
    const timeline = within(region.getByRole('region', { name: 'Timeline' }))
    expect(timeline.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Timeline',
      'November 2026',
      'October 2026',
    ])
    expect(timeline.getByRole('link', { name: 'Discovery misses new hosts' }).getAttribute('href')).toContain(
      `/posts/${id(101)}`,
    )
    expect(region.getAllByRole('link', { name: 'Tideline' })[0]?.getAttribute('href')).toContain(`/companies/${id(11)}`)
  })

  test('steps through the list: Enter opens, j goes on, Escape goes back', async () => {
    const { at } = await show({
      [`GET ${PEOPLE_API}/lead/${id(2)}`]: wholePerson({ ...person({ id: id(2), name: 'Person 2' }) }),
    })
    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Mara Lindt' })).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Person 2' })).toBeTruthy()
    await waitFor(() => expect(at().pathname).toBe(`${PEOPLE_PAGE}/${id(2)}`))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(at().pathname).toBe(PEOPLE_PAGE))
  })

  test('sets the status, in the list too', async () => {
    await show({ [`POST ${PEOPLE_API}/update_status`]: changed }, PAGE)
    const region = within(await pane())
    await userEvent.click(await region.findByRole('button', { name: 'Status: none' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /Customer/u }))
    expect(await region.findByRole('button', { name: 'Status: Customer' })).toBeTruthy()
    expect(within(await rowOf('Mara Lindt')).getByRole('button', { name: 'Status: Customer' })).toBeTruthy()
  })

  test('drafts a message: streamed, saved and copied', async () => {
    const stream = chunked()
    const onReddit = wholePerson({ platforms: ['github', 'reddit'] })
    const path = `${PEOPLE_API}/${id(1)}/draft_message`
    const server = await show({ [`POST ${path}`]: stream.answer, [`GET ${PEOPLE_API}/lead/${id(1)}`]: onReddit }, PAGE)
    await userEvent.click(await screen.findByRole('button', { name: 'Draft a message' }))
    const card = within(await screen.findByRole('region', { name: 'Direct message draft' }))
    expect(screen.getByText('Leadlight never sends it for you.')).toBeTruthy()
    await userEvent.type(card.getByLabelText('What the direct message should say'), 'Be short{Enter}')
    await card.findByRole('button', { name: 'Stop' })
    act(() => stream.send(deltaEvent('Hello')))
    await waitFor(() => expect(card.getByLabelText<HTMLTextAreaElement>('Direct message').value).toBe('Hello'))
    act(() => stream.send(doneEvent(draft({ message_type: 'dm', draft: 'Hello Mara' }))))
    await waitFor(() => expect(card.getByLabelText<HTMLTextAreaElement>('Direct message').value).toBe('Hello Mara'))
    expect(card.getByRole('button', { name: /^Copy/u })).toBeTruthy()
    expect(server.of(path)[0]?.body).toEqual({ stream: true, prompt: 'Be short' })
    expect(server.of(path)[0]?.headers.get('idempotency-key')).toBeTruthy()
  })

  test('offers no message where no platform of theirs has those, and says so on request', async () => {
    await show({}, PAGE)
    const region = within(await pane())
    expect(await region.findByRole('button', { name: 'Status: none' })).toBeTruthy()
    expect(region.queryByRole('button', { name: 'Draft a message' })).toBeNull()
    await userEvent.keyboard('m')
    expect(await screen.findByText('There are no direct messages where they write.')).toBeTruthy()
  })

  test('says if nobody is there, and links back', async () => {
    await show({}, `${PEOPLE_PAGE}/${id(99)}`)
    expect(await screen.findByText('This person does not exist')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Back to the list' })[0]?.getAttribute('href')).toBe(PEOPLE_PAGE)
  })
})
