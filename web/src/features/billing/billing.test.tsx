import type { BillingSummary, LedgerEntry, Usage } from '@leadlight/contract/billing'
import type { Subscription } from '@leadlight/contract/organization'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { API, answersWithPlans, credits, subscription } from './testing/plans.ts'

const goToExternalPage = vi.hoisted(() => vi.fn<(address: string) => void>())
vi.mock('../../lib/external-page.ts', () => ({ goToExternalPage }))

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  goToExternalPage.mockReset()
  vi.unstubAllGlobals()
})

const USAGE: Usage = {
  total: 12.5,
  by_day: [
    { day: '2026-11-01', credits: 0 },
    { day: '2026-11-02', credits: 12.5 },
  ],
  by_project: [{ id: NETSCOPE, name: 'Netscope', credits: 12.5 }],
  by_signal: [{ id: null, name: null, credits: 12.5 }],
  by_kind: [{ kind: 'draft', credits: 12.5 }],
}

const ENTRY: LedgerEntry = {
  id: 'e1',
  at: '2026-11-02T09:00:00.000Z',
  kind: 'charge',
  what: 'A drafted reply',
  work: 'draft',
  who: { id: 'u', name: 'Rosa Klein' },
  project: { id: NETSCOPE, name: 'Netscope' },
  signal: null,
  credits: -2,
  balance: 98,
}

const summary = (parts: Partial<BillingSummary> = {}): BillingSummary => ({
  billing: 'stripe',
  subscription: subscription(),
  payment_method: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 },
  invoices: [],
  usage: USAGE,
  ...parts,
})

function answers(found: Subscription | null = subscription()) {
  return {
    ...answersWithPlans(found),
    [`GET ${API}/credits/usage`]: USAGE,
    [`GET ${API}/credits/ledger`]: { items: [ENTRY], total: 1, total_capped: false, next_cursor: null },
    [`GET ${API}/billing/summary`]: summary({ subscription: found }),
    [`GET ${API}/members`]: [],
  }
}

describe('the billing page', () => {
  test('shows an admin plan, credits, usage, ledger, card and invoices', async () => {
    fakeServer(answers())
    renderApp('/billing')
    expect(await screen.findByText(/3,000 credits a month for \$29.00. It renews on 2 Dec 2026/)).toBeTruthy()
    expect(screen.getByText('1,234.5')).toBeTruthy()
    expect(await screen.findByRole('figure', { name: /12.5 credits spent on 2 days, most on 2 Nov 2026/ })).toBeTruthy()
    const table = await screen.findByRole('table', { name: 'Ledger' })
    expect(within(table).getByText('\u22122')).toBeTruthy()
    expect(within(table).getByText('Rosa Klein')).toBeTruthy()
    expect(await screen.findByText(/ending in 4242/)).toBeTruthy()
    expect(screen.getByText('No invoices yet')).toBeTruthy()
  })

  test('shows the same days as a table', async () => {
    fakeServer(answers())
    renderApp('/org/billing')
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    const table = await screen.findByRole('table', { name: 'Credits by day' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
  })

  test('requests what the filters select, and saves the same as a file', async () => {
    const server = fakeServer({
      ...answers(),
      [`GET ${API}/credits/ledger/export`]: new Response('at,kind', {
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="Credits 2026-11-02.csv"' },
      }),
    })
    renderApp('/org/billing')
    await userEvent.click(await screen.findByRole('combobox', { name: 'What is shown' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Spent' }))
    await userEvent.click(screen.getByRole('combobox', { name: 'Project' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Netscope' }))
    await waitFor(() => {
      const last = server.of(`${API}/credits/ledger`).at(-1)
      expect(last?.query.getAll('kind')).toEqual(['charge', 'refund'])
      expect(last?.query.get('project_id')).toBe(NETSCOPE)
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    expect(await screen.findByText('Saved Credits 2026-11-02.csv')).toBeTruthy()
    expect(server.of(`${API}/credits/ledger/export`).at(-1)?.query.get('project_id')).toBe(NETSCOPE)
  })

  test('says that the invoices could not be read, and shows the rest', async () => {
    fakeServer({ ...answers(), [`GET ${API}/billing/summary`]: summary({ invoices: null }) })
    renderApp('/org/billing')
    expect(await screen.findByText(/could not be asked for your invoices just now/)).toBeTruthy()
    expect(screen.getByText(/ending in 4242/)).toBeTruthy()
  })

  test('shows a member the plan and the credits, and requests nothing else', async () => {
    const member = rosa({ organization_membership: { organization_id: 'o', role: 'MEMBER' } })
    const server = fakeServer({ ...answers(), 'GET /users_info/me': member })
    renderApp('/org/billing')
    expect(await screen.findByText(/are for admins of the organization/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
    expect(server.of(`${API}/credits/ledger`)).toEqual([])
    expect(server.of(`${API}/billing/summary`)).toEqual([])
  })

  test('sells nothing if the plan is included', async () => {
    const included = {
      ...answers(),
      ...rosasAnswers(),
      [`GET ${API}/billing/summary`]: summary({ billing: 'included' }),
    }
    fakeServer(included)
    renderApp('/org/billing')
    expect(await screen.findByText('Included')).toBeTruthy()
    expect(await screen.findByRole('table', { name: 'Ledger' })).toBeTruthy()
    expect(screen.queryByText('Payment method')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull()
  })

  test('cancels after a confirmation, and resumes', async () => {
    let now = subscription()
    fakeServer({
      ...answers(),
      [`GET ${API}/subscription`]: () => now,
      [`POST ${API}/subscription/cancel`]: () => (now = subscription({ cancel_at_period_end: true })),
      [`POST ${API}/subscription/resume`]: () => (now = subscription()),
    })
    renderApp('/org/billing')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    const question = await screen.findByRole('alertdialog', { name: 'Cancel the plan?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel plan' }))
    expect(await screen.findByText('Canceled')).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
    expect(await screen.findByText('Active')).toBeTruthy()
  })
})

describe('the plans', () => {
  test('lead to the checkout if there is no plan yet', async () => {
    const server = fakeServer({
      ...answers(null),
      [`POST ${API}/subscription/update`]: { subscription: null, checkout_url: 'https://checkout.example/1' },
    })
    renderApp('/org/select-plan')
    await userEvent.click(await screen.findByRole('button', { name: 'Choose Team' }))
    await waitFor(() => expect(goToExternalPage).toHaveBeenCalledWith('https://checkout.example/1'))
    expect(server.of(`${API}/subscription/update`)[0]?.body).toEqual({ plan_id: 'team' })
  })

  test('show the price of a change first, and charge that price', async () => {
    const preview = {
      plan_id: 'team',
      amount_due: 2500,
      currency: 'usd',
      credits: 3500,
      next_period_at: '2026-12-02T09:00:00.000Z',
      proration_at: '2026-11-17T09:00:00.000Z',
    }
    const server = fakeServer({
      ...answers(),
      [`POST ${API}/subscription/preview`]: preview,
      [`POST ${API}/subscription/update`]: problem(402, 'The payment was refused: no money.', 'card_declined'),
    })
    renderApp('/org/select-plan')
    await userEvent.click(await screen.findByRole('button', { name: 'Choose Team' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change to Team' })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Pay $25.00' }))
    expect(await within(dialog).findByText(/The payment was refused/)).toBeTruthy()
    expect(server.of(`${API}/subscription/update`)[0]?.body).toEqual({
      plan_id: 'team',
      proration_at: preview.proration_at,
    })

    server.answers[`POST ${API}/subscription/update`] = { subscription: subscription(), checkout_url: null }
    await userEvent.click(within(dialog).getByRole('button', { name: 'Pay $25.00' }))
    expect(await screen.findByText('Your plan is Team.')).toBeTruthy()
  })

  test('are shown to a member, who is told to ask an admin', async () => {
    const member = rosa({ organization_membership: { organization_id: 'o', role: 'MEMBER' } })
    fakeServer({ ...answers(null), 'GET /users_info/me': member })
    renderApp('/org/select-plan')
    expect(await screen.findByText(/Ask one of its admins/)).toBeTruthy()
    expect(await screen.findByText('$79.00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull()
  })
})

describe('after the checkout', () => {
  test('it waits until the plan is active, and says so', async () => {
    let requests = 0
    fakeServer({
      ...answers(null),
      [`POST ${API}/subscription/refresh`]: () => (++requests > 1 ? subscription() : null),
    })
    renderApp('/org/subscription/success?session_id=cs_1')
    expect(await screen.findByText(/Your payment is being confirmed/)).toBeTruthy()
    expect(await screen.findByText('Your plan is Starter')).toBeTruthy()
  })

  test('it gives up waiting for a payment that nobody made', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const server = fakeServer({ ...answers(null), [`POST ${API}/subscription/refresh`]: () => null })
    renderApp('/org/subscription/success?session_id=cs_1')
    await screen.findByText(/Your payment is being confirmed/)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await screen.findByText('No payment has been confirmed yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/org/select-plan')
    const requests = server.of(`${API}/subscription/refresh`).length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.of(`${API}/subscription/refresh`)).toHaveLength(requests)

    server.answers[`POST ${API}/subscription/refresh`] = subscription()
    act(() => screen.getByRole('button', { name: 'Look again' }).click())
    await vi.advanceTimersByTimeAsync(4000)
    expect(await screen.findByText('Your plan is Starter')).toBeTruthy()
  })
})

describe('few credits', () => {
  test.each([
    { level: 'low', says: /600 credits are left/ },
    { level: 'empty', says: /Your credits are used up. Posts go on being collected/ },
  ])('are reported in the shell when $level, until dismissed', async ({ level, says }) => {
    const few = credits({ level, credit_balance: level === 'low' ? 600 : 0 })
    fakeServer({ ...answers(), [`GET ${API}/credits`]: few })
    renderApp('/org/projects')
    const line = await screen.findByRole('complementary', { name: 'Credits' })
    expect(within(line).getByText(says)).toBeTruthy()
    await userEvent.click(within(line).getByRole('button', { name: 'Hide this line' }))
    expect(screen.queryByRole('complementary', { name: 'Credits' })).toBeNull()
  })
})

test('the wizard has a fifth step without a plan, and reaches it', async () => {
  fakeServer({ ...answers(null), [`GET /api/v1/intent_signals/${NETSCOPE}`]: [] })
  const app = renderApp(`/projects/new/${NETSCOPE}/step-4`)
  const steps = await screen.findByRole('navigation', { name: 'Steps' })
  await waitFor(() => expect(within(steps).getByText('Upgrade Plan')).toBeTruthy())
  await app.router.navigate('/org/select-plan', { state: { projectId: NETSCOPE } })
  const current = await screen.findByText('Upgrade Plan', { selector: '[aria-current="step"] *' })
  expect(current).toBeTruthy()
})
