import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IntentSignal, SignalPreview } from '@leadlight/contract/signals'
import type { Answers, SentRequest } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { runningSearch } from '../searches/testing/search.ts'
import { savedSignal } from '../../testing/saved-signal.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const PREVIEW = `${SIGNALS}/preview`
const IDS = ['019ab000-0000-7000-8000-0000000000a1', '019ab000-0000-7000-8000-0000000000a2']
const POSTS = ['019ab000-0000-7000-8000-0000000000b1', '019ab000-0000-7000-8000-0000000000b2']

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const MONITORING: IntentSignal['monitoring'] = {
  enabled: false,
  monthly_credit_budget: null,
  spent_this_month: 0,
  state: 'off',
  waiting: 0,
  note: 'Judged by the built-in model alone.',
}

function signal(index: number, parts: Partial<IntentSignal> = {}): IntentSignal {
  const intent_signal = index === 0 ? 'Looking for a monitoring tool' : 'Leaving Nagios'
  return savedSignal({ id: IDS[index] ?? '', intent_signal, monitoring: MONITORING, ...parts })
}

function preview(parts: Partial<SignalPreview> = {}): SignalPreview {
  return {
    seen: 480,
    judged: 110,
    caught: 41,
    posts: [
      {
        post_id: POSTS[0] ?? '',
        platform: 'hacker_news',
        community: 'Ask HN',
        author: 'thinline',
        url: 'https://news.example/1',
        title: 'What are you monitoring with?',
        text: 'What are you monitoring with?\nWe need something that finds new hosts on its own.',
        posted_at: '2026-11-20T10:00:00.000Z',
        score: 94,
        level: 'strong',
        reason: 'Asks for a tool.',
        evidence: [{ start: 30, end: 47, kind: 'for', label: 'names a need' }],
        conditions: [],
      },
    ],
    near_misses: [],
    ask_about: [],
    per_day: [
      { day: '2026-11-19', caught: 21 },
      { day: '2026-11-20', caught: 20 },
    ],
    note: 'Judged by the built-in model alone.',
    channels: [
      { platform: 'hacker_news', display_name: 'Hacker News', state: 'done', seen: 480, error: null },
      { platform: 'rss', display_name: 'Feeds', state: 'failed', seen: 0, error: 'The feed is not a feed.' },
    ],
    ...parts,
  }
}

function answers(more: Answers = {}): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [signal(0)],
    [`GET ${SIGNALS}/searches`]: [],
    [`POST ${PREVIEW}`]: preview(),
    [`POST ${SIGNALS}/get_recommended_one_time_search_budget`]: {
      recommended_budget: 110,
      posts: 110,
      why: 'About 110 posts of the last 30 days are worth judging, at 1 credit each.',
    },
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: {
      intent_signals: [
        { intent_signal: 'People paged at night by false alarms', why: 'They have the problem you solve.' },
        { intent_signal: 'looking for a monitoring tool ', why: 'It is there already.' },
      ],
      written_by: null,
      note: null,
    },
    ...more,
  }
}

const newSignal = () => screen.findByRole('textbox', { name: 'New signal' })
const sentTo = (requests: readonly SentRequest[], end: string) =>
  requests.filter(({ method, path }) => method !== 'GET' && path.endsWith(end)).map(({ body }) => body)

describe('writing signals', () => {
  test('adds a signal with its days, and keeps the input on an error', async () => {
    const created = signal(1)
    const server = fakeServer(answers({ [`POST ${SIGNALS}`]: problem(409, 'That signal is there already.') }))
    renderApp(STEP_4)
    await userEvent.type(await newSignal(), 'Leaving Nagios')
    await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
    expect(await screen.findByText(/That signal is there already\./)).toBeTruthy()
    expect(((await newSignal()) as HTMLTextAreaElement).value).toBe('Leaving Nagios')
    server.answers[`POST ${SIGNALS}`] = () => created
    await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
    expect(await screen.findByRole('textbox', { name: 'Signal: Leaving Nagios' })).toBeTruthy()
    expect(((await newSignal()) as HTMLTextAreaElement).value).toBe('')
    expect(sentTo(server.requests, NETSCOPE).at(-1)).toEqual({
      intent_signal: 'Leaving Nagios',
      search_days: 30,
      search_budget: null,
    })
  })

  test('adds a suggestion with one press, and offers none twice', async () => {
    const server = fakeServer(
      answers({
        [`POST ${SIGNALS}`]: ({ body }) => signal(1, body as Partial<IntentSignal>),
      }),
    )
    renderApp(STEP_4)
    const suggestions = within(await screen.findByRole('region', { name: 'Suggestions' }))
    const add = await suggestions.findByRole('button', { name: 'Add: People paged at night by false alarms' })
    expect(suggestions.getAllByRole('listitem')).toHaveLength(1)
    await userEvent.click(add)
    expect(await screen.findByRole('textbox', { name: 'Signal: People paged at night by false alarms' })).toBeTruthy()
    expect(sentTo(server.requests, NETSCOPE)).toEqual([{ intent_signal: 'People paged at night by false alarms' }])
    expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull()
  })

  test('asks before deleting', async () => {
    const server = fakeServer(answers({ [`DELETE ${SIGNALS}/${IDS[0]}`]: new Response(null, { status: 204 }) }))
    renderApp(STEP_4)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete this signal' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this signal?' }))
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete signal' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Signal:/ })).toBeNull())
  })

  test('takes or leaves a refined wording', async () => {
    fakeServer(
      answers({
        [`POST /api/v1/project/${NETSCOPE}/refine_intent_signal`]: {
          intent_signal: 'Sysadmins asking which monitoring tool to use',
          why: 'It says who asks.',
          written_by: null,
          note: null,
        },
      }),
    )
    renderApp(STEP_4)
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Signal: Looking for a monitoring tool',
    })
    const [refine] = screen.getAllByRole('button', { name: 'Refine' })
    await userEvent.click(refine!)
    const proposal = within(await screen.findByRole('region', { name: 'Proposed wording' }))
    expect(proposal.getByText('It says who asks.')).toBeTruthy()
    await userEvent.click(proposal.getByRole('button', { name: 'Keep mine' }))
    expect(box.value).toBe('Looking for a monitoring tool')
    await userEvent.click(refine!)
    await userEvent.click(await screen.findByRole('button', { name: 'Use this' }))
    expect(box.value).toBe('Sysadmins asking which monitoring tool to use')
  })

  test('says so if the refined wording is the one that stands there, and offers nothing to take', async () => {
    fakeServer(
      answers({
        [`POST /api/v1/project/${NETSCOPE}/refine_intent_signal`]: {
          intent_signal: 'Looking for a monitoring tool',
          why: 'It says who asks.',
          written_by: null,
          note: null,
        },
      }),
    )
    renderApp(STEP_4)
    const [refine] = await screen.findAllByRole('button', { name: 'Refine' })
    await userEvent.click(refine!)
    const proposal = within(await screen.findByRole('region', { name: 'Proposed wording' }))
    expect(proposal.getByText('No sharper wording was found. Yours stays as it is.')).toBeTruthy()
    expect(proposal.queryByRole('button', { name: 'Use this' })).toBeNull()
    await userEvent.click(proposal.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Proposed wording' })).toBeNull()
  })

  test('recommends a budget with its reason', async () => {
    const server = fakeServer(answers({ [`PUT ${SIGNALS}/${IDS[0]}`]: signal(0, { search_budget: 110 }) }))
    renderApp(STEP_4)
    const [budget] = await screen.findAllByRole('button', { name: 'Budget: No credit limit' })
    await userEvent.click(budget!)
    expect(await screen.findByText(/About 110 posts of the last 30 days/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Use 110 credits' }))
    expect(await screen.findByRole('button', { name: 'Budget: 110 credits' })).toBeTruthy()
    expect(sentTo(server.requests, `${IDS[0]}`)).toEqual([
      { intent_signal: 'Looking for a monitoring tool', search_budget: 110, do_reanalyze: false },
    ])
  })
})

describe('the preview', () => {
  test('shows what the signal would match, with evidence, days, and failing channels', async () => {
    fakeServer(answers())
    renderApp(STEP_4)
    const region = within(await screen.findByRole('region', { name: 'Preview' }))
    expect((await region.findByText('We need something')).tagName).toBe('MARK')
    expect(region.getByRole('figure', { name: '41 posts in 30 days' })).toBeTruthy()
    expect(region.getByText('41 posts')).toBeTruthy()
    expect(region.getByText('Judged by the built-in model alone.')).toBeTruthy()
    expect(region.getByText('The feed is not a feed.', { exact: false })).toBeTruthy()
  })

  test('is requested after a pause in typing, and an earlier request is aborted', async () => {
    const server = fakeServer(answers({ [`POST ${PREVIEW}`]: () => new Promise(() => undefined) }))
    renderApp(STEP_4)
    await waitFor(() => expect(server.of(PREVIEW)).toHaveLength(1))
    // In one go: on a slow machine, a gap between two letters would count as a pause.
    await userEvent.setup({ delay: null }).type(await newSignal(), 'Leaving Nagios')
    await waitFor(() => expect(server.of(PREVIEW)).toHaveLength(2))
    expect(server.of(PREVIEW).map(({ body }) => body)).toEqual([
      { intent_signal: 'Looking for a monitoring tool', search_days: 30 },
      { intent_signal: 'Leaving Nagios', search_days: 30 },
    ])
    expect(server.of(PREVIEW)[0]?.signal?.aborted).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('The preview was called off.')).toBeTruthy()
    expect(server.of(PREVIEW)[1]?.signal?.aborted).toBe(true)
  })

  test('says why it failed, and can be retried', async () => {
    const server = fakeServer(answers({ [`POST ${PREVIEW}`]: problem(503, 'No channel answered.') }))
    renderApp(STEP_4)
    expect(await screen.findByText(/No channel answered/)).toBeTruthy()
    server.answers[`POST ${PREVIEW}`] = preview()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('41 posts')).toBeTruthy()
  })
})

describe('leaving the step', () => {
  const started = () => ({ search_id: IDS[0] })

  test('starts a search for every signal without one, and goes to the posts', async () => {
    const searched = runningSearch({ state: 'done' })
    const server = fakeServer(
      answers({
        [`GET ${SIGNALS}`]: [signal(0, { last_search: searched }), signal(1)],
        [`POST ${SIGNALS}/${IDS[1]}/run_search`]: started,
      }),
    )
    const app = renderApp(STEP_4)
    await userEvent.click(await screen.findByRole('button', { name: 'Start finding leads' }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
    expect(server.requests.filter(({ path }) => path.endsWith('run_search')).map(({ path }) => path)).toEqual([
      `${SIGNALS}/${IDS[1]}/run_search`,
    ])
  })

  test('saves the input first, and starts nothing when going on without a search', async () => {
    const server = fakeServer(answers({ [`POST ${SIGNALS}`]: () => signal(1) }))
    const app = renderApp(STEP_4)
    await userEvent.type(await newSignal(), 'Leaving Nagios')
    await userEvent.click(screen.getByRole('button', { name: 'Save for later' }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
    expect(sentTo(server.requests, NETSCOPE)).toHaveLength(1)
    expect(server.requests.some(({ path }) => path.endsWith('run_search'))).toBe(false)
  })

  test('stays if a search cannot be started, and says why', async () => {
    fakeServer(
      answers({ [`POST ${SIGNALS}/${IDS[0]}/run_search`]: problem(402, 'No credits are left.', 'no_credits_left') }),
    )
    const app = renderApp(STEP_4)
    await userEvent.click(await screen.findByRole('button', { name: 'Start finding leads' }))
    expect(await screen.findByText(/No credits are left/)).toBeTruthy()
    expect(app.path()).toBe(STEP_4)
  })

  test('goes to the plans if one is needed', async () => {
    fakeServer(answers({ 'GET /api/v1/organization/subscription': () => null }))
    const app = renderApp(STEP_4)
    await userEvent.click(await screen.findByRole('button', { name: 'Choose a plan' }))
    await waitFor(() => expect(app.path()).toBe('/org/select-plan'))
  })

  test('says what is missing without any signal', async () => {
    fakeServer(answers({ [`GET ${SIGNALS}`]: [] }))
    renderApp(STEP_4)
    await userEvent.click(await screen.findByRole('button', { name: 'Start finding leads' }))
    const told = await screen.findByText(/Write at least one signal first/)
    expect(told.textContent).not.toContain('are saved')
  })
})
