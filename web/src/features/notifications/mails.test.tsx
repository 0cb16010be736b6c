import type { NotificationSettings } from '@leadlight/contract/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const PATH = `/api/v1/notification-settings/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function settings(parts: Partial<NotificationSettings> = {}): NotificationSettings {
  return {
    frequency: 'daily',
    minimum_score: null,
    intent_signals: [],
    quiet_hours: null,
    time_zone: 'Europe/Berlin',
    digest_hour: 8,
    digest_weekday: 1,
    is_default: false,
    waiting: 0,
    next_mail_at: null,
    last_mail_at: null,
    failing_since: null,
    failure: null,
    ...parts,
  }
}

async function open(now: NotificationSettings, answers: Answers = {}) {
  const server = fakeServer({ ...rosasAnswers(), [`GET ${PATH}`]: now, ...answers })
  renderApp(`/projects/${NETSCOPE}/settings/notifications`)
  const section = within(await screen.findByRole('region', { name: 'By mail' }))
  await section.findByRole('form', { name: 'Mails' })
  return { server, section }
}

test('frequency, day, hour, quiet hours and score can be chosen and saved', async () => {
  const { server, section } = await open(settings(), { [`PUT ${PATH}`]: settings({ frequency: 'weekly' }) })
  await userEvent.click(section.getByRole('combobox', { name: 'New leads by mail' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Every week' }))
  await userEvent.click(section.getByRole('combobox', { name: 'On' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Friday' }))
  await userEvent.click(section.getByRole('combobox', { name: 'At' }))
  await userEvent.click(await screen.findByRole('option', { name: '17:00' }))
  await userEvent.click(section.getByRole('checkbox', { name: /No mails in quiet hours/ }))
  await userEvent.type(section.getByLabelText('Leads from a score of'), '70')
  await userEvent.click(section.getByRole('button', { name: 'Save' }))
  await section.findByText('Saved')
  expect(server.requests.find(({ method, path }) => method === 'PUT' && path === PATH)?.body).toEqual({
    frequency: 'weekly',
    minimum_score: 70,
    intent_signals: [],
    quiet_hours: { from: '22:00', to: '07:00' },
    time_zone: 'Europe/Berlin',
    digest_hour: 17,
    digest_weekday: 5,
  })
})

test('with mails off there are no further fields', async () => {
  const { section } = await open(settings({ frequency: 'off' }))
  expect(section.queryByLabelText('Time zone')).toBeNull()
  expect(section.queryByRole('checkbox')).toBeNull()
})

test('the choices stay if saving fails, and the reason is shown', async () => {
  const detail = 'body.time_zone: Must be a time zone such as Europe/Berlin.'
  const { section } = await open(settings(), { [`PUT ${PATH}`]: problem(422, detail) })
  const zone = section.getByLabelText<HTMLInputElement>('Time zone')
  await userEvent.clear(zone)
  await userEvent.type(zone, 'Berlin')
  await userEvent.click(section.getByRole('button', { name: 'Save' }))
  await section.findByText('Time zone: must be a time zone such as Europe/Berlin.')
  expect(zone.value).toBe('Berlin')
})

test('the form shows the next mail, a failed delivery, and an unverified address', async () => {
  const failure = 'The mail server says that it takes no mail for your address.'
  const failing = { failing_since: '2026-11-02T08:00:00.000Z', failure }
  const { section } = await open(settings({ ...failing, waiting: 3, next_mail_at: '2026-11-03T08:00:00.000Z' }), {
    'GET /users_info/me': rosa({ is_verified: false }),
  })
  expect(section.getByText(/^3 new leads will be mailed/)).toBeTruthy()
  expect(section.getByText(/takes no mail for your address\. Leadlight tries again/)).toBeTruthy()
  expect(await section.findByText(/Verify rosa@netscope.example and they begin to come/)).toBeTruthy()
})

test('an installation without mail says so, and promises none', async () => {
  const { section } = await open(settings({ waiting: 3, next_mail_at: '2026-11-03T08:00:00.000Z' }), {
    'GET /api/v1/instance': instance({ mail: false }),
    'GET /users_info/me': rosa({ is_verified: false }),
  })
  expect(
    await section.findByText(/^This installation sends no mail: what it would mail you goes to its outbox/),
  ).toBeTruthy()
  expect(section.queryByText(/will be mailed/)).toBeNull()
  expect(section.queryByText(/begin to come/)).toBeNull()
})

test('before the first choice, the time zone is the browser’s', async () => {
  const { section } = await open(settings({ is_default: true, time_zone: 'UTC' }))
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(section.getByLabelText<HTMLInputElement>('Time zone').value).toBe(here)
})

test('settings that cannot be loaded say so and can be retried', async () => {
  const server = fakeServer({ ...rosasAnswers(), [`GET ${PATH}`]: problem(403, 'Not for you.') })
  renderApp(`/projects/${NETSCOPE}/settings/notifications`)
  const section = within(await screen.findByRole('region', { name: 'By mail' }))
  await section.findByText('Not for you.')
  server.answers[`GET ${PATH}`] = settings()
  await userEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByRole('form', { name: 'Mails' })).toBeTruthy()
})

test('the link in a mail asks before it ends the mails, signed in or not', async () => {
  localStorage.clear()
  const server = fakeServer({ 'POST /unsubscribe': { project_name: 'Netscope' } })
  renderApp('/unsubscribe?t=t-1')
  const button = await screen.findByRole('button', { name: 'Stop these mails' })
  expect(server.of('/unsubscribe')).toEqual([])
  await userEvent.click(button)
  expect(await screen.findByText(/New leads of Netscope will no longer be mailed to you/)).toBeTruthy()
  expect(server.of('/unsubscribe')).toHaveLength(1)
})

test('an incomplete link says so', async () => {
  fakeServer({ 'POST /unsubscribe': problem(400, 'This link is not one of ours, or not a whole one.') })
  renderApp('/unsubscribe?t=t-2')
  await userEvent.click(await screen.findByRole('button', { name: 'Stop these mails' }))
  await waitFor(() => expect(screen.getByText(/not a whole one/)).toBeTruthy())
})
