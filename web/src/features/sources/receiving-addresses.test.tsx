import type { ReceivingAddress } from '@leadlight/contract/receiving'
import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { problem, type Answers } from '../../testing/fake-server.ts'
import { rosa } from '../../testing/rosas-story.ts'
import { openSources, SOURCES } from './testing/open-sources.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const LIST = `GET ${SOURCES}/addresses`
const MAKE = `POST ${SOURCES}/addresses`
const URL_OF = 'https://leads.example.com/in/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq'

const ADDRESS: ReceivingAddress = {
  id: '01900000-0000-7000-8000-0000000000bb',
  name: 'F5Bot',
  hint: 'nopq',
  created_by: 'Rosa Lind',
  created_at: '2026-11-01T10:00:00Z',
  last_received_at: null,
  received: 0,
  leads: 0,
  waiting: 0,
  waits_because: null,
  problem: null,
  problem_at: null,
}

async function open(answers: Answers) {
  const opened = await openSources(answers)
  return { ...opened, region: within(await screen.findByRole('region', { name: 'What other tools find' })) }
}

test('an address is made for a tool, shown once, and listed', async () => {
  let isMade = false
  const { region, server } = await open({
    [LIST]: () => (isMade ? [ADDRESS] : []),
    [MAKE]: () => {
      isMade = true
      return { ...ADDRESS, url: URL_OF, mail: null }
    },
  })
  await userEvent.type(await region.findByLabelText('What sends to it'), 'F5Bot')
  await userEvent.click(region.getByRole('button', { name: 'Make an address' }))
  expect(await region.findByText(URL_OF)).toBeTruthy()
  expect(region.queryByRole('button', { name: 'Copy the mail address' })).toBeNull()
  expect(server.requests.find(({ path, method }) => `${method} ${path}` === MAKE)?.body).toEqual({ name: 'F5Bot' })
  await userEvent.click(region.getByRole('button', { name: 'I have kept it' }))
  expect(region.queryByText(URL_OF)).toBeNull()
  const row = within(region.getByRole('list', { name: 'Receiving addresses' }))
  expect(row.getByText('Nothing has arrived yet')).toBeTruthy()
  expect(row.getByText(/made by Rosa Lind/)).toBeTruthy()
})

test('an address for mails is shown with it where the installation reads a mailbox', async () => {
  const mail = 'leads+abcdefghijklmnopqrstuvwxyz234567@example.org'
  const { region } = await open({ [LIST]: [], [MAKE]: { ...ADDRESS, url: URL_OF, mail } })
  await userEvent.type(await region.findByLabelText('What sends to it'), 'F5Bot')
  await userEvent.click(region.getByRole('button', { name: 'Make an address' }))
  expect(await region.findByText(mail)).toBeTruthy()
  expect(region.getByRole('button', { name: 'Copy the mail address' })).toBeTruthy()
})

test('what arrives is told while one looks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let received = 0
  const at = () => (received > 0 ? '2026-11-28T08:00:00Z' : null)
  const { region } = await open({ [LIST]: () => [{ ...ADDRESS, received, leads: received, last_received_at: at() }] })
  expect(await region.findByText('Nothing has arrived yet')).toBeTruthy()
  received = 2
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(await region.findByText(/^2 posts/)).toBeTruthy()
})

test('what has arrived, what waits and why, and what could not be taken are said', async () => {
  const { region } = await open({
    [LIST]: [
      {
        ...ADDRESS,
        last_received_at: '2026-11-02T08:00:00Z',
        received: 12,
        leads: 1,
        waiting: 3,
        waits_because: 'They wait for credits: judging goes on as soon as there are some.',
        problem: 'The body is not well-formed JSON.',
        problem_at: '2026-11-02T08:30:00Z',
      },
    ],
  })
  expect(await region.findByText(/^12 posts received, 1 of them a lead · last/)).toBeTruthy()
  expect(region.getByText(/^3 posts wait to be judged\. They wait for credits/)).toBeTruthy()
  expect(region.getByText(/The body is not well-formed JSON\./)).toBeTruthy()
})

test('an address is revoked once that is confirmed, and a failure is said where it happened', async () => {
  const REVOKE = `DELETE ${SOURCES}/addresses/${ADDRESS.id}`
  let answers = 0
  const { region, server } = await open({
    [LIST]: () => (answers > 1 ? [] : [ADDRESS]),
    [REVOKE]: () => {
      answers += 1
      return answers === 1 ? problem(500, 'It went wrong.', 'internal') : null
    },
  })
  const revoke = async () => {
    await userEvent.click(await region.findByRole('button', { name: 'Revoke F5Bot' }))
    await userEvent.click(region.getByRole('button', { name: 'Revoke it' }))
  }
  await revoke()
  expect(await region.findByText('It went wrong.')).toBeTruthy()
  await revoke()
  await vi.waitFor(() => expect(region.queryByText('F5Bot')).toBeNull())
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test('what waits can be discarded with the address', async () => {
  const REVOKE = `DELETE ${SOURCES}/addresses/${ADDRESS.id}`
  const { region, server } = await open({ [LIST]: [{ ...ADDRESS, received: 3, waiting: 2 }], [REVOKE]: null })
  await userEvent.click(await region.findByRole('button', { name: 'Revoke F5Bot' }))
  await userEvent.click(region.getByRole('checkbox', { name: 'Discard the 2 posts that wait to be judged' }))
  await userEvent.click(region.getByRole('button', { name: 'Revoke it' }))
  await vi.waitFor(() =>
    expect(server.requests.find(({ method }) => method === 'DELETE')?.query.get('waiting')).toBe('discard'),
  )
})

test('addresses that cannot be loaded can be asked for again', async () => {
  const { region } = await open({ [LIST]: problem(503, 'The database rests.', 'unavailable') })
  expect(await region.findByText('The database rests.')).toBeTruthy()
  expect(region.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('guests see nothing of it', async () => {
  const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
  await openSources({ 'GET /users_info/me': guest })
  expect(screen.queryByRole('region', { name: 'What other tools find' })).toBeNull()
})
