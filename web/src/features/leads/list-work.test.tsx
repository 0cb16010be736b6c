import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa } from '../../testing/rosas-story.ts'
import { bodiesOf, leadAnswers, leadId, LEADS, list, POSTS, rows, STATUS_IDS, statuses } from './testing/leads-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { choose, focusRow, pane, press, rowOf, signInForEachTest, undo } from './testing/posts-screen.ts'

signInForEachTest()
beforeAll(loadPane, 60_000)

const STATUS = `${LEADS}/update_status`
const [TO_ANSWER, ANSWERED, WON] = STATUS_IDS
const done = { updated: 1, undo_token: leadId(500) }

function start(items = rows(4), answers: Answers = {}, search = '') {
  const server = fakeServer({
    ...leadAnswers(items),
    [`POST ${STATUS}`]: done,
    [`POST ${LEADS}/undo`]: { updated: 1 },
    ...answers,
  })
  return { server, ...renderApp(POSTS + search) }
}

const statusOf = async (name: string) =>
  within(await rowOf(name))
    .getByRole('button', { name: /^Status/ })
    .getAttribute('aria-label')

describe('a status', () => {
  test('is set from the row’s menu at once, and reverted if the server refuses', async () => {
    start(rows(2), { [`POST ${STATUS}`]: problem(404, 'That status is gone.', 'status_not_found') })
    await userEvent.click(within(await rowOf('Lead 1')).getByRole('button', { name: 'Status: none' }))
    await choose('menuitemradio', 'Answered')
    expect((await screen.findByText(/could not be changed/)).textContent).toContain('That status is gone.')
    expect(await statusOf('Lead 1')).toBe('Status: none')
  })

  test('cycles by e in order, and z restores the former one', async () => {
    const { server } = start()
    await focusRow('Lead 1')
    await userEvent.setup({ delay: null }).keyboard('ee')
    expect(await statusOf('Lead 1')).toBe('Status: Answered')
    const body = (status_config_id: string) => ({ lead_ids: [leadId(1)], status_config_id })
    await waitFor(() => expect(bodiesOf(server.requests, STATUS)).toEqual([body(TO_ANSWER), body(ANSWERED)]))
    expect(document.activeElement?.textContent).toBe('Lead 1')
    await waitFor(async () => {
      await userEvent.keyboard('z')
      expect(await statusOf('Lead 1')).toBe('Status: To answer')
    })
  })

  test.each([
    ['the statuses', `GET /api/v1/lead-status-configs/project/${NETSCOPE}`, statuses()],
    ['the user', 'GET /users_info/me', rosa()],
  ])('can be set once a lead shows, which waits for %s', async (_, call, answer) => {
    let giveAnswer = () => {}
    const late = new Promise<object>((resolve) => (giveAnswer = () => resolve(answer)))
    const { server } = start(rows(2), { [call]: () => late })
    await waitFor(() => expect(server.requests.some(({ method, path }) => `${method} ${path}` === call)).toBe(true))
    await expect(screen.findAllByRole('article', {}, { timeout: 300 })).rejects.toThrow('Unable to find')
    giveAnswer()
    await focusRow('Lead 1')
    await userEvent.setup({ delay: null }).keyboard('1#')
    await waitFor(() => expect(bodiesOf(server.requests, STATUS)).toHaveLength(1))
    await waitFor(() => expect(bodiesOf(server.requests, `${LEADS}/mark_leads_as_deleted`)).toHaveLength(1))
  })

  test('is not waited for if the statuses cannot be read', async () => {
    start(rows(2), { [`GET /api/v1/lead-status-configs/project/${NETSCOPE}`]: problem(503, 'Busy.') })
    expect(await rowOf('Lead 2')).toBeTruthy()
  })

  test('is set by a digit, which goes on to the next lead; 0 clears it', async () => {
    const { server } = start(rows(4, { status_config_id: ANSWERED }))
    await focusRow('Lead 1')
    await userEvent.setup({ delay: null }).keyboard('310')
    await waitFor(() =>
      expect(bodiesOf(server.requests, STATUS)).toEqual([
        { lead_ids: [leadId(1)], status_config_id: WON },
        { lead_ids: [leadId(2)], status_config_id: TO_ANSWER },
        { lead_ids: [leadId(3)], status_config_id: null },
      ]),
    )
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 4'))
  })

  test('set by key is said in a toast, whose Undo takes the latest back', async () => {
    const { server } = start(rows(3))
    await focusRow('Lead 1')
    await userEvent.keyboard('1')
    expect(await screen.findByText('Set 1 lead to "To answer"')).toBeTruthy()
    await userEvent.keyboard('2')
    await undo('Set 1 lead to "Answered"')
    expect(await statusOf('Lead 2')).toBe('Status: none')
    expect(await statusOf('Lead 1')).toBe('Status: To answer')
    await waitFor(() => expect(bodiesOf(server.requests, `${LEADS}/undo`)).toHaveLength(1))
  })

  test('set by key keeps the focus in the pane, on the next lead', async () => {
    start(rows(3))
    await focusRow('Lead 1')
    await userEvent.keyboard('{Enter}')
    ;(await (await pane()).findByRole('article')).focus()
    await userEvent.keyboard('1')
    await waitFor(() => expect(document.querySelector('article:focus h1')?.textContent).toBe('Lead 2'))
  })

  test('of many leads is set in one call, and undo restores the different former ones', async () => {
    const items = rows(3).map((row, index) => ({ ...row, status_config_id: [null, TO_ANSWER, WON][index] ?? null }))
    const { server } = start(items)
    await focusRow('Lead 1')
    await userEvent.keyboard('x')
    await press('Select 3 shown')
    await press('Status')
    await choose('menuitemradio', 'Answered')
    expect(await screen.findByText('Set 3 leads to "Answered"')).toBeTruthy()
    const names = ['Lead 1', 'Lead 2', 'Lead 3']
    expect(await Promise.all(names.map(statusOf))).toEqual(names.map(() => 'Status: Answered'))
    await undo('Set 3 leads to "Answered"')
    expect(await Promise.all(names.map(statusOf))).toEqual(['Status: none', 'Status: To answer', 'Status: Won'])
    await waitFor(() => expect(bodiesOf(server.requests, `${LEADS}/undo`)).toEqual([{ undo_token: leadId(500) }]))
  })

  test('of all matches is sent with the filter, not with ids', async () => {
    const { server } = start(
      rows(3),
      { [`GET ${LEADS}`]: list(rows(3), { total: 10_000, total_capped: true, next_cursor: null }) },
      '?status_config_id=none',
    )
    await focusRow('Lead 1')
    await userEvent.keyboard('x')
    await press('Select all 10,000+ that match')
    await press('Status')
    await choose('menuitemradio', 'Won')
    expect(await screen.findByText('Set 10,000+ leads to "Won"')).toBeTruthy()
    expect(bodiesOf(server.requests, STATUS)).toEqual([
      { filter: { status_config_id: ['none'] }, status_config_id: WON },
    ])
  })
})

describe('a selection', () => {
  const bar = () => screen.findByRole('toolbar', { name: 'Selected leads' })
  const noBar = () => waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected leads' })).toBeNull())
  async function selectAll() {
    await focusRow('Lead 1')
    await userEvent.keyboard('x')
    await press('Select 3 shown')
  }

  test.each([
    ['a status', 'update_status', () => press('Status').then(() => choose('menuitemradio', 'Answered'))],
    ['marking as read', 'mark_leads_as_read', () => press('Mark as read')],
    ['a digit', 'update_status', () => userEvent.keyboard('2')],
  ])('stays after %s, for the next change, whether or not the server refuses it', async (_, call, work) => {
    const { server } = start(rows(3), {
      [`POST ${LEADS}/${call}`]: problem(409, 'Somebody else changes them.'),
      [`POST ${LEADS}/mark_leads_as_deleted`]: done,
    })
    await selectAll()
    await work()
    expect(await screen.findByText(/Somebody else changes them\.$/u)).toBeTruthy()
    expect(within(await bar()).getByText('3 leads selected')).toBeTruthy()
    server.answers[`POST ${LEADS}/${call}`] = done
    await work()
    await waitFor(() => expect(bodiesOf(server.requests, `${LEADS}/${call}`)).toHaveLength(2))
    expect(within(await bar()).getByText('3 leads selected')).toBeTruthy()
    await userEvent.keyboard('#')
    await noBar()
  })

  test('for which the server refuses deleting stays, so it can be tried again', async () => {
    const call = 'mark_leads_as_deleted'
    const work = () => userEvent.keyboard('#')
    const { server } = start(rows(3), { [`POST ${LEADS}/${call}`]: problem(409, 'Somebody else changes them.') })
    await selectAll()
    await work()
    expect(await screen.findByText(/Somebody else changes them\.$/u)).toBeTruthy()
    expect(within(await bar()).getByText('3 leads selected')).toBeTruthy()
    server.answers[`POST ${LEADS}/${call}`] = done
    await work()
    await noBar()
    await waitFor(() => expect(bodiesOf(server.requests, `${LEADS}/${call}`)).toHaveLength(2))
    await noBar()
  })

  test('begun meanwhile is not replaced by a refused one', async () => {
    let refuse: (response: Response) => void = () => undefined
    const slow = () => new Promise<Response>((resolve) => (refuse = resolve))
    start(rows(3), { [`POST ${LEADS}/mark_leads_as_deleted`]: slow })
    await focusRow('Lead 1')
    await userEvent.keyboard('x')
    await userEvent.keyboard('#')
    await noBar()
    await focusRow('Lead 2')
    await userEvent.keyboard('x')
    await waitFor(() => expect(refuse.length).toBe(1))
    refuse(problem(409, 'Somebody else changes them.'))
    await screen.findByText(/Somebody else changes them\.$/u)
    expect(within(await bar()).getByText('1 lead selected')).toBeTruthy()
  })
})

describe('keys', () => {
  test('that need the reading pane open the lead first', async () => {
    const { path } = start()
    await focusRow('Lead 2')
    await userEvent.keyboard('r')
    await waitFor(() => expect(path()).toBe(`${POSTS}/${leadId(2)}`))
  })

  test.each([
    ['r', 'Reply draft', 'What the reply should say'],
    ['m', 'Direct message draft', 'What the direct message should say'],
  ])('typed right after %s go to the draft’s prompt, even while the lead is opening', async (key, name, label) => {
    const { server } = start(rows(4, { platform: 'reddit' }))
    await focusRow('Lead 2')
    await userEvent.setup({ delay: null }).keyboard(`${key}s1x{Backspace}#`)
    const draft = within(await screen.findByRole('region', { name }))
    await waitFor(() => expect(draft.getByLabelText<HTMLTextAreaElement>(label).value).toBe('s1#'))
    await userEvent.keyboard(' go')
    expect(draft.getByLabelText<HTMLTextAreaElement>(label).value).toBe('s1# go')
    expect(server.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/read'))).toEqual([])
  })

  test('for a direct message say so where the platform has none, and open nothing', async () => {
    const { path } = start()
    await focusRow('Lead 2')
    await userEvent.keyboard('m')
    expect(await screen.findByText('There are no direct messages where this was posted.')).toBeTruthy()
    expect(path()).toBe(POSTS)
  })

  test('are shortcuts again after Escape ends the wait for a draft', async () => {
    const { server, path } = start()
    await focusRow('Lead 2')
    await userEvent.setup({ delay: null }).keyboard('rwords{Escape}')
    await waitFor(() => expect(path()).toBe(POSTS))
    await focusRow('Lead 1')
    await userEvent.keyboard('1')
    await waitFor(() => expect(bodiesOf(server.requests, STATUS)).toHaveLength(1))
  })

  test('do not delete without the permission, and say why', async () => {
    const role = { organization_membership: { organization_id: 'o', role: 'GUEST' as const } }
    const { server } = start(rows(2), { 'GET /users_info/me': rosa(role) })
    await focusRow('Lead 1')
    await userEvent.keyboard('#')
    expect(await screen.findByText('Guests of a project do not delete. A member of the organization can.')).toBeTruthy()
    await userEvent.keyboard('x')
    await screen.findByRole('toolbar', { name: 'Selected leads' })
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    expect(server.of(`${LEADS}/mark_leads_as_deleted`)).toEqual([])
  })
})

describe('an export', () => {
  function catchFile() {
    const files: { name: string; blob: Blob }[] = []
    const blobs = new Map<string, Blob>()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const address = `blob:${blobs.size}`
      blobs.set(address, blob as Blob)
      return address
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href)
      if (blob) files.push({ name: this.download, blob })
    })
    return files
  }
  const csv = () =>
    new Response('title\r\nLead 1\r\n', {
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="netscope-leads.csv"' },
    })

  test('of all matches saves the file under the server’s name', async () => {
    const files = catchFile()
    const { server } = start(rows(2), { [`POST ${LEADS}/export`]: csv }, '?read=false&sort_by=score')
    await press('More about this list')
    await choose('menuitem', 'CSV')
    expect(await screen.findByText('Saved netscope-leads.csv')).toBeTruthy()
    expect(await files[0]?.blob.text()).toBe('title\r\nLead 1\r\n')
    expect(files[0]?.name).toBe('netscope-leads.csv')
    expect(bodiesOf(server.requests, `${LEADS}/export`)).toEqual([
      { read: false, format: 'csv', sort_by: 'score', sort_order: 'desc' },
    ])
  })

  test('of selected leads names them', async () => {
    catchFile()
    const { server } = start(rows(3), { [`POST ${LEADS}/export`]: csv })
    await focusRow('Lead 2')
    await userEvent.keyboard('x')
    await press('Export')
    await choose('menuitem', 'JSON')
    await waitFor(() =>
      expect(bodiesOf(server.requests, `${LEADS}/export`)).toEqual([
        { lead_ids: [leadId(2)], format: 'json', sort_by: 'posted_at', sort_order: 'desc' },
      ]),
    )
  })

  test('that breaks off says so and saves nothing', async () => {
    const files = catchFile()
    const broken = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.error(new TypeError('network error'))
          },
        }),
      )
    start(rows(1), { [`POST ${LEADS}/export`]: broken })
    await press('More about this list')
    await choose('menuitem', 'Excel (XLSX)')
    expect((await screen.findByText(/could not be exported/)).textContent).toContain('nothing was saved')
    expect(files).toEqual([])
  })
})
