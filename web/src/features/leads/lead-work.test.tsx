import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa } from '../../testing/rosas-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { runLeadAction } from './lead-actions.ts'
import { bodiesOf, leadId, LEADS, list, rows, SIGNAL_ID } from './testing/leads-story.ts'
import { ANA, LEAD, LEAD_PATH, OTHER_SIGNAL_ID, PANE, paneAnswers, paneLead, STATUSES } from './testing/pane-story.ts'
import { button, pane, signInForEachTest, undo } from './testing/posts-screen.ts'

const CORRECT = `/api/v1/intent_signals/${NETSCOPE}/lead/${LEAD}`

signInForEachTest()
beforeAll(loadPane, 60_000)

describe('feedback', () => {
  test('applies at once, offers to add a reason, and is reverted by Undo', async () => {
    const server = fakeServer({ ...paneAnswers(), [`PATCH ${LEAD_PATH}/feedback`]: paneLead() })
    renderApp(PANE)
    await userEvent.click(await button('Poor lead'))
    expect((await button('Poor lead')).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(await button('Too old'))
    await waitFor(() =>
      expect(bodiesOf(server.requests, `${LEAD_PATH}/feedback`)).toEqual([
        { feedback: 'negative', reason: '' },
        { feedback: 'negative', reason: 'Too old' },
      ]),
    )
    expect(await button('Too old')).toBeTruthy()
    await undo('Kept the reason')
    await waitFor(() => expect(bodiesOf(server.requests, `${LEAD_PATH}/feedback`)).toHaveLength(3))
    expect(screen.queryByRole('button', { name: 'Too old' })).toBeNull()
  })

  test('takes a typed reason', async () => {
    const server = fakeServer({
      ...paneAnswers(paneLead({ feedback: 'positive' })),
      [`PATCH ${LEAD_PATH}/feedback`]: paneLead(),
    })
    renderApp(PANE)
    await userEvent.click(await button('Why?'))
    await userEvent.type(await screen.findByLabelText('What makes it a good lead'), ' Has a budget {Enter}')
    await waitFor(() =>
      expect(bodiesOf(server.requests, `${LEAD_PATH}/feedback`)).toEqual([
        { feedback: 'positive', reason: 'Has a budget' },
      ]),
    )
  })

  test('by key asks for no reason, and the same key withdraws it', async () => {
    const server = fakeServer({ ...paneAnswers(), [`PATCH ${LEAD_PATH}/feedback`]: paneLead() })
    renderApp(PANE)
    await button('Good lead')
    runLeadAction('feedback_positive', LEAD)
    await waitFor(async () => expect((await button('Good lead')).getAttribute('aria-pressed')).toBe('true'))
    expect(screen.queryByRole('dialog')).toBeNull()
    runLeadAction('feedback_positive', LEAD)
    await waitFor(() =>
      expect(bodiesOf(server.requests, `${LEAD_PATH}/feedback`)).toEqual([
        { feedback: 'positive', reason: '' },
        { feedback: null, reason: '' },
      ]),
    )
  })

  test('refused by the server is reverted, with a toast', async () => {
    fakeServer({ ...paneAnswers(), [`PATCH ${LEAD_PATH}/feedback`]: problem(503, 'Try again later.') })
    renderApp(PANE)
    await userEvent.click(await button('Good lead'))
    expect((await screen.findByText(/feedback could not be given/)).textContent).toContain('Try again later.')
    expect((await button('Good lead')).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('the signals', () => {
  test('can be corrected: removed ones go at once, added ones come from the server, Undo restores them', async () => {
    const lead = paneLead()
    const added = {
      ...lead.matches[0]!,
      intent_signal_id: OTHER_SIGNAL_ID,
      intent_signal: 'Leaving Nagios',
      reason: 'Rosa says so.',
    }
    const server = fakeServer({
      ...paneAnswers(lead),
      [`PUT ${CORRECT}`]: ({ body }) => {
        const isBack = (body as { intent_signals: string[] }).intent_signals.includes(SIGNAL_ID)
        return isBack
          ? lead
          : { ...lead, matches: [added], intent_signals: [{ id: OTHER_SIGNAL_ID, intent_signal: 'Leaving Nagios' }] }
      },
    })
    renderApp(PANE)
    await userEvent.click(await button('Correct'))
    const popover = within(await screen.findByRole('dialog', { name: 'Signals this lead matches' }))
    await userEvent.click(await popover.findByRole('checkbox', { name: 'Leaving Nagios' }))
    await userEvent.click(popover.getByRole('checkbox', { name: 'Looking for a monitoring tool' }))
    await userEvent.click(popover.getByRole('button', { name: 'Keep' }))
    expect(await (await pane()).findByText('Rosa says so.')).toBeTruthy()
    expect((await pane()).queryByRole('region', { name: 'Match: Looking for a monitoring tool' })).toBeNull()
    await undo('Corrected the signals')
    expect(await (await pane()).findByRole('region', { name: 'Match: Looking for a monitoring tool' })).toBeTruthy()
    await waitFor(() =>
      expect(bodiesOf(server.requests, CORRECT)).toEqual([
        { intent_signals: [OTHER_SIGNAL_ID] },
        { intent_signals: [SIGNAL_ID] },
      ]),
    )
  })

  test('may be none', async () => {
    fakeServer({
      ...paneAnswers(),
      [`PUT ${CORRECT}`]: paneLead({ matches: [], intent_signals: [] }),
    })
    renderApp(PANE)
    await userEvent.click(await button('Correct'))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Looking for a monitoring tool' }))
    await userEvent.click(await button('Keep'))
    expect(await (await pane()).findByText('It matches none of your signals.')).toBeTruthy()
  })

  test('cannot be corrected by a guest', async () => {
    fakeServer({
      ...paneAnswers(),
      'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
    })
    renderApp(PANE)
    await button('Good lead')
    expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull()
  })
})

describe('status and assignee', () => {
  test('are set from the pane', async () => {
    const server = fakeServer({
      ...paneAnswers(),
      [`POST ${LEADS}/update_status`]: { updated: 1, undo_token: leadId(500) },
      [`PUT ${LEAD_PATH}/assignee`]: paneLead(),
    })
    renderApp(PANE)
    await screen.findByRole('heading', { name: 'Why it matched' })
    await userEvent.click(await (await pane()).findByRole('button', { name: /^Status/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /Answered/ }))
    expect(await (await pane()).findByRole('button', { name: 'Status: Answered' })).toBeTruthy()
    expect(bodiesOf(server.requests, `${LEADS}/update_status`)).toEqual([
      { status_config_id: STATUSES[1].id, lead_ids: [LEAD] },
    ])
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Assign' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Find a teammate' }), 'sil{Enter}')
    expect(await (await pane()).findByRole('button', { name: 'Assigned to Ana Silva' })).toBeTruthy()
    await waitFor(() => expect(bodiesOf(server.requests, `${LEAD_PATH}/assignee`)).toEqual([{ user_id: ANA.user_id }]))
  })

  test('include nobody as an assignee', async () => {
    const server = fakeServer({
      ...paneAnswers(paneLead({ assignee_id: ANA.user_id })),
      [`PUT ${LEAD_PATH}/assignee`]: paneLead(),
    })
    renderApp(PANE)
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Assigned to Ana Silva' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Nobody' }))
    expect(await (await pane()).findByRole('button', { name: 'Assign' })).toBeTruthy()
    await waitFor(() => expect(bodiesOf(server.requests, `${LEAD_PATH}/assignee`)).toEqual([{ user_id: null }]))
  })
})

describe('the facts', () => {
  test('show the author’s other leads, and smart-column values with their reasons', async () => {
    const columnId = leadId(601)
    const value = {
      column_id: columnId,
      state: 'done' as const,
      bool_value: true,
      text_value: null,
      why: 'They name a sum.',
    }
    fakeServer({
      ...paneAnswers(
        paneLead({
          smart_column_values: [value],
          author_leads: [
            { id: leadId(2), title: null, excerpt: 'Alert storms', posted_at: '2026-11-02T10:00:00.000Z' },
          ],
        }),
      ),
      [`GET ${LEADS}/smart_columns`]: [
        {
          id: columnId,
          name: 'Budget?',
          prompt: 'Is there a budget?',
          type: 'boolean',
          position: 0,
          progress: { waiting: 0, done: 1, needs_model: 0, failed: 0 },
          paused: null,
        },
      ],
    })
    const app = renderApp(PANE)
    const facts = within(await screen.findByRole('complementary', { name: 'About this lead' }))
    expect((await facts.findByText('Budget?')).parentElement?.parentElement?.textContent).toBe(
      'Budget?YesThey name a sum.',
    )
    await userEvent.click(facts.getByRole('link', { name: 'Alert storms' }))
    await waitFor(() => expect(app.path()).toContain(leadId(2)))
  })
})

describe('the author', () => {
  test('links to their page among the people', async () => {
    fakeServer(paneAnswers(paneLead({ person_id: leadId(41) })))
    renderApp(PANE)
    const facts = within(await screen.findByRole('complementary', { name: 'About this lead' }))
    const link = facts.getByRole('link', { name: 'thinline' })
    expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/prospects/people/${leadId(41)}`)
  })

  test('is only a name if the person is not known', async () => {
    fakeServer(paneAnswers(paneLead()))
    renderApp(PANE)
    const facts = within(await screen.findByRole('complementary', { name: 'About this lead' }))
    expect(facts.getByText('thinline').closest('a')).toBeNull()
  })
})

describe('a lead from a link', () => {
  test('that is deleted says so, and can be restored: it stays open, and the list is read again', async () => {
    const [lead, other] = rows(2, { read: true })
    const server = fakeServer({
      ...paneAnswers(paneLead({ deleted: true })),
      [`GET ${LEADS}`]: list([other!]),
      [`POST ${LEADS}/mark_leads_as_undeleted`]: { updated: 1, undo_token: leadId(500) },
    })
    const app = renderApp(PANE)
    await screen.findByRole('link', { name: 'Lead 2' })
    server.answers[`GET ${LEADS}`] = list([lead!, other!])
    await userEvent.click(await button('Bring it back'))
    await waitFor(() =>
      expect(bodiesOf(server.requests, `${LEADS}/mark_leads_as_undeleted`)).toEqual([{ lead_ids: [LEAD] }]),
    )
    expect(await screen.findByRole('link', { name: 'Lead 1' })).toBeTruthy()
    expect(app.path()).toBe(PANE)
    expect(screen.queryByText(/^This lead is deleted/)).toBeNull()
  })

  test('that does not match the filters shows all the same, with a notice', async () => {
    fakeServer({ ...paneAnswers(), [`GET ${LEADS}`]: list(rows(2, { read: true }).slice(1)) })
    renderApp(PANE)
    expect(await (await pane()).findByText('The author asks peers for a tool.')).toBeTruthy()
    expect(await (await pane()).findByText('Not in this list')).toBeTruthy()
  })

  test('that could not be loaded can be retried', async () => {
    const server = fakeServer({ ...paneAnswers(), [`GET ${LEAD_PATH}`]: problem(400, 'Not now.') })
    renderApp(PANE)
    expect(await screen.findByRole('heading', { name: 'The lead could not be loaded' })).toBeTruthy()
    server.answers[`GET ${LEAD_PATH}`] = paneLead()
    await userEvent.click(await button('Try again'))
    expect(await (await pane()).findByText('The author asks peers for a tool.')).toBeTruthy()
  })
})
