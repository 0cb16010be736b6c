import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { SentRequest } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance } from '../../testing/rosas-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { runLeadAction } from './lead-actions.ts'
import { chunked, deltaEvent, doneEvent, draft } from '../../testing/chunked.ts'
import { bodiesOf, giveElementsHeight, leadId, LEADS, POSTS } from './testing/leads-story.ts'
import { LEAD, LEAD_PATH, PANE, paneAnswers, paneLead } from './testing/pane-story.ts'

const WRITE = `${LEAD_PATH}/draft_message`
const SAVE_REPLY = `${LEADS}/leads/${LEAD}/update-draft-reply`
const SAVE_DM = `${LEADS}/leads/${LEAD}/update-draft-dm`
const KEPT = draft({ message_type: 'reply' })

let visits = 0

beforeAll(giveElementsHeight)
beforeAll(loadPane, 60_000)
// Drafts outlast a screen, so each test signs in with another token.
beforeEach(() => localStorage.setItem('access_token', `a-token-${visits++}-12345678`))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const reply = async () => within(await screen.findByRole('region', { name: 'Reply draft' }))
const message = async () => within(await screen.findByRole('region', { name: 'Direct message draft' }))
const replyText = async () => (await reply()).getByLabelText<HTMLTextAreaElement>('Reply')

function keep({ body, path }: SentRequest) {
  return draft({
    ...(body as { draft: string }),
    message_type: path === SAVE_DM ? 'dm' : 'reply',
    written_by: 'A person',
    updated_at: '2026-11-21T13:00:00.000Z',
  })
}

describe('drafting', () => {
  test('shows beforehand the price, the writer, and that nothing is posted', async () => {
    fakeServer(paneAnswers())
    renderApp(PANE)
    expect(await (await reply()).findByText('A draft costs 2 credits, written by claude-haiku.')).toBeTruthy()
    expect(screen.getByText('Leadlight never posts for you.')).toBeTruthy()
    expect((await reply()).queryByRole('button', { name: /^Copy/ })).toBeNull()
  })

  test('names neither a price where there is none, nor a writer before anything is written', async () => {
    const free = instance({ ai: 'local', draft_price: 0, writer: 'Built-in composer' })
    fakeServer({ ...paneAnswers(), 'GET /api/v1/instance': free })
    renderApp(PANE)
    expect(await screen.findByText(/^Leadlight never posts for you\. The built-in composer leaves gaps/)).toBeTruthy()
    expect((await reply()).queryByText(/written by/i)).toBeNull()
  })

  test.each([
    ['r', 'Reply draft', 'What the reply should say'],
    ['m', 'Direct message draft', 'What the direct message should say'],
  ])('by %s focuses the prompt, and keys typed meanwhile go there', async (key, name, label) => {
    const server = fakeServer(paneAnswers())
    renderApp(PANE)
    const pane = within(await screen.findByRole('region', { name }))
    const field = await pane.findByLabelText<HTMLTextAreaElement>(label)
    await userEvent.setup({ delay: null }).keyboard(`${key}s1#`)
    expect(field.value).toBe('s1#')
    expect(server.requests.filter(({ method, path }) => method === 'POST' && !path.endsWith('/read'))).toEqual([])
  })

  test('is of a reply alone where the platform has no direct messages, unless one was kept', async () => {
    const server = fakeServer(paneAnswers(paneLead({ platform: 'hacker_news' })))
    renderApp(PANE)
    await reply()
    expect(screen.queryByRole('region', { name: 'Direct message draft' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Direct message' })).toBeNull()
    runLeadAction('draft_reply', LEAD)
    const prompt = (await reply()).getByLabelText('What the reply should say')
    await waitFor(() => expect(document.activeElement).toBe(prompt))
    cleanup()
    server.answers[`GET ${LEAD_PATH}`] = paneLead({
      platform: 'hacker_news',
      drafts: [draft({ message_type: 'dm', draft: 'Kept words' })],
    })
    renderApp(PANE)
    expect((await message()).getByDisplayValue('Kept words')).toBeTruthy()
  })

  test('keeps what it should say through a reload', async () => {
    fakeServer(paneAnswers())
    renderApp(PANE)
    await userEvent.type((await reply()).getByLabelText('What the reply should say'), 'Mention discovery')
    cleanup()
    renderApp(PANE)
    const prompt = (await reply()).getByLabelText<HTMLTextAreaElement>('What the reply should say')
    expect(prompt.value).toBe('Mention discovery')
  })

  test('streams the text, locks it meanwhile, and ends with who wrote it', async () => {
    const stream = chunked()
    const server = fakeServer({ ...paneAnswers(), [`POST ${WRITE}`]: stream.answer })
    renderApp(PANE)
    const pane = await reply()
    await userEvent.type(pane.getByLabelText('What the reply should say'), 'Mention discovery{Enter}')
    expect(await pane.findByRole('button', { name: 'Stop' })).toBeTruthy()
    stream.send(deltaEvent('At 300 hosts'))
    await waitFor(async () => expect((await replyText()).value).toBe('At 300 hosts'))
    expect((await replyText()).readOnly).toBe(true)
    expect(pane.getByText('The reply is being written')).toBeTruthy()
    stream.send(doneEvent(KEPT))
    await waitFor(async () => expect((await replyText()).value).toBe(KEPT.draft))
    expect(pane.getByText(`Written by claude-haiku · ${KEPT.draft.length} characters · 2 credits spent`)).toBeTruthy()
    expect(pane.getByText('The reply is written')).toBeTruthy()
    expect(pane.getByText('Saved')).toBeTruthy()
    expect(pane.getByRole('button', { name: 'Regenerate' })).toBeTruthy()
    expect(bodiesOf(server.requests, WRITE)).toEqual([
      { stream: true, message_type: 'reply', prompt: 'Mention discovery' },
    ])
    expect(server.of(WRITE)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/u)
  })

  test('can be stopped: the request is aborted, and the partial text stays', async () => {
    const stream = chunked()
    const server = fakeServer({ ...paneAnswers(), [`POST ${WRITE}`]: stream.answer, [`POST ${SAVE_DM}`]: keep })
    renderApp(PANE)
    const pane = await message()
    await userEvent.click(pane.getByRole('button', { name: 'Draft' }))
    await pane.findByRole('button', { name: 'Stop' })
    stream.send(deltaEvent('Half of it'))
    await pane.findByDisplayValue('Half of it')
    await userEvent.click(pane.getByRole('button', { name: 'Stop' }))
    expect(server.of(WRITE)[0]?.signal?.aborted).toBe(true)
    expect(await pane.findByDisplayValue('Half of it')).toBeTruthy()
    await waitFor(() => expect(bodiesOf(server.requests, SAVE_DM)).toEqual([{ draft: 'Half of it', based_on: null }]))
  })

  test('shows why it failed, keeps the former draft, and can be retried', async () => {
    const server = fakeServer({
      ...paneAnswers(paneLead({ drafts: [KEPT] })),
      [`POST ${WRITE}`]: problem(402, 'Your organization has no credits left.', 'no_credits_left'),
    })
    renderApp(PANE)
    const pane = await reply()
    await userEvent.click(pane.getByRole('button', { name: 'Regenerate' }))
    const alert = await pane.findByRole('alert')
    expect(alert.textContent).toContain('Your organization has no credits left. What stood here before is kept.')
    expect((await replyText()).value).toBe(KEPT.draft)
    const next = draft({ draft: 'Another' })
    server.answers[`POST ${WRITE}`] = { draft: 'Another', credits_spent: 2, details: next }
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect((await replyText()).value).toBe('Another'))
    await userEvent.click(pane.getByRole('button', { name: 'Former text' }))
    expect((await replyText()).value).toBe(KEPT.draft)
  })

  test('that replaced what somebody wrote leaves it to be brought back, also after another lead', async () => {
    const own = draft({ draft: 'My own words', written_by: 'A person' })
    const next = draft({ draft: 'Another' })
    fakeServer({
      ...paneAnswers(paneLead({ drafts: [own] })),
      [`POST ${WRITE}`]: { draft: 'Another', credits_spent: 2, details: next },
      [`POST ${SAVE_REPLY}`]: keep,
    })
    const app = renderApp(PANE)
    await userEvent.type((await reply()).getByLabelText('What the reply should say'), '{Enter}')
    await waitFor(async () => expect((await replyText()).value).toBe('Another'))
    expect(await screen.findByText('The new draft replaced the text you had edited.')).toBeTruthy()
    await act(async () => app.router.navigate(`${POSTS}/${leadId(2)}`))
    await waitFor(async () => expect((await replyText()).value).toBe(''))
    await act(async () => app.router.navigate(PANE))
    await userEvent.click(await (await reply()).findByRole('button', { name: 'Former text' }))
    expect((await replyText()).value).toBe('My own words')
  })

  test('goes on while another lead is open, and is there on return', async () => {
    const stream = chunked()
    fakeServer({ ...paneAnswers(), [`POST ${WRITE}`]: stream.answer })
    const app = renderApp(PANE)
    await userEvent.click((await reply()).getByRole('button', { name: 'Draft' }))
    await (await reply()).findByRole('button', { name: 'Stop' })
    await act(async () => app.router.navigate(`${POSTS}/${leadId(2)}`))
    await (await reply()).findByRole('button', { name: 'Draft' })
    stream.send(doneEvent(KEPT))
    await act(async () => app.router.navigate(PANE))
    await waitFor(async () => expect((await replyText()).value).toBe(KEPT.draft))
  })
})

describe('a draft', () => {
  test('is neither stopped nor started again by a double click', async () => {
    const stream = chunked()
    const server = fakeServer({ ...paneAnswers(), [`POST ${WRITE}`]: stream.answer })
    renderApp(PANE)
    const pane = await reply()
    const user = userEvent.setup()
    await user.dblClick(pane.getByRole('button', { name: 'Draft' }))
    // The second click lands on the button there by then.
    fireEvent.click(await pane.findByRole('button', { name: 'Stop' }), { detail: 2 })
    stream.send(deltaEvent('At 300 hosts'))
    await waitFor(async () => expect((await replyText()).value).toBe('At 300 hosts'))
    fireEvent.click(pane.getByRole('button', { name: 'Stop' }), { detail: 1 })
    fireEvent.click(await pane.findByRole('button', { name: 'Regenerate' }), { detail: 2 })
    expect(pane.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(bodiesOf(server.requests, WRITE)).toHaveLength(1)
  })

  test('can be edited, is saved by itself, and can be copied', async () => {
    const server = fakeServer({ ...paneAnswers(paneLead({ drafts: [KEPT] })), [`POST ${SAVE_REPLY}`]: keep })
    renderApp(PANE)
    const user = userEvent.setup()
    const pane = await reply()
    await user.clear(await replyText())
    await user.type(await replyText(), 'My own words')
    expect(pane.getByText('Not saved yet')).toBeTruthy()
    expect(pane.getByText('12 characters')).toBeTruthy()
    await waitFor(() =>
      expect(bodiesOf(server.requests, SAVE_REPLY)).toEqual([{ draft: 'My own words', based_on: KEPT.updated_at }]),
    )
    expect(await pane.findByText('Written by hand · 12 characters')).toBeTruthy()
    await user.click(pane.getByRole('button', { name: 'Copy the reply' }))
    expect(await navigator.clipboard.readText()).toBe('My own words')
  })

  test('with gaps is copied all the same, and says how many are still to fill in', async () => {
    const gaps = draft({ draft: 'With it, go by [what you look at first]. By [when]?' })
    fakeServer(paneAnswers(paneLead({ drafts: [gaps] })))
    renderApp(PANE)
    const user = userEvent.setup()
    await user.click((await reply()).getByRole('button', { name: 'Copy the reply' }))
    expect(await screen.findByText('2 gaps in brackets are still to fill in.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(gaps.draft)
  })

  test.each([
    ['feed', 'Open the post'],
    ['hacker_news', 'Open on Hacker News'],
  ])('of a lead from %s links to it as "%s"', async (platform, words) => {
    fakeServer(paneAnswers(paneLead({ platform })))
    renderApp(PANE)
    expect((await reply()).getByRole('link', { name: words })).toBeTruthy()
  })

  test('that cannot be saved is kept, with a notice, and saved on request', async () => {
    const server = fakeServer({ ...paneAnswers(), [`POST ${SAVE_REPLY}`]: problem(503, 'The database is busy.') })
    renderApp(PANE)
    const pane = await reply()
    await userEvent.type(await replyText(), 'Precious')
    expect((await pane.findByRole('alert')).textContent).toContain('The database is busy. It is kept in this tab.')
    server.answers[`POST ${SAVE_REPLY}`] = keep
    await userEvent.click(pane.getByRole('button', { name: 'Retry' }))
    expect(await pane.findByText('Saved')).toBeTruthy()
    expect(pane.queryByRole('alert')).toBeNull()
  })

  test('similar to another lead’s says so and links there', async () => {
    const similar = draft({ similar_to: { lead_id: leadId(2), share: 0.823 } })
    fakeServer({ ...paneAnswers(paneLead({ drafts: [similar] })), [`POST ${SAVE_REPLY}`]: keep })
    const app = renderApp(PANE)
    const pane = await reply()
    expect((await pane.findByText(/worded as in the draft for/)).textContent).toContain('82%')
    await userEvent.click(pane.getByRole('link', { name: 'another lead' }))
    expect(app.path()).toBe(`${POSTS}/${leadId(2)}`)
  })

  test('of a community that forbids them is talking points, with the reason and nothing to paste', async () => {
    const why = 'Hacker News does not want generated comments.'
    const points = draft({ draft: '- Answer first.\n- Say where you work.', is_talking_points: true })
    fakeServer({
      ...paneAnswers(paneLead({ drafts: [points], drafting: { is_allowed: false, why } })),
      [`POST ${SAVE_REPLY}`]: keep,
    })
    renderApp(PANE)
    const pane = await reply()
    expect(pane.getByText(why)).toBeTruthy()
    expect(pane.getByText(/^Talking points by claude-haiku/)).toBeTruthy()
    expect(pane.getByRole('button', { name: 'Give points' })).toBeTruthy()
    expect(pane.queryByRole('button', { name: /^Copy/ })).toBeNull()
    expect((await message()).queryByText(why)).toBeNull()
    await userEvent.type(await replyText(), ' In my words.')
    expect(pane.getByRole('button', { name: 'Copy the reply' })).toBeTruthy()
  })
})

test('keys go to the drafts, and Escape returns to the lead', async () => {
  fakeServer(paneAnswers(paneLead({ drafts: [KEPT] })))
  renderApp(PANE)
  runLeadAction('draft_reply', LEAD)
  await waitFor(async () => expect(document.activeElement).toBe(await replyText()))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement?.tagName).toBe('ARTICLE')
  runLeadAction('draft_message', LEAD)
  const prompt = (await message()).getByLabelText('What the direct message should say')
  await waitFor(() => expect(document.activeElement).toBe(prompt))
})

test('a message, not a reply, can carry the link to what is held of its receiver, once', async () => {
  const url = 'https://leads.example/notice?t=abc'
  const server = fakeServer({
    ...paneAnswers(),
    [`POST ${SAVE_DM}`]: keep,
    [`POST ${SAVE_REPLY}`]: keep,
    [`POST ${LEAD_PATH}/notice`]: { url, text: `What I hold of you: ${url}` },
  })
  renderApp(PANE)
  await userEvent.type(await replyText(), 'A reply')
  expect((await reply()).queryByRole('button', { name: 'Add privacy link' })).toBeNull()
  const text = (await message()).getByLabelText<HTMLTextAreaElement>('Direct message')
  await userEvent.type(text, 'Hello')
  await userEvent.click((await message()).getByRole('button', { name: 'Add privacy link' }))
  await waitFor(() => expect(text.value).toBe(`Hello\n\nWhat I hold of you: ${url}`))
  expect((await message()).queryByRole('button', { name: 'Add privacy link' })).toBeNull()
  expect(server.of(`${LEAD_PATH}/notice`)).toHaveLength(1)
})
