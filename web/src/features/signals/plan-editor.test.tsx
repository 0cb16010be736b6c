import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { applyPlanEdits, NO_PLAN_EDITS, type PlanEdits, type PlanWords } from '@leadlight/domain/signal-plans'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { openOptions } from './testing/open-options.ts'
import { eventStream, signal } from '../leads/testing/leads-story.ts'
import { preview } from './testing/preview.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const READ: PlanWords = {
  who: 'admins',
  acts: ['ask_recommendation', 'ask_advice'],
  topics: [['monitoring tool']],
  qualifiers: [],
  exclusions: [],
  searches: ['monitoring tool'],
}

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function read({ plan_edits = NO_PLAN_EDITS }: { plan_edits?: PlanEdits }) {
  return { read: READ, plan: applyPlanEdits(READ, plan_edits), plan_edits, written_by: null, note: null }
}

function answers(more: Answers = {}): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [signal({ lead_count: 0 })],
    [`POST ${SIGNALS}/preview`]: preview(),
    [`POST ${SIGNALS}/get_recommended_one_time_search_budget`]: { recommended_budget: 0, posts: 0, why: '' },
    [`POST ${SIGNALS}/plan`]: ({ body }) => read(body as { plan_edits?: PlanEdits }),
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: { intent_signals: [], written_by: null, note: null },
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    ...more,
  }
}

async function openPlan() {
  await openOptions()
  const [first] = await screen.findAllByRole('button', { name: /^What Leadlight reads/u })
  if (!first) throw new Error('Each signal has a plan.')
  await userEvent.click(first)
  return within(await screen.findByRole('region', { name: 'What Leadlight reads' }))
}

test('phrases can be removed and added, saved as edits, and restored', async () => {
  const server = fakeServer(answers({ [`PUT ${SIGNALS}/${signal().id}`]: signal() }))
  renderApp(STEP_4)
  const plan = await openPlan()
  await userEvent.click(await plan.findByRole('button', { name: 'Take out asks for advice' }))
  await userEvent.type(plan.getByRole('textbox', { name: 'Another name for monitoring tool' }), 'uptime checker{Enter}')
  await userEvent.type(plan.getByRole('textbox', { name: 'Add words that keep a post out' }), 'interns{Enter}')
  expect(await plan.findByRole('button', { name: 'Take out uptime checker' })).toBeTruthy()
  expect(plan.queryByRole('button', { name: 'Take out asks for advice' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saved = server.requests.find(({ method }) => method === 'PUT')?.body
  expect(saved).toMatchObject({
    plan_edits: {
      acts: { added: [], removed: ['ask_advice'] },
      topics: { added: [{ phrase: 'uptime checker', beside: 'monitoring tool' }], removed: [] },
      exclusions: { added: ['interns'], removed: [] },
    },
  })
})

test('the plan is one sentence that says how its parts combine, and follows its edits', async () => {
  const topics = [['monitoring tool'], ['uptime checker'], ['alerts']]
  const whole = { ...READ, topics, qualifiers: ['under 50 dollars'], exclusions: ['interns', 'job ads'] }
  fakeServer(
    answers({
      [`POST ${SIGNALS}/plan`]: ({ body }) => {
        const { plan_edits = NO_PLAN_EDITS } = body as { plan_edits?: PlanEdits }
        return { ...read({ plan_edits }), read: whole, plan: applyPlanEdits(whole, plan_edits) }
      },
    }),
  )
  renderApp(STEP_4)
  const plan = await openPlan()
  const sentence = (ending: string) => (_: string, element: Element | null) =>
    element?.tagName === 'P' && element.textContent.startsWith('Posts by') && element.textContent.endsWith(ending)
  const said = await plan.findByText(sentence('without the words interns or job ads.'))
  expect(said.textContent).toBe(
    'Posts by admins that ask for a recommendation or ask for advice about monitoring tool, uptime checker or alerts, ' +
      'under 50 dollars, and without the words interns or job ads.',
  )
  expect(plan.getByText(/Only the words kept out are a must/u)).toBeTruthy()
  await userEvent.type(plan.getByRole('textbox', { name: 'Another name for alerts' }), 'pages{Enter}')
  expect(await plan.findByText(sentence('interns or job ads.'))).toBeTruthy()
  await waitFor(() => expect(said.textContent).toContain('or alerts (also called pages),'))
})

test.each([
  ['Small business owners', 'Posts by small business owners that'],
  ['Notion users', 'Posts by Notion users that'],
  ['C++ developers', 'Posts by C++ developers that'],
  ['', 'Posts by anyone that'],
])('the people "%s" stand in the sentence as "%s"', async (who, beginning) => {
  const whole = { ...READ, who }
  fakeServer(answers({ [`POST ${SIGNALS}/plan`]: { ...read({}), read: whole, plan: whole } }))
  renderApp(STEP_4)
  const plan = await openPlan()
  await waitFor(() => expect(plan.getByText(/^Posts by/u).textContent.startsWith(beginning)).toBe(true))
})

test('what stands between phrases is written there, and each row tells how they combine', async () => {
  fakeServer(answers())
  renderApp(STEP_4)
  const plan = await openPlan()
  const acts = await plan.findByRole('group', { name: 'Doing what', description: 'any one is enough' })
  expect(acts.textContent).toContain('asks for a recommendationorasks for advice')
  await userEvent.type(plan.getByRole('textbox', { name: 'Add a topic' }), 'uptime checker{Enter}')
  const about = await plan.findByRole('group', { name: 'About', description: /any one is enough/u })
  expect(about.textContent).toContain('monitoring tooloruptime checker')
})

test('without conditions and words kept out, none of the plan is a must', async () => {
  fakeServer(answers())
  renderApp(STEP_4)
  const plan = await openPlan()
  expect(await plan.findByText(/None of it is a must/u)).toBeTruthy()
})

test('a signal that cannot be searched for is told what it lacks', async () => {
  fakeServer(answers({ [`GET ${SIGNALS}`]: [signal({ lead_count: 0, intent_signal: 'monitoring' })] }))
  renderApp(STEP_4)
  const plan = await openPlan()
  expect((await plan.findByText(/^One word does not tell who wants what\./u)).role).toBe('alert')
  expect(plan.queryByText(/^Posts by/u)).toBeNull()
})

test('resetting to Leadlight’s reading removes all edits', async () => {
  fakeServer(answers())
  renderApp(STEP_4)
  const plan = await openPlan()
  await userEvent.type(await plan.findByRole('textbox', { name: 'Add a search' }), 'nagios replacement{Enter}')
  expect(await plan.findByRole('button', { name: 'Take out nagios replacement' })).toBeTruthy()
  await userEvent.click(plan.getByRole('button', { name: 'Back to what Leadlight read' }))
  await waitFor(() => expect(plan.queryByRole('button', { name: 'Take out nagios replacement' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the focus of a removed phrase moves on in its row', async () => {
  fakeServer(answers())
  renderApp(STEP_4)
  const plan = await openPlan()
  await userEvent.click(await plan.findByRole('button', { name: 'Take out asks for a recommendation' }))
  expect(document.activeElement).not.toBe(document.body)
})

test('what is not wanted is typed beside the sentence and saved with it', async () => {
  const server = fakeServer(answers({ [`PUT ${SIGNALS}/${signal().id}`]: signal() }))
  renderApp(STEP_4)
  await openOptions()
  const [open] = await screen.findAllByRole('button', { name: 'Not interested in' })
  if (open) await userEvent.click(open)
  await userEvent.type(screen.getByRole('textbox', { name: 'Not interested in' }), 'job ads')
  const plan = await openPlan()
  expect(await plan.findByText(/What you are not interested in lowers a post/u)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(server.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ not_interested: 'job ads' })
})

test('a plan that cannot be read says so and can be retried', async () => {
  const server = fakeServer(answers({ [`POST ${SIGNALS}/plan`]: problem(422, 'Not like this.') }))
  renderApp(STEP_4)
  await openOptions()
  const [first] = await screen.findAllByRole('button', { name: /^What Leadlight reads/u })
  if (first) await userEvent.click(first)
  const alert = await screen.findByText(/The signal could not be read\. Not like this\./u)
  expect(alert.role).toBe('alert')
  server.answers[`POST ${SIGNALS}/plan`] = read({})
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Take out asks for advice' })).toBeTruthy()
})
