import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { IntentSignal, SignalPreview } from '@leadlight/contract/signals'
import type { Answers } from '../../../testing/fake-server.ts'
import { NETSCOPE, rosasAnswers } from '../../../testing/rosas-story.ts'
import { preview as emptyPreview } from './preview.ts'
import { savedSignal } from '../../../testing/saved-signal.ts'

export const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
export const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
export const SIGNAL = '019ab000-0000-7000-8000-0000000000a1'
export const LEAVING = 'Leaving Nagios'
export const POSTS = [1, 2, 3, 4].map((place) => `019ab000-0000-7000-8000-0000000000b${place}`)

/** A saved signal that was never searched for. */
export function saved(answers: IntentSignal['answers'] = [], parts: Partial<IntentSignal> = {}): IntentSignal {
  return savedSignal({ id: SIGNAL, intent_signal: LEAVING, answers, ...parts })
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
    conditions: [],
  }
}

/** Posts 1 and 3 are asked about, the latter as passed over; 2 is not. */
function preview(): SignalPreview {
  const missed: SignalPreview['posts'][number] = {
    ...post(3),
    score: 14,
    level: 'unsure',
    conditions: [{ kind: 'limit', text: 'under 50 dollars', state: 'not_said', at: null }],
  }
  const asked = { near_misses: [missed], ask_about: [POSTS[0] ?? '', POSTS[2] ?? ''] }
  return emptyPreview({ seen: 480, judged: 96, caught: 2, posts: [post(1), post(2)], ...asked })
}

/** A server with these signals, whose previews all ask about the same posts. */
export function answers(signals: IntentSignal[], more: Answers = {}): Answers {
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

export async function button(place: number, name: 'Yes' | 'No') {
  const article = (await screen.findByRole('link', { name: `Post ${place}` })).closest('article')
  return within(article ?? document.body).findByRole('button', { name })
}

export const isPressed = async (place: number, name: 'Yes' | 'No') =>
  (await button(place, name)).getAttribute('aria-pressed') === 'true'
export const press = async (place: number, name: 'Yes' | 'No') => userEvent.click(await button(place, name))
export const type = async (text: string) =>
  userEvent.setup({ delay: null }).type(await screen.findByRole('textbox', { name: 'New signal' }), text)
