import type { SlackChannelConfig, SlackConnection } from '@leadlight/contract/slack'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

const SLACK = `/api/v1/slack/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function connection(parts: Partial<SlackConnection> = {}): SlackConnection {
  return {
    connected: true,
    team: { id: 'T1', name: 'Marble Books' },
    default_channel: null,
    connected_at: '2026-11-01T08:00:00.000Z',
    problem: null,
    waiting: 0,
    last_posted_at: null,
    ...parts,
  }
}

function config(parts: Partial<SlackChannelConfig> = {}): SlackChannelConfig {
  return {
    id: 'r-1',
    channel_id: 'C1',
    channel_name: 'leads',
    new_leads: true,
    intent_signals: [],
    minimum_score: 68,
    statuses: [],
    problem: null,
    created_at: '2026-11-01T08:00:00.000Z',
    ...parts,
  }
}

async function open(answers: Answers) {
  const usual = {
    'GET /api/v1/instance': instance({ slack: true }),
    [`GET ${SLACK}/connection`]: connection(),
    [`GET ${SLACK}/channel_configs`]: [],
  }
  const server = fakeServer({ ...rosasAnswers(), ...usual, ...answers })
  renderApp(`/projects/${NETSCOPE}/settings/notifications`)
  const section = within(await screen.findByRole('region', { name: 'Slack' }))
  return { server, section }
}

test('without a connection the page offers one', async () => {
  const { section } = await open({ [`GET ${SLACK}/connection`]: connection({ connected: false, team: null }) })
  expect(await section.findByRole('button', { name: 'Connect Slack' })).toBeTruthy()
})

test('an installation without a Slack app says so', async () => {
  const { section } = await open({ 'GET /api/v1/instance': instance() })
  expect(await section.findByText(/not registered at Slack yet/)).toBeTruthy()
})

test('a rule can be added for a listed channel', async () => {
  const user = userEvent.setup()
  const { server, section } = await open({
    [`GET ${SLACK}/channels`]: {
      items: [{ id: 'C9', name: 'sales', is_private: false, is_member: false }],
      next_cursor: null,
    },
    [`GET /api/v1/lead-status-configs/project/${NETSCOPE}`]: [],
    [`POST ${SLACK}/channel_configs`]: config(),
  })
  await user.click(await section.findByRole('button', { name: 'Add a rule for a channel' }))
  await user.click(await screen.findByRole('combobox', { name: 'Channel' }))
  await user.click(await screen.findByRole('option', { name: /#sales/ }))
  await user.type(screen.getByLabelText('Only leads from a score of'), '70')
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await section.findByRole('button', { name: 'Add a rule for a channel' })
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === `${SLACK}/channel_configs`)
  expect(sent?.body).toEqual({
    channel_id: 'C9',
    channel_name: 'sales',
    new_leads: true,
    intent_signals: [],
    statuses: [],
    minimum_score: 70,
  })
})

test('in a large workspace an unlisted channel can be found by name', async () => {
  const user = userEvent.setup()
  let pages = 0
  const { server, section } = await open({
    [`GET ${SLACK}/channels`]: ({ query }) =>
      query.get('name') === null
        ? {
            items: [{ id: `C${++pages}`, name: `leads-${pages}`, is_private: false, is_member: false }],
            next_cursor: 'more',
          }
        : query.get('name') === 'far-away'
          ? { items: [{ id: 'C99', name: 'far-away', is_private: false, is_member: false }], next_cursor: null }
          : query.get('name') === 'sales'
            ? {
                items: ['sales', 'sales-north', 'sales-south'].map((name) => ({
                  id: name.toUpperCase(),
                  name,
                  is_private: false,
                  is_member: false,
                })),
                next_cursor: null,
              }
            : { items: [], next_cursor: null },
    [`GET /api/v1/lead-status-configs/project/${NETSCOPE}`]: [],
    [`POST ${SLACK}/channel_configs`]: config(),
  })
  await user.click(await section.findByRole('button', { name: 'Add a rule for a channel' }))
  expect(await screen.findByText(/The workspace has more channels; these are the first 10\./)).toBeTruthy()
  await user.type(screen.getByLabelText('Find another by its name'), 'nowhere{Enter}')
  expect(await screen.findByText('No channel that Slack lists has that in its name.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Find another by its name'))
  await user.type(screen.getByLabelText('Find another by its name'), 'sales{Enter}')
  const several = '#sales is chosen. Others with that in their name are first in the list.'
  expect(await screen.findByText(several)).toBeTruthy()
  await user.clear(screen.getByLabelText('Find another by its name'))
  await user.type(screen.getByLabelText('Find another by its name'), '#Far-away{Enter}')
  expect(await screen.findByText('#far-away is chosen.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await section.findByRole('button', { name: 'Add a rule for a channel' })
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === `${SLACK}/channel_configs`)
  expect(sent?.body).toMatchObject({ channel_id: 'C99', channel_name: 'far-away' })
})

test('problems are shown with what to do', async () => {
  const since = '2026-11-02T08:00:00.000Z'
  const { section } = await open({
    [`GET ${SLACK}/connection`]: connection({
      problem: { code: 'token_revoked', detail: 'Connect again to go on.', since },
    }),
    [`GET ${SLACK}/channel_configs`]: [
      config({ problem: { code: 'is_archived', detail: 'The channel is archived.', since } }),
    ],
  })
  expect(await section.findByText(/Connect again to go on\./)).toBeTruthy()
  expect(section.getByRole('button', { name: 'Connect again' })).toBeTruthy()
  expect(await section.findByText('The channel is archived.')).toBeTruthy()
  expect(section.getByText('New leads · from a score of 68')).toBeTruthy()
})

test('a failed test message says why', async () => {
  const user = userEvent.setup()
  const { section } = await open({
    [`GET ${SLACK}/channel_configs`]: [config()],
    [`POST ${SLACK}/test`]: {
      sent: false,
      problem: { code: 'not_in_channel', detail: 'Invite it there.', since: '2026-11-02T08:00:00.000Z' },
    },
  })
  await user.click(await section.findByRole('button', { name: 'Test #leads' }))
  expect(await screen.findByText('No test came to #leads. Invite it there.')).toBeTruthy()
})

test('channels that cannot be listed say why, and nothing is lost', async () => {
  const user = userEvent.setup()
  const { section } = await open({ [`GET ${SLACK}/channels`]: problem(503, 'Slack cannot be reached right now.') })
  await user.click(await section.findByRole('button', { name: 'Choose a channel' }))
  expect(await screen.findByText('Slack cannot be reached right now.')).toBeTruthy()
})
