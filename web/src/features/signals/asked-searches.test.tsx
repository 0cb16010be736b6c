import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { applyPlanEdits, NO_PLAN_EDITS, type PlanEdits, type PlanWords } from '@leadlight/domain/signal-plans'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem, type Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, signal } from '../leads/testing/leads-story.ts'
import { runningSearch } from '../searches/testing/search.ts'
import { askedReddit, askedSearch } from './testing/asked-searches.ts'
import { preview } from './testing/preview.ts'

const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const ASKED = `${SIGNALS}/${signal().id}/asked_searches`
const SEARCHED = signal({
  lead_count: 0,
  last_search: runningSearch({ state: 'done', finished_at: '2026-11-20T10:05:00.000Z' }),
})
const READ: PlanWords = {
  who: 'freelancers',
  acts: ['ask_recommendation'],
  topics: [['invoicing tool']],
  qualifiers: [],
  exclusions: [],
  searches: ['invoicing', 'tool'],
}

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function answers(more: Answers): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [SEARCHED],
    [`POST ${SIGNALS}/preview`]: preview(),
    [`POST ${SIGNALS}/get_recommended_one_time_search_budget`]: { recommended_budget: 0, posts: 0, why: '' },
    [`POST ${SIGNALS}/plan`]: ({ body }) => {
      const { plan_edits = NO_PLAN_EDITS } = body as { plan_edits?: PlanEdits }
      return {
        read: READ,
        plan: applyPlanEdits(READ, plan_edits),
        plan_edits,
        written_by: null,
        note: null,
      }
    },
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: { intent_signals: [], written_by: null, note: null },
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`POST ${SIGNALS}/${signal().id}/backtest`]: problem(400, 'Not now.'),
    [`PUT ${SIGNALS}/${signal().id}`]: SEARCHED,
    ...more,
  }
}

/** The signal's page, whose plan is open. */
async function openPage() {
  renderApp(`/projects/${NETSCOPE}/signals/${signal().id}`)
  await screen.findByRole('region', { name: 'What Leadlight reads' })
  return screen
}

function textsOf(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent.trim()).join(' | ')) // oxfmt-ignore
}

test('says what each platform was asked and what that brought, the best first and the tail folded', async () => {
  const others = Array.from({ length: 4 }, (_, at) => askedSearch({ words: `other${at}`, new: 9 - at, kept: 0 }))
  const searches = [
    askedSearch({ words: 'tool', kept: 1, hits: 4000 }),
    askedSearch({ words: '', community: 'r/freelance', why: 'community', kept: 12, brought: 100, new: 95 }),
    askedSearch({ words: 'late', in_title: true, why: 'posts', kept: 2, state: 'failed', error: 'Reddit is down.' }),
    ...others,
  ]
  fakeServer(answers({ [`GET ${ASKED}`]: askedReddit(searches) }))
  const page = await openPage()
  const table = await page.findByRole('table', { name: 'Asked of Reddit' })
  expect(textsOf(table)).toEqual([
    'newest posts of r/freelancewhere the best posts are | 100 | 95 | 12',
    'late in titlesin the best postsReddit is down. | 100 | 80 | 2',
    'tool of the signal · 4,000 there | 100 | 80 | 1',
    'other0 of the signal | 100 | 9 | 0',
    'other1 of the signal | 100 | 8 | 0',
  ])
  expect(page.getByText('212 posts collected before, 6 kept.', { exact: false })).toBeTruthy()
  const more = page.getByRole('button', { name: 'Show 2 more' })
  more.focus()
  await userEvent.keyboard('{Enter}')
  expect(textsOf(table)).toHaveLength(7)
  expect(more.getAttribute('aria-expanded')).toBe('true')
})

test('a question can be asked always or never, as the chips show and take back', async () => {
  const searches = [askedSearch({ words: 'payroll' }), askedSearch({ words: 'tool' }), askedSearch({ words: '' })]
  const server = fakeServer(answers({ [`GET ${ASKED}`]: askedReddit(searches) }))
  const page = await openPage()
  const always = await page.findByRole('button', { name: 'Ask always: payroll' })
  expect(page.getAllByRole('button', { name: /^Ask always/u })).toHaveLength(2)
  await userEvent.click(always)
  expect(await page.findByRole('button', { name: 'Take out payroll' })).toBeTruthy()
  expect(always.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(page.getByRole('button', { name: 'Never ask: tool' }))
  await waitFor(() => expect(page.queryByRole('button', { name: 'Take out tool' })).toBeNull())

  await userEvent.click(await page.findByRole('button', { name: 'Let tool be asked again' }))
  expect(await page.findByRole('button', { name: 'Take out tool' })).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: 'Take out payroll' }))
  await waitFor(() => expect(always.getAttribute('aria-pressed')).toBe('false'))

  await userEvent.click(always)
  await userEvent.click(page.getByRole('button', { name: 'Never ask: tool' }))
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await userEvent.click(save)
  expect(server.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    plan_edits: { searches: { added: ['payroll'], removed: ['tool'] } },
  })
})

test('no more searches can be added than a plan keeps, and it says so', async () => {
  const added = Array.from({ length: 8 }, (_, at) => `mine${at}`)
  const plan_edits = { ...NO_PLAN_EDITS, searches: { added, removed: [] } }
  fakeServer(
    answers({
      [`GET ${SIGNALS}`]: [{ ...SEARCHED, plan_edits }],
      [`GET ${ASKED}`]: askedReddit([askedSearch({ words: 'payroll' })]),
    }),
  )
  const page = await openPage()
  expect((await page.findByRole('button', { name: 'Ask always: payroll' })).matches(':disabled')).toBe(true)
  expect(page.getByRole('button', { name: 'Never ask: payroll' }).matches(':disabled')).toBe(false)
  expect(page.getByText(/^More than 8 searches of yours cannot be asked always/u)).toBeTruthy()
  expect(page.queryByRole('textbox', { name: 'Add a search' })).toBeNull()
})

test('says that the posts are forgotten, or count as they are now', async () => {
  const unknown = askedSearch({ judged: null, kept: null })
  const server = fakeServer(
    answers({
      [`GET ${ASKED}`]: askedReddit([unknown], { is_exact: false, held: { posts: 5, judged: null, kept: null } }),
    }),
  )
  const page = await openPage()
  expect(await page.findByText(/is known for a month after a search\./u)).toBeTruthy()
  expect(page.getByLabelText('unknown').textContent).toBe('–')
  cleanup()
  server.answers[`GET ${ASKED}`] = askedReddit([askedSearch()], { is_exact: false })
  expect(await (await openPage()).findByText(/erased or judged again since the search/u)).toBeTruthy()
})

test('shows that it loads, what failed, and that nothing was asked', async () => {
  let answer: (reply: Response) => void = () => undefined
  const server = fakeServer(answers({ [`GET ${ASKED}`]: () => new Promise<Response>((resolve) => (answer = resolve)) }))
  const page = await openPage()
  expect(await page.findByText('Loading what was asked')).toBeTruthy()
  answer(Response.json({ detail: 'Not now.' }, { status: 400 }))
  expect((await page.findByText(/^What was asked could not be loaded\./u)).role).toBe('alert')
  server.answers[`GET ${ASKED}`] = null
  const asked = within(page.getByRole('region', { name: 'Asked in the last search' }))
  await userEvent.click(asked.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('No platform was asked for this signal yet.')).toBeTruthy()
})

test('a signal that was never searched shows nothing of it', async () => {
  fakeServer(answers({ [`GET ${SIGNALS}`]: [signal({ lead_count: 0 })], [`GET ${ASKED}`]: problem(500, 'No.') }))
  const page = await openPage()
  expect(await page.findByRole('textbox', { name: 'Add a search' })).toBeTruthy()
  expect(page.getByText(/^Nothing yet\. A search asks the platforms/u)).toBeTruthy()
})
