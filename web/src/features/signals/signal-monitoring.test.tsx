import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IntentSignal, Monitoring } from '@leadlight/contract/signals'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, leadAnswers, POSTS, signal as leadSignal } from '../leads/testing/leads-story.ts'

const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const ID = '019ab000-0000-7000-8000-0000000000a1'
const PAGE = `/projects/${NETSCOPE}/signals/${ID}`
const WORDS = 'Looking for a monitoring tool'
const RECOMMEND = `${SIGNALS}/get_recommended_monitoring_budget`
const OFF: Monitoring = {
  enabled: false,
  monthly_credit_budget: null,
  spent_this_month: 0,
  state: 'off',
  waiting: 0,
  note: null,
}
const LISTENING: Monitoring = { ...OFF, enabled: true, monthly_credit_budget: 100, state: 'listening' }
const NOTE =
  "3 posts wait to be judged: this month's budget is used up. They are judged from 1 Dec 2026 on, or sooner with a higher budget."
const PAUSED: Monitoring = { ...LISTENING, spent_this_month: 100, state: 'paused', waiting: 3, note: NOTE }

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function signal(monitoring: Monitoring, parts: Partial<IntentSignal> = {}): IntentSignal {
  return leadSignal({ id: ID, intent_signal: WORDS, monitoring, ...parts })
}

async function open(monitoring: Monitoring, more: Answers = {}, price = 1, modelPrice = 0) {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/instance': instance({ judged_post_price: price, model_judged_post_price: modelPrice }),
    [`GET ${SIGNALS}`]: [signal(monitoring)],
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`POST ${RECOMMEND}`]: {
      recommended_budget: 120,
      posts_per_month: 100,
      why: '20 of 400 posts look close enough to judge, which makes about 100 a month.',
    },
    ...more,
  })
  renderApp(PAGE)
  const group = within(await screen.findByRole('group', { name: `Monitoring of: ${WORDS}` }))
  return { server, group }
}

type Group = Awaited<ReturnType<typeof open>>['group']
const field = (group: Group) => group.findByLabelText<HTMLInputElement>('At most a month, in credits')

describe('turning monitoring on', () => {
  test('shows the highest price of a post if a large model may read it too', async () => {
    const { group } = await open(OFF, {}, 0, 2)
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    expect((await field(group)).value).toBe('120')
    expect(group.getByText('At most 2 credits a post that judges 60 posts a month or more.')).toBeTruthy()
  })

  test('takes a budget, recommended with its reason once the form opens', async () => {
    const { server, group } = await open(OFF, {
      [`POST ${SIGNALS}/${ID}/enable_monitoring`]: signal({ ...LISTENING, monthly_credit_budget: 120 }),
    })
    expect(group.getByText('Only searches look for posts.')).toBeTruthy()
    expect(server.of(RECOMMEND)).toHaveLength(0)
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    expect(await group.findByText(/about 100 a month/)).toBeTruthy()
    expect(server.of(RECOMMEND).map(({ body }) => body)).toEqual([{ intent_signal: WORDS }])
    const input = await field(group)
    expect(input.value).toBe('120')
    expect(document.activeElement).toBe(input)
    expect(group.getByText('At 1 credit a post that judges up to 120 posts a month.')).toBeTruthy()
    await userEvent.click(group.getByRole('button', { name: 'Start listening' }))
    expect(await group.findByText('Listening')).toBeTruthy()
    expect(server.of(`${SIGNALS}/${ID}/enable_monitoring`).map(({ body }) => body)).toEqual([
      { monthly_credit_budget: 120 },
    ])
    expect(group.getByText('0 of 120 credits spent this month by monitoring')).toBeTruthy()
    expect(document.activeElement).toBe(group.getByRole('switch', { name: 'Monitoring', checked: true }))
  })

  test('can be cancelled', async () => {
    const { server, group } = await open(OFF)
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    await userEvent.click(group.getByRole('button', { name: 'Cancel' }))
    expect(group.getByRole('switch', { name: 'Monitoring', checked: false })).toBeTruthy()
    expect(group.queryByRole('form', { name: 'Monthly budget' })).toBeNull()
    expect(server.requests.some(({ path }) => path.endsWith('enable_monitoring'))).toBe(false)
  })

  test.each(['-5', 'much', '1000001'])('refuses %s with a sentence and sends nothing', async (typed) => {
    const { server, group } = await open(OFF)
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    await group.findByText(/about 100 a month/)
    const input = await field(group)
    await userEvent.clear(input)
    await userEvent.type(input, `${typed}{Enter}`)
    expect((await group.findByRole('alert')).textContent).toBe('Enter a number from 0 to 1,000,000, such as 100.')
    expect(input.value).toBe(typed)
    expect(server.requests.some(({ path }) => path.endsWith('enable_monitoring'))).toBe(false)
  })

  test('asks for an amount if it is empty', async () => {
    const { group } = await open(OFF)
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    await group.findByText(/about 100 a month/)
    await userEvent.clear(await field(group))
    await userEvent.click(group.getByRole('button', { name: 'Start listening' }))
    expect((await group.findByRole('alert')).textContent).toMatch(/^Say how many credits a month/)
  })

  test('shows the error, and keeps the input', async () => {
    const { server, group } = await open(OFF, {
      [`POST ${SIGNALS}/${ID}/enable_monitoring`]: problem(503, 'The server is busy.'),
    })
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    const input = await field(group)
    await userEvent.clear(input)
    await userEvent.type(input, '12,5{Enter}')
    expect((await group.findByRole('alert')).textContent).toBe('The budget was not set. The server is busy.')
    expect(input.value).toBe('12,5')
    expect(server.of(`${SIGNALS}/${ID}/enable_monitoring`)[0]?.body).toEqual({ monthly_credit_budget: 12.5 })
  })

  test('works without a recommendation, and retries it on request', async () => {
    const { server, group } = await open(OFF, { [`POST ${RECOMMEND}`]: problem(422, 'No channel answered.') })
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    expect(await group.findByText(/There is no recommendation right now\. No channel answered\./)).toBeTruthy()
    expect((await field(group)).value).toBe('')
    server.answers[`POST ${RECOMMEND}`] = { recommended_budget: 30, posts_per_month: 25, why: 'About 25 a month.' }
    await userEvent.click(group.getByRole('button', { name: 'Ask again' }))
    expect(await group.findByText('About 25 a month.')).toBeTruthy()
    expect((await field(group)).value).toBe('30')
  })

  test('shows in words that the recommendation is loading', async () => {
    const { group } = await open(OFF, { [`POST ${RECOMMEND}`]: () => new Promise(() => undefined) })
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    expect(await group.findByText('Looking at how many posts a month this would judge')).toBeTruthy()
  })

  test('asks for no budget if judging is free', async () => {
    const { server, group } = await open(
      OFF,
      { [`POST ${SIGNALS}/${ID}/enable_monitoring`]: signal({ ...LISTENING, monthly_credit_budget: 100 }) },
      0,
    )
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    expect(await group.findByText('Listening')).toBeTruthy()
    expect(server.of(`${SIGNALS}/${ID}/enable_monitoring`)[0]?.body).toEqual({ monthly_credit_budget: 100 })
    expect(server.of(RECOMMEND)).toEqual([])
    expect(group.queryByText(/credit|budget/i)).toBeNull()
  })

  test('says why it stays off if judging is free and that fails', async () => {
    const { group } = await open(
      OFF,
      { [`POST ${SIGNALS}/${ID}/enable_monitoring`]: problem(500, 'The server has a problem.') },
      0,
    )
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    expect(await screen.findByText('Monitoring was not turned on. The server has a problem.')).toBeTruthy()
    expect(group.getByRole('switch', { checked: false })).toBeTruthy()
  })
})

describe('a monitored signal', () => {
  test('shows the spending and the backlog, and its budget can be changed', async () => {
    const { server, group } = await open(
      { ...LISTENING, spent_this_month: 12.5, waiting: 2 },
      { [`POST ${SIGNALS}/${ID}/enable_monitoring`]: signal({ ...LISTENING, monthly_credit_budget: 250 }) },
    )
    expect(group.getByText('Listening')).toBeTruthy()
    expect(group.getByText('New posts are judged as they come; 2 posts wait.')).toBeTruthy()
    const meter = group.getByRole('progressbar', { name: 'Spent this month by monitoring' })
    expect(meter.getAttribute('aria-valuetext')).toBe('12.5 of 100 credits')
    await userEvent.click(group.getByRole('button', { name: 'Change budget' }))
    const input = await field(group)
    expect(input.value).toBe('100')
    await userEvent.clear(input)
    await userEvent.type(input, '0.5')
    expect(group.getByText('At 1 credit a post that judges nothing: posts would wait.')).toBeTruthy()
    await userEvent.clear(input)
    await userEvent.type(input, '250{Enter}')
    expect(await group.findByText('0 of 250 credits spent this month by monitoring')).toBeTruthy()
    expect(server.of(`${SIGNALS}/${ID}/enable_monitoring`).map(({ body }) => body)).toEqual([
      { monthly_credit_budget: 250 },
    ])
  })

  test('says why it is paused', async () => {
    const { group } = await open(PAUSED)
    expect(group.getByText('Paused')).toBeTruthy()
    expect(group.getByText(NOTE)).toBeTruthy()
    expect(group.getByText('100 of 100 credits spent this month by monitoring')).toBeTruthy()
  })

  test('is turned off after a confirmation about its backlog', async () => {
    const { server, group } = await open(PAUSED, {
      [`POST ${SIGNALS}/${ID}/disable_monitoring`]: signal({ ...PAUSED, ...OFF, spent_this_month: 100 }),
    })
    const toggle = group.getByRole('switch', { name: 'Monitoring' })
    await userEvent.click(toggle)
    expect(
      group.getByText(
        /Its leads will stay, and searches still look for it; 3 posts that wait to be judged will be let go\.$/,
      ),
    ).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(toggle)
    expect(server.requests.some(({ path }) => path.endsWith('disable_monitoring'))).toBe(false)
    await userEvent.click(toggle)
    await userEvent.click(group.getByRole('button', { name: 'Turn off' }))
    expect(await group.findByText('Only searches look for posts.')).toBeTruthy()
    expect(server.of(`${SIGNALS}/${ID}/disable_monitoring`)).toHaveLength(1)
  })

  test('stays on if that fails, and says why', async () => {
    const { group } = await open(LISTENING, {
      [`POST ${SIGNALS}/${ID}/disable_monitoring`]: problem(500, 'The server has a problem.'),
    })
    await userEvent.click(group.getByRole('switch', { name: 'Monitoring' }))
    await userEvent.click(group.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Monitoring was not turned off. The server has a problem.')).toBeTruthy()
    expect(group.getByText('Listening')).toBeTruthy()
  })

  test('shows no budget if judging is free', async () => {
    const { group } = await open(LISTENING, {}, 0)
    await waitFor(() => expect(group.queryByText(/credit|budget/i)).toBeNull())
    expect(group.getByText('Listening')).toBeTruthy()
    expect(group.queryByRole('progressbar')).toBeNull()
  })

  test('is refetched when monitoring finds something', async () => {
    const stream = eventStream()
    const { server, group } = await open(LISTENING, { [`GET /api/v1/events/${NETSCOPE}`]: stream.response })
    expect(group.getByText('0 of 100 credits spent this month by monitoring')).toBeTruthy()
    server.answers[`GET ${SIGNALS}`] = [signal({ ...LISTENING, spent_this_month: 7 })]
    stream.send({ type: 'leads', search_id: null, lead_ids: [ID], unread_count: 48 })
    expect(await group.findByText('7 of 100 credits spent this month by monitoring')).toBeTruthy()
  })

  test('shows a guest its state without a switch', async () => {
    const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
    const { group } = await open({ ...LISTENING, spent_this_month: 3 }, { 'GET /users_info/me': guest })
    expect(group.getByText('Listening')).toBeTruthy()
    expect(group.getByText('3 of 100 credits spent this month by monitoring')).toBeTruthy()
    expect(group.queryByRole('switch')).toBeNull()
    expect(group.queryByRole('button')).toBeNull()
  })
})

describe('beside the leads', () => {
  const other = signal(LISTENING, { id: NETSCOPE, intent_signal: 'Leaving Nagios' })

  test('a pause names its signal, with a link there', async () => {
    fakeServer({ ...leadAnswers([]), [`GET ${SIGNALS}`]: [signal(PAUSED), other] })
    renderApp(POSTS)
    expect(await screen.findByText(`${WORDS}: ${NOTE}`)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'See the signals' })
    expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/signals`)
  })

  test('an empty list says that monitoring is on', async () => {
    fakeServer({ ...leadAnswers([]), [`GET ${SIGNALS}`]: [other] })
    renderApp(POSTS)
    expect(await screen.findByText(/New posts are judged as they come; what matches appears here\.$/)).toBeTruthy()
  })
})
