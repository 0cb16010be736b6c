import type { Role } from '@leadlight/domain/roles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosa } from '../../testing/rosas-story.ts'
import {
  giveElementsHeight,
  id,
  profileFetches,
  page,
  PEOPLE_API,
  PEOPLE_PAGE,
  persons,
  prospectAnswers,
  sourced,
  wholePerson,
} from './testing/prospects-story.ts'

const LOOKS = `GET ${PEOPLE_API}/${id(1)}/enrichment`
const REFRESH = `${PEOPLE_API}/${id(1)}/refresh`
const ERASE = `${PEOPLE_API}/${id(1)}/erase`
const as = (role: Role) => ({
  'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role } }),
})

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function show(answers: Answers = {}) {
  const server = fakeServer({ ...prospectAnswers(), ...answers })
  return { server, ...renderApp(`${PEOPLE_PAGE}/${id(1)}`) }
}

const accounts = async () => within(await screen.findByRole('region', { name: 'Accounts' }))

test('each account says when its profile was read, what it gave, or that it is not read', async () => {
  show()
  const card = await accounts()
  expect(await card.findByText('Read 12 Nov 2026: role, company, location. Again 12 Dec 2026.')).toBeTruthy()
  expect(card.getByText('Profiles on Hacker News are not read.')).toBeTruthy()
})

test('a profile can be read again, and its new values show by themselves', async () => {
  const waiting = profileFetches({ state: 'waiting', next_at: '2026-11-12T10:00:00.000Z' })
  const { server } = show({ [`POST ${REFRESH}`]: waiting })
  const card = await accounts()
  await userEvent.click(await card.findByRole('button', { name: 'Read again' }))
  const busy = await card.findByRole('button', { name: 'Being read' })
  expect(busy.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(busy)
  expect(server.of(REFRESH)).toHaveLength(1)

  const whole = wholePerson()
  const title = { ...sourced('Head of platform'), field: 'person_title' as const, profile_id: id(21), is_shown: true }
  server.answers[`GET ${PEOPLE_API}/lead/${id(1)}`] = { ...whole, facts: [title] }
  server.answers[LOOKS] = profileFetches({ looked_at: '2026-11-20T10:00:00.000Z' })
  expect(await screen.findByText('Head of platform')).toBeTruthy()
  expect(card.getByText('Read 20 Nov 2026: role. Again 12 Dec 2026.')).toBeTruthy()
  expect(card.getByRole('button', { name: 'Read again' })).toBeTruthy()
})

test('a failed request is reported and changes nothing', async () => {
  show({ [`POST ${REFRESH}`]: problem(503, 'The server is being updated.') })
  const card = await accounts()
  await userEvent.click(await card.findByRole('button', { name: 'Read again' }))
  expect(await screen.findByText('The profiles could not be asked for. The server is being updated.')).toBeTruthy()
  expect(card.getByRole('button', { name: 'Read again' }).getAttribute('aria-busy')).toBeNull()
})

test('the reading times can be retried if they could not be loaded', async () => {
  const { server } = show({ [LOOKS]: problem(400, 'This did not work.') })
  const card = await accounts()
  expect(await card.findByText(/^When the profiles were read could not be loaded\. This did not work\./u)).toBeTruthy()
  server.answers[LOOKS] = profileFetches()
  await userEvent.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText(/^Read 12 Nov 2026/u)).toBeTruthy()
})

test('without readable profiles there is no button', async () => {
  show({ [LOOKS]: profileFetches({ state: 'not_offered' }) })
  const card = await accounts()
  expect(await card.findByText('Profiles on GitHub are not read.')).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
})

test('an admin erases a person by typing their name, and nothing of theirs shows any more', async () => {
  const { server, path } = show({ ...as('ADMIN'), [`POST ${ERASE}`]: { erasing: true } })
  const section = within(await screen.findByRole('region', { name: 'Erase this person' }))
  await userEvent.click(section.getByRole('button', { name: 'Erase this person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Mara Lindt?' }))
  expect(dialog.getByText(/mara on GitHub, thinline on Hacker News/u).textContent).toMatch(/This cannot be undone\.$/u)
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase for good' })
  expect(button.disabled).toBe(true)
  await userEvent.type(dialog.getByLabelText('Type the name of the person'), 'Mara Lindt')
  await userEvent.click(button)
  expect(await screen.findByText('Mara Lindt is being erased. Within a minute nothing of theirs is left.')).toBeTruthy()
  expect(server.of(ERASE)).toHaveLength(1)
  await waitFor(() => expect(path()).toBe(PEOPLE_PAGE))
  // The URL changes a moment before the page.
  await waitFor(() => {
    expect(screen.getByText('Person 2')).toBeTruthy()
    expect(screen.queryByText('Mara Lindt')).toBeNull()
  })
})

test('a failed erasure is reported in its dialog, and the person stays', async () => {
  show({
    ...as('ADMIN'),
    [`GET ${PEOPLE_API}`]: page(persons(1)),
    [`POST ${ERASE}`]: problem(503, 'The server is being updated.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Erase this person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Mara Lindt?' }))
  await userEvent.type(dialog.getByLabelText('Type the name of the person'), 'Mara Lindt{Enter}')
  expect(await dialog.findByText('The server is being updated.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Keep them' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Mara Lindt' })).toBeTruthy()
})

test('what is held of a person is saved as a file', async () => {
  const held = new Response('{"held":[]}', { headers: { 'content-disposition': 'attachment; filename="Held.json"' } })
  const { server } = show({ ...as('MEMBER'), [`POST ${PEOPLE_API}/${id(1)}/held`]: held })
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  await userEvent.click(await screen.findByRole('button', { name: 'Export what is held' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(server.of(`${PEOPLE_API}/${id(1)}/held`)).toHaveLength(1)
})

test('a member can read profiles again but erases nobody', async () => {
  show(as('MEMBER'))
  expect(await (await accounts()).findByRole('button', { name: 'Read again' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Erase this person' })).toBeNull()
})
