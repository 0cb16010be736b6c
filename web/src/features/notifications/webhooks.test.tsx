import type { Webhook, WebhookDelivery } from '@leadlight/contract/webhooks'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

const WEBHOOKS = `/api/v1/webhooks/${NETSCOPE}`
const SECRET = 'whsec_c2VjcmV0LW9mLXJvc2EtYW5kLW5vYm9keS1lbHNl'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function webhook(parts: Partial<Webhook> = {}): Webhook {
  return {
    id: 'w-crm',
    url: 'https://crm.example/leadlight',
    name: 'Our CRM',
    events: ['lead.created'],
    intent_signals: [],
    minimum_score: null,
    on: true,
    off_because: null,
    secret_hint: '…Nlbg',
    old_secret_until: null,
    last_delivered_at: null,
    failing_since: null,
    waiting: 0,
    created_at: '2026-11-01T08:00:00.000Z',
    ...parts,
  }
}

function delivery(parts: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'd-1',
    message_id: 'm-1',
    event: 'lead.created',
    state: 'delivered',
    body: '{"type":"lead.created"}',
    created_at: '2026-11-02T08:00:00.000Z',
    next_try_at: null,
    tries: [{ at: '2026-11-02T08:00:01.000Z', duration_ms: 12, status: 200, error: null, answer: 'thanks' }],
    ...parts,
  }
}

async function open(webhooks: Webhook[], answers: Answers = {}) {
  const server = fakeServer({ ...rosasAnswers(), [`GET ${WEBHOOKS}`]: webhooks, ...answers })
  renderApp(`/projects/${NETSCOPE}/settings/notifications`)
  const section = within(await screen.findByRole('region', { name: 'Webhooks' }))
  return { server, section }
}

test('a new webhook shows its secret once, and nothing of it is persisted', async () => {
  const { server, section } = await open([], { [`POST ${WEBHOOKS}`]: { ...webhook(), secret: SECRET } })
  await userEvent.click(await section.findByRole('button', { name: 'Add a webhook' }))
  const form = within(screen.getByRole('dialog', { name: 'Add a webhook' }))
  await userEvent.type(form.getByLabelText('Address'), 'crm.example/leadlight')
  await userEvent.click(form.getByRole('checkbox', { name: 'Source fails' }))
  await userEvent.type(form.getByLabelText('Leads from a score of'), '70')
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  const told = await screen.findByRole('dialog', { name: 'The signing secret' })
  expect(told.textContent).toContain(SECRET)
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === WEBHOOKS)
  expect(sent?.body).toEqual({
    url: 'crm.example/leadlight',
    name: '',
    events: ['lead.created', 'source.failing'],
    intent_signals: [],
    minimum_score: 70,
  })
  await userEvent.click(within(told).getByRole('button', { name: 'I have kept it' }))
  await section.findByText('Our CRM')
  expect(document.body.textContent).not.toContain(SECRET)
  window.dispatchEvent(new Event('beforeunload'))
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(SECRET)
})

test('a refused URL shows the reason beside it, and the input stays', async () => {
  const detail = '127.0.0.1 is a private address.'
  const { section } = await open([], { [`POST ${WEBHOOKS}`]: problem(422, detail, 'webhook_url_refused') })
  await userEvent.click(await section.findByRole('button', { name: 'Add a webhook' }))
  const form = within(screen.getByRole('dialog', { name: 'Add a webhook' }))
  await userEvent.type(form.getByLabelText('Address'), 'http://127.0.0.1')
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  await form.findByText(detail)
  expect(form.getByLabelText<HTMLInputElement>('Address').value).toBe('http://127.0.0.1')
})

test('a webhook that Leadlight turned off says why and can be turned on again', async () => {
  const because = 'The receiver said that it is gone for good (410).'
  const { server, section } = await open([webhook({ on: false, off_because: because })], {
    [`PUT ${WEBHOOKS}/w-crm`]: webhook(),
  })
  await section.findByText(because)
  await userEvent.click(section.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(section.queryByText(because)).toBeNull())
  expect(server.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ on: true })
})

test('deliveries show payload and response, and can be sent again', async () => {
  const failed = delivery({
    id: 'd-2',
    state: 'failed',
    tries: [{ at: '2026-11-02T08:00:02.000Z', duration_ms: 40, status: 500, error: 'It answered 500.', answer: 'oh' }],
  })
  const { server, section } = await open([webhook()], {
    [`GET ${WEBHOOKS}/w-crm/deliveries`]: {
      items: [failed, delivery()],
      total: 2,
      total_capped: false,
      next_cursor: null,
    },
    [`POST ${WEBHOOKS}/w-crm/deliveries/d-2/replay`]: delivery({ id: 'd-3', state: 'waiting', tries: [] }),
  })
  await userEvent.click(await section.findByRole('button', { name: 'Deliveries of Our CRM' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries of Our CRM' }))
  const [first] = await dialog.findAllByRole('button', { name: /^New lead/ })
  expect(first?.textContent).toContain('Failed')
  await userEvent.click(first!)
  dialog.getByText(/500 · 40 ms · It answered 500\./)
  expect(dialog.getByLabelText('What was sent').textContent).toContain('"type": "lead.created"')
  await userEvent.click(dialog.getByRole('button', { name: 'Send again' }))
  await waitFor(() =>
    expect(server.requests.some(({ path }) => path === `${WEBHOOKS}/w-crm/deliveries/d-2/replay`)).toBe(true),
  )
})

test('a test shows the receiver’s response', async () => {
  const { section } = await open([webhook()], {
    [`POST ${WEBHOOKS}/w-crm/test`]: delivery({ event: 'webhook.test' }),
  })
  await userEvent.click(await section.findByRole('button', { name: 'Test Our CRM' }))
  expect(await screen.findByText('Our CRM took the test and answered 200.')).toBeTruthy()
})
