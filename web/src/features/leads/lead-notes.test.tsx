import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosa } from '../../testing/rosas-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { bodiesOf, leadId, LEADS } from './testing/leads-story.ts'
import { ANA, LEAD_PATH, note, PANE, paneAnswers, paneLead, ROSA } from './testing/pane-story.ts'
import { button, pane, signInForEachTest, undo } from './testing/posts-screen.ts'

signInForEachTest()
beforeAll(loadPane, 60_000)

describe('notes', () => {
  test('mention a teammate chosen by key, and are added by key', async () => {
    const server = fakeServer({
      ...paneAnswers(),
      [`POST ${LEAD_PATH}/notes`]: ({ body }) => note({ text: (body as { text: string }).text, mentions: [ANA] }),
    })
    renderApp(PANE)
    const field = await screen.findByLabelText('Add a note')
    await screen.findByRole('button', { name: 'Add note' })
    await waitFor(() => expect(server.of(`${LEADS}/teammates`)).toHaveLength(1))
    await userEvent.type(field, 'Could you ask @an')
    const options = await screen.findByRole('listbox', { name: 'Teammates' })
    expect(
      within(options)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['ASAna Silva', 'AMAndo Mori'])
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('Could you ask @Ana Silva '))
    await userEvent.keyboard('about it?{Control>}{Enter}{/Control}')
    expect((await (await pane()).findByText('@Ana Silva')).parentElement?.textContent).toBe(
      'Could you ask @Ana Silva about it?',
    )
    expect(bodiesOf(server.requests, `${LEAD_PATH}/notes`).at(-1)).toEqual({
      text: `Could you ask @[${ANA.user_id}] about it?`,
    })
    expect((field as HTMLTextAreaElement).value).toBe('')
  })

  test('continue right after a mention inserted into existing text', async () => {
    const server = fakeServer(paneAnswers())
    renderApp(PANE)
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Add a note')
    await waitFor(() => expect(server.of(`${LEADS}/teammates`)).toHaveLength(1))
    await userEvent.type(field, 'Ask  tomorrow')
    await userEvent.type(field, '@an', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    await screen.findByRole('listbox', { name: 'Teammates' })
    // No frame is painted between the two keys.
    fireEvent.keyDown(field, { key: 'Enter' })
    expect([field.value, field.selectionStart]).toEqual(['Ask @Ana Silva tomorrow', 'Ask @Ana Silva '.length])
  })

  test('that cannot be added stay in the field', async () => {
    fakeServer({ ...paneAnswers(), [`POST ${LEAD_PATH}/notes`]: problem(409, 'A lead has at most 500 notes.') })
    renderApp(PANE)
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Add a note')
    await userEvent.type(field, 'Kept')
    await userEvent.click(await button('Add note'))
    expect((await screen.findByRole('alert')).textContent).toContain('A lead has at most 500 notes.')
    expect(field.value).toBe('Kept')
  })

  test('that are too long are not cut, and cannot be added', async () => {
    const server = fakeServer(paneAnswers())
    renderApp(PANE)
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Add a note')
    await userEvent.click(field)
    await userEvent.paste('n'.repeat(6000))
    expect((await screen.findByRole('alert')).textContent).toBe('A note holds 5,000 characters; this has 6,000.')
    expect(field.value).toHaveLength(6000)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect((await button('Add note')).hasAttribute('disabled')).toBe(true)
    expect(server.requests.filter(({ method, path }) => method === 'POST' && path === `${LEAD_PATH}/notes`)).toEqual([])
  })

  test('follow the direction of their own text, like the lead', async () => {
    fakeServer(paneAnswers(paneLead({ title: 'מה אתם ממליצים' }), [note({ text: 'שלום, מה דעתכם?' })]))
    renderApp(PANE)
    expect((await screen.findByText('שלום, מה דעתכם?')).dir).toBe('auto')
    expect((await screen.findByRole('heading', { name: 'מה אתם ממליצים', level: 1 })).dir).toBe('auto')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a note')).dir).toBe('auto')
  })

  test('of one’s own are removed at once, with Undo; an admin confirms removing others’', async () => {
    const theirs = note({ id: leadId(702), text: 'Theirs', author: ANA })
    const server = fakeServer({
      ...paneAnswers(paneLead(), [note({ text: 'Mine' }), theirs]),
      [`DELETE ${LEAD_PATH}/notes/${leadId(701)}`]: new Response(null, { status: 204 }),
      [`DELETE ${LEAD_PATH}/notes/${leadId(702)}`]: problem(503, 'Try again later.'),
      [`POST ${LEAD_PATH}/notes`]: note({ id: leadId(703), text: 'Mine' }),
    })
    renderApp(PANE)
    await (await pane()).findByText('Mine')
    const [mine, other] = screen.getAllByRole('button', { name: 'Delete the note' })
    await userEvent.click(mine!)
    expect((await pane()).queryByText('Mine')).toBeNull()
    await undo('Deleted the note')
    expect(await (await pane()).findByText('Mine')).toBeTruthy()
    expect(bodiesOf(server.requests, `${LEAD_PATH}/notes`).at(-1)).toEqual({ text: 'Mine' })
    await userEvent.click(other!)
    const notes = within(screen.getByRole('region', { name: 'Notes' }))
    await userEvent.click(await notes.findByRole('button', { name: 'Delete' }))
    expect((await screen.findByText(/could not be deleted/)).textContent).toContain('Try again later.')
    expect(await (await pane()).findByText('Theirs')).toBeTruthy()
  })

  test('of others cannot be removed by a member', async () => {
    fakeServer({
      ...paneAnswers(paneLead(), [note({ author: ANA })]),
      'GET /users_info/me': rosa({
        id: ROSA.user_id,
        organization_membership: { organization_id: 'o', role: 'MEMBER' },
      }),
    })
    renderApp(PANE)
    await (await pane()).findByText('Ask them.')
    expect(screen.queryByRole('button', { name: 'Delete the note' })).toBeNull()
  })

  test('that cannot be loaded say so, and can be retried', async () => {
    const server = fakeServer({ ...paneAnswers(), [`GET ${LEAD_PATH}/notes`]: problem(422, 'Not now.') })
    renderApp(PANE)
    expect((await (await pane()).findByText(/notes could not be loaded/)).textContent).toContain('Not now.')
    server.answers[`GET ${LEAD_PATH}/notes`] = [note()]
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Try again' }))
    expect(await (await pane()).findByText('Ask them.')).toBeTruthy()
  })
})

test('the history loads when it is opened, and says who did what', async () => {
  const server = fakeServer(
    paneAnswers(
      paneLead(),
      [],
      [
        {
          id: leadId(1),
          at: '2026-11-21T10:00:00.000Z',
          by: ANA,
          kind: 'status',
          summary: 'Status: To answer → Answered',
        },
        { id: leadId(2), at: '2026-11-20T10:00:00.000Z', by: null, kind: 'found', summary: 'Found on Hacker News' },
      ],
    ),
  )
  renderApp(PANE)
  const history = await button('History')
  expect(server.of(`${LEAD_PATH}/history`)).toEqual([])
  await userEvent.click(history)
  const entries = within(await screen.findByRole('region', { name: 'History' }))
  expect((await entries.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Status: To answer → AnsweredAna Silva · 21 Nov 2026/),
    expect.stringMatching(/^Found on Hacker NewsLeadlight · 20 Nov 2026/),
  ])
})
