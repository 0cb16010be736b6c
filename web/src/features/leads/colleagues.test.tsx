import type { Changed } from '@leadlight/contract/changed'
import type { LeadRow } from '@leadlight/contract/leads'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ORIGIN } from '../../lib/origin.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers, SentRequest } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  eventStream,
  leadAnswers,
  leadId,
  leadOf,
  LEADS,
  list,
  POSTS,
  rows,
  STATUS_IDS,
  statuses,
} from './testing/leads-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { focusRow, rowOf, signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()
beforeAll(loadPane, 60_000)

const EVENTS = `GET /api/v1/events/${NETSCOPE}`
const STATUSES = `/api/v1/lead-status-configs/project/${NETSCOPE}`
const [TO_ANSWER, ANSWERED] = STATUS_IDS
const COLLEAGUE = leadId(950)

/** The server's leads, which a colleague may change, and a way to emit the colleague's event. */
function openProject(path = '', given: Answers = {}, parts: Partial<LeadRow> = {}) {
  const leads = rows(4, { project_id: NETSCOPE, ...parts })
  const stream = eventStream()
  const find = ({ query }: SentRequest) => {
    const named = query.getAll('lead_ids')
    const shown = leads.filter(
      (lead) => lead.deleted === (query.get('deleted') === 'true') && (named.length === 0 || named.includes(lead.id)),
    )
    return list(shown)
  }
  const server = fakeServer({ ...leadAnswers(leads), [`GET ${LEADS}`]: find, [EVENTS]: stream.response, ...given })
  function change(number: number, part: Partial<LeadRow>) {
    Object.assign(leads[number - 1]!, part)
    server.answers[`GET ${LEADS}/lead/${leadId(number)}`] = leadOf(leads[number - 1]!)
  }
  const emit = (part: Partial<Changed> = {}) =>
    stream.send({ type: 'changed', what: 'leads', lead_ids: null, origin: COLLEAGUE, ...part })
  const reads = () => server.of(LEADS).filter(({ query }) => query.has('lead_ids')).length
  return { server, leads, change, emit, reads, ...renderApp(POSTS + path) }
}

const openPane = async () => within(await screen.findByRole('region', { name: 'Reading pane' }))
const statusOf = async (name: string) =>
  within(await rowOf(name))
    .getByRole('button', { name: /^Status/ })
    .getAttribute('aria-label')
const titles = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'))
const pass = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

describe('a colleague’s change', () => {
  test('shows in the rows, each in its place, in one batched read', async () => {
    const { change, emit, reads } = openProject()
    await rowOf('Lead 4')
    change(1, { status_config_id: ANSWERED })
    emit({ lead_ids: [leadId(1)] })
    change(2, { deleted: true })
    emit({ lead_ids: [leadId(2)] })
    change(3, { starred: true })
    emit({ lead_ids: [leadId(3)] })
    await waitFor(async () => expect(await statusOf('Lead 1')).toBe('Status: Answered'))
    expect(within(await rowOf('Lead 2')).getByText('Deleted')).toBeTruthy()
    expect(
      within(await rowOf('Lead 3'))
        .getByRole('button', { name: /star/i })
        .getAttribute('aria-pressed'),
    ).toBe('true')
    expect(titles()).toEqual(['Lead 1', 'Lead 2', 'Lead 3', 'Lead 4'])
    // One read for the three, and one for the deleted among them.
    expect(reads()).toBe(2)
  })

  test('removes the row and the cached lead if it was erased', async () => {
    const { server, leads, emit } = openProject(`/${leadId(2)}`)
    expect(await (await openPane()).findByRole('heading', { name: 'Lead 2' })).toBeTruthy()
    leads.splice(1, 1)
    server.answers[`GET ${LEADS}/lead/${leadId(2)}`] = problem(404, 'There is no such lead.', 'lead_not_found')
    emit({ lead_ids: [leadId(2)] })
    await waitFor(() => expect(titles()).toEqual(['Lead 1', 'Lead 3', 'Lead 4']))
    expect(await screen.findByText('This lead does not exist')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Lead 2' })).toBeNull()
    expect(document.title).toBe('Post · Leadlight')
  })

  test('is not read again if this page made it, but is if another tab did', async () => {
    const { change, emit, reads } = openProject()
    await rowOf('Lead 1')
    change(1, { status_config_id: ANSWERED })
    emit({ lead_ids: [leadId(1)], origin: ORIGIN })
    await pass(500)
    expect(reads()).toBe(0)
    emit({ lead_ids: [leadId(1)], origin: null })
    await waitFor(() => expect(reads()).toBe(1))
  })

  test('waits for a change of one’s own in progress, and does not revert it', async () => {
    let answer: (response: Response) => void = () => undefined
    const { server, change, emit, reads } = openProject()
    server.answers[`POST ${LEADS}/lead/${leadId(1)}/star`] = () => new Promise((resolve) => (answer = resolve))
    await focusRow('Lead 1')
    await userEvent.keyboard('s')
    const star = within(await rowOf('Lead 1')).getByRole('button', { name: /star/i })
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
    change(1, { status_config_id: ANSWERED })
    emit({ lead_ids: [leadId(1)] })
    await pass(600)
    expect([reads(), star.getAttribute('aria-pressed')]).toEqual([0, 'true'])
    change(1, { starred: true })
    answer(new Response(null, { status: 204 }))
    await waitFor(async () => expect(await statusOf('Lead 1')).toBe('Status: Answered'))
    expect(star.getAttribute('aria-pressed')).toBe('true')
  })

  test('leaves the selection and the focus alone', async () => {
    const { change, emit } = openProject()
    await focusRow('Lead 2')
    await userEvent.keyboard('x')
    await screen.findByText('1 lead selected')
    change(2, { status_config_id: ANSWERED })
    change(3, { deleted: true })
    emit()
    await waitFor(async () => expect(await statusOf('Lead 2')).toBe('Status: Answered'))
    expect(screen.getByText('1 lead selected')).toBeTruthy()
    expect(document.activeElement?.closest('[data-row-id]')?.getAttribute('data-row-id')).toBe(leadId(2))
  })

  test('fills an empty list', async () => {
    const { change, emit } = openProject('', {}, { deleted: true })
    await screen.findByRole('heading', { name: 'No leads yet' })
    change(1, { deleted: false })
    emit({ lead_ids: [leadId(1)] })
    expect(await rowOf('Lead 1')).toBeTruthy()
  })

  test('of notes updates only a list filtered by notes, and its count', async () => {
    const none = {
      statuses: [],
      channels: [],
      intent_signals: [],
      github_issue_states: [],
      starred: 0,
      capped_at: 10_000,
    }
    const counts = `GET ${LEADS}/counts`
    const { server, change, emit } = openProject(
      '?has_notes=true',
      { [counts]: { ...none, unread: 0 } },
      { deleted: true },
    )
    await waitFor(() => expect(server.of(`${LEADS}/counts`)).toHaveLength(1))
    change(1, { deleted: false })
    server.answers[counts] = { ...none, unread: 1 }
    emit({ what: 'notes', lead_ids: [leadId(1)] })
    expect(await rowOf('Lead 1')).toBeTruthy()
    const unread = () => screen.getByRole('button', { name: /^Unread/ }).textContent
    await waitFor(() => expect(unread()).toBe('Unread 1'))
  })

  test('in the open lead shows there: a deletion is announced, with a way back', async () => {
    const { change, emit } = openProject(`/${leadId(2)}`)
    const pane = await openPane()
    await pane.findByRole('button', { name: 'Delete' })
    change(2, { deleted: true })
    emit({ lead_ids: [leadId(2)] })
    expect(await pane.findByText(/This lead is deleted/)).toBeTruthy()
    expect(pane.getByRole('button', { name: 'Bring it back' })).toBeTruthy()
  })

  test('does not touch a note being typed', async () => {
    const path = `GET ${LEADS}/lead/${leadId(1)}/notes`
    const { server, emit } = openProject(`/${leadId(1)}`, { [path]: [], [path.replace('notes', 'history')]: [] })
    const pane = await openPane()
    const field = await pane.findByRole('textbox', { name: /note/i })
    await userEvent.type(field, 'Half a sentence')
    server.answers[path] = [
      { id: leadId(800), text: 'From Tomas', mentions: [], author: null, created_at: '2026-11-21T12:00:00.000Z' },
    ]
    emit({ what: 'notes', lead_ids: [leadId(1)] })
    expect(await pane.findByText('From Tomas')).toBeTruthy()
    expect((field as HTMLTextAreaElement).value).toBe('Half a sentence')
    expect(document.activeElement).toBe(field)
  })
})

describe('a status', () => {
  test('renamed by a colleague shows its new name in the rows', async () => {
    const { server, emit } = openProject('', {}, { status_config_id: TO_ANSWER })
    await waitFor(async () => expect(await statusOf('Lead 1')).toBe('Status: To answer'))
    server.answers[`GET ${STATUSES}`] = statuses().map((one) =>
      one.id === TO_ANSWER ? { ...one, name: 'Up next' } : one,
    )
    emit({ what: 'statuses' })
    await waitFor(async () => expect(await statusOf('Lead 1')).toBe('Status: Up next'))
  })

  test('deleted by a colleague is removed from the filters, with a toast', async () => {
    const { server, emit, router } = openProject(`?status_config_id=${TO_ANSWER}&read=false`)
    await screen.findByRole('button', { name: 'Take away: To answer' })
    server.answers[`GET ${STATUSES}`] = statuses().filter((one) => one.id !== TO_ANSWER)
    emit({ what: 'statuses' })
    expect(
      await screen.findByText('The status “To answer” was deleted. The list is no longer filtered by it.'),
    ).toBeTruthy()
    await waitFor(() => expect(router.state.location.search).toBe('?read=false'))
  })

  test('in an old link that nobody knows stays until it is removed by hand', async () => {
    const { router } = openProject(`?status_config_id=${leadId(699)}`)
    await screen.findByRole('button', { name: 'Take away: No longer there' })
    expect(router.state.location.search).toBe(`?status_config_id=${leadId(699)}`)
  })
})

test('the Unread chip counts what the list would show', async () => {
  const { server } = openProject('?starred=true', {
    [`GET ${LEADS}/counts`]: {
      statuses: [],
      channels: [],
      intent_signals: [],
      github_issue_states: [],
      unread: 3,
      starred: 9,
      capped_at: 10_000,
    },
  })
  await waitFor(() => expect(screen.getByRole('button', { name: /^Unread/ }).textContent).toBe('Unread 3'))
  expect(Object.fromEntries(server.of(`${LEADS}/counts`)[0]!.query)).toEqual({ starred: 'true' })
})

test('an erased lead closes and takes no more actions', async () => {
  const { server, emit } = openProject(`/${leadId(2)}`)
  const pane = await openPane()
  await pane.findByRole('heading', { level: 1, name: 'Lead 2' })
  expect(screen.getAllByRole('heading', { level: 1 }), 'the page is about one thing').toHaveLength(1)
  expect(await pane.findByRole('button', { name: 'Delete' })).toBeTruthy()
  server.answers[`GET ${LEADS}/lead/${leadId(2)}`] = problem(404, 'That lead does not exist.', 'lead_not_found')
  emit({ lead_ids: [leadId(2)] })
  expect(await pane.findByRole('heading', { level: 1, name: 'This lead does not exist' })).toBeTruthy()
  expect(pane.queryByRole('heading', { name: 'Lead 2' })).toBeNull()
  expect(pane.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a user who loses the project is redirected to the others, and told', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let refuse: (response: Response) => void = () => undefined
  const { server, path } = openProject('', { [EVENTS]: () => new Promise((resolve) => (refuse = resolve)) })
  await rowOf('Lead 1')
  server.answers['GET /api/v1/project'] = []
  refuse(problem(404, 'That project does not exist.', 'project_not_found'))
  await waitFor(() => expect(path()).toBe('/org/projects'))
  expect(await screen.findByText('Invalid project id')).toBeTruthy()
})
