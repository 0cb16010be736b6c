import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IntentSignal, SignalPreview } from '@leadlight/contract/signals'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const SIGNAL = '019ab000-0000-7000-8000-0000000000a1'
const LEAVING = 'Leaving Nagios'
const POSTS = [1, 2, 3, 4].map((place) => `019ab000-0000-7000-8000-0000000000b${place}`)

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function saved(answers: IntentSignal['answers'] = []): IntentSignal {
  return {
    id: SIGNAL,
    project_id: NETSCOPE,
    intent_signal: LEAVING,
    not_interested: '',
    plan_edits: null,
    search_days: 30,
    search_budget: null,
    monitoring: {
      enabled: false,
      monthly_credit_budget: null,
      spent_this_month: 0,
      state: 'off',
      waiting: 0,
      note: null,
    },
    last_search: null,
    lead_count: 0,
    quality: null,
    audit: { waiting: 0, audited: 0, recall: null },
    teaching: null,
    answers,
    created_at: '2026-11-01T10:00:00.000Z',
  }
}

function post(place: number): SignalPreview['posts'][number] {
  return {
    post_id: POSTS[place - 1] ?? '',
    platform: 'hacker_news',
    community: 'Ask HN',
    author: 'thinline',
    url: `https://news.example/${place}`,
    title: `Post ${place}`,
    text: `Post ${place}\nWe need something.`,
    posted_at: '2026-11-20T10:00:00.000Z',
    score: 100 - 10 * place,
    level: 'strong',
    reason: 'Asks for a tool.',
    evidence: [],
  }
}

/** Posts 1 and 3 are asked about, the latter as passed over; 2 is not. */
function preview(parts: Partial<SignalPreview> = {}): SignalPreview {
  return {
    seen: 480,
    judged: 96,
    caught: 2,
    posts: [post(1), post(2)],
    near_misses: [post(3)],
    ask_about: [POSTS[0] ?? '', POSTS[2] ?? ''],
    per_day: [],
    channels: [],
    note: null,
    ...parts,
  }
}

function answers(signals: IntentSignal[], more: Answers = {}): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: signals,
    [`GET ${SIGNALS}/searches`]: [],
    [`POST ${SIGNALS}/preview`]: preview(),
    [`POST ${SIGNALS}/get_recommended_one_time_search_budget`]: { recommended_budget: 1, posts: 1, why: 'One.' },
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: { intent_signals: [], written_by: null, note: null },
    ...more,
  }
}

async function button(place: number, name: 'Yes' | 'No') {
  const article = (await screen.findByRole('link', { name: `Post ${place}` })).closest('article')
  return within(article ?? document.body).findByRole('button', { name })
}
const isPressed = async (place: number, name: 'Yes' | 'No') =>
  (await button(place, name)).getAttribute('aria-pressed') === 'true'
const press = async (place: number, name: 'Yes' | 'No') => userEvent.click(await button(place, name))
const type = async (text: string) =>
  userEvent.setup({ delay: null }).type(await screen.findByRole('textbox', { name: 'New signal' }), text)

describe('the questions of a preview', () => {
  test('stand under the posts that it asks about, and say what answers do', async () => {
    fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    expect(await screen.findAllByRole('group', { name: 'Would you answer this person?' })).toHaveLength(2)
    expect(screen.getByText(/Your answers teach this signal before it searches\./)).toBeTruthy()
    const passedOver = within(screen.getByRole('region', { name: 'Passed over' }))
    expect(passedOver.getByRole('link', { name: 'Post 3' })).toBeTruthy()
    expect(within(screen.getByRole('link', { name: 'Post 2' }).closest('article')!).queryByRole('button')).toBeNull()
  })

  test('are answered by key, changed, and taken back by the same answer', async () => {
    fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    ;(await button(1, 'Yes')).focus()
    await userEvent.keyboard('{Enter}')
    expect(await isPressed(1, 'Yes')).toBe(true)
    await userEvent.keyboard('{Tab} ')
    expect([await isPressed(1, 'Yes'), await isPressed(1, 'No')]).toEqual([false, true])
    await press(1, 'No')
    expect([await isPressed(1, 'Yes'), await isPressed(1, 'No')]).toEqual([false, false])
  })

  test('survive reloading, and are sent along when the signal is added', async () => {
    const server = fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    await press(1, 'Yes')
    await press(3, 'No')
    cleanup()
    renderApp(STEP_4)
    expect([await isPressed(1, 'Yes'), await isPressed(3, 'No')]).toEqual([true, true])
    const given = [
      { post_id: POSTS[0] ?? '', fits: true },
      { post_id: POSTS[2] ?? '', fits: false },
    ]
    server.answers[`POST ${SIGNALS}`] = () => saved(given)
    await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
    await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
    expect(server.of(SIGNALS).at(-1)?.body).toMatchObject({ intent_signal: LEAVING, answers: given })
    expect([await isPressed(1, 'Yes'), await isPressed(3, 'No')]).toEqual([true, true])
    expect(sessionStorage.getItem(`draft:signal-answers:${NETSCOPE}`)).toBeNull()
  })

  test('given under other words are forgotten, whether or not their preview is there', async () => {
    const server = fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    await press(1, 'Yes')
    await press(3, 'No')
    server.answers[`POST ${SIGNALS}`] = () => saved()
    await type(' at last')
    await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
    await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
    const sent = server.of(SIGNALS).at(-1)?.body
    expect(sent).toMatchObject({ intent_signal: `${LEAVING} at last` })
    expect(sent).not.toHaveProperty('answers')
  })

  test('of a saved signal show its answers, and what changed is sent when it is saved', async () => {
    const server = fakeServer(answers([saved([{ post_id: POSTS[0] ?? '', fits: true }])]))
    renderApp(STEP_4)
    expect(await isPressed(1, 'Yes')).toBe(true)
    expect(screen.getByText(/Your answers teach this signal once you save it\./)).toBeTruthy()
    await press(1, 'Yes')
    await press(3, 'Yes')
    const after = saved([{ post_id: POSTS[2] ?? '', fits: true }])
    server.answers[`PUT ${SIGNALS}/${SIGNAL}`] = () => after
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(server.of(`${SIGNALS}/${SIGNAL}`).at(-1)?.body).toEqual({
      intent_signal: LEAVING,
      do_reanalyze: false,
      answers: [
        { post_id: POSTS[0], fits: null },
        { post_id: POSTS[2], fits: true },
      ],
    })
    expect([await isPressed(1, 'Yes'), await isPressed(3, 'Yes')]).toEqual([false, true])
  })

  test('are undone with the other changes of a saved signal', async () => {
    fakeServer(answers([saved()]))
    renderApp(STEP_4)
    await press(1, 'No')
    await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }))
    expect(await isPressed(1, 'No')).toBe(false)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
