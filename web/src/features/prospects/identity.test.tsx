import type { IdentityProposal } from '@leadlight/contract/identity'
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
  PEOPLE_API,
  PEOPLE_PAGE,
  person,
  prospectAnswers,
  wholePerson,
} from './testing/prospects-story.ts'

const PROPOSALS = `GET ${PEOPLE_API}/identity_proposals`
const MERGES = `GET ${PEOPLE_API}/${id(1)}/merges`
const ACCEPT = `${PEOPLE_API}/identity_proposals/${id(801)}/accept`
const DISMISS = `${PEOPLE_API}/identity_proposals/${id(801)}/dismiss`

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function proposal(): IdentityProposal {
  const profile = { id: id(23), platform: 'reddit', handle: 'mara_l', name: 'mara_l', url: null, posts: 4 }
  return {
    id: id(801),
    person: { id: id(1), name: 'Mara Lindt', posts: 3, profiles: [] },
    other: { id: id(2), name: 'mara_l', posts: 4, profiles: [profile] },
    probability: 0.94,
    evidence: [
      { kind: 'same_website', text: 'Both profiles link to mara.example.', speaks_for: true },
      { kind: 'other_place', text: 'One says Berlin, the other Porto.', speaks_for: false },
    ],
    state: 'open',
    proposed_at: '2026-11-20T10:00:00.000Z',
    decided_at: null,
  }
}

function show(answers: Answers = {}, path = `${PEOPLE_PAGE}/${id(1)}`) {
  const server = fakeServer({
    ...prospectAnswers(),
    [PROPOSALS]: { items: [proposal()], total: 1, total_capped: false, next_cursor: null },
    [MERGES]: [],
    ...answers,
  })
  return { server, ...renderApp(path) }
}

const card = () => screen.findByRole('region', { name: 'May be mara_l' })

test('a proposal says who, how likely, and by what evidence', async () => {
  const { server } = show()
  const other = within(await card())
  expect(other.getByText('94 in 100 such pairs are one person')).toBeTruthy()
  expect(other.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'For: Both profiles link to mara.example.',
    'Against: One says Berlin, the other Porto.',
  ])
  expect(server.of(PROPOSALS.slice(4))[0]?.query.get('person_id')).toBe(id(1))
})

test('merging keeps the page of the one who stays in the same list, and can be undone', async () => {
  const { server, path, router } = show(
    {
      [`POST ${ACCEPT}`]: { merge_id: id(811), person_id: id(2) },
      [`POST ${PEOPLE_API}/merges/${id(811)}/unmerge`]: { person_id: id(2), restored_person_id: id(1) },
    },
    `${PEOPLE_PAGE}/${id(1)}?platforms=github`,
  )
  const link = within(await card()).getByRole('link', { name: 'mara_l' })
  expect(link.getAttribute('href')).toBe(`${PEOPLE_PAGE}/${id(2)}?platforms=github`)
  await userEvent.click(within(await card()).getByRole('button', { name: 'Same person' }))
  await screen.findByText('Made one person of both')
  await waitFor(() => expect(path()).toBe(`${PEOPLE_PAGE}/${id(2)}`))
  expect(router.state.location.search).toBe('?platforms=github')
  await userEvent.click(screen.getByRole('button', { name: /^Undo/u }))
  await waitFor(() => expect(server.of(`${PEOPLE_API}/merges/${id(811)}/unmerge`)).toHaveLength(1))
})

test('a dismissed proposal does not return unless that is undone', async () => {
  const { server } = show({
    [`POST ${DISMISS}`]: () => {
      server.answers[PROPOSALS] = { items: [], total: 0, total_capped: false, next_cursor: null }
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.click(within(await card()).getByRole('button', { name: 'Not the same' }))
  await waitFor(() => expect(screen.queryByText('May be the same person')).toBeNull())
  expect(screen.getByText('Kept them as two people')).toBeTruthy()
})

test('a conflicting decision by somebody else is reported', async () => {
  show({ [`POST ${ACCEPT}`]: problem(409, 'Somebody has decided this already.', 'identity_proposal_decided') })
  await userEvent.click(within(await card()).getByRole('button', { name: 'Same person' }))
  expect(await screen.findByText('They could not be made one person. Somebody has decided this already.')).toBeTruthy()
})

test('a merge can be split again', async () => {
  const merge = {
    id: id(811),
    person_id: id(1),
    name: 'mara_l',
    profiles: proposal().other.profiles,
    merged_at: '2026-11-20T10:00:00.000Z',
  }
  const { server } = show({
    [PROPOSALS]: { items: [], total: 0, total_capped: false, next_cursor: null },
    [MERGES]: [merge],
    [`POST ${PEOPLE_API}/merges/${id(811)}/unmerge`]: { person_id: id(1), restored_person_id: id(2) },
  })
  const joined = within(await screen.findByRole('region', { name: 'Became one with' }))
  expect(joined.getByText('20 Nov 2026')).toBeTruthy()
  await userEvent.click(joined.getByRole('button', { name: 'Take apart' }))
  await waitFor(() => expect(server.of(`${PEOPLE_API}/merges/${id(811)}/unmerge`)).toHaveLength(1))
})

test('two selected people can be merged; the one with more posts stays', async () => {
  const { server } = show({ [`POST ${PEOPLE_API}/${id(2)}/merge`]: { merge_id: id(811), person_id: id(2) } })
  server.answers[`GET ${PEOPLE_API}`] = prospectAnswers()[`GET ${PEOPLE_API}`] ?? null
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select: Person 2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Person 3' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Selected people' }))
  await userEvent.click(bar.getByRole('button', { name: 'Same person' }))
  await waitFor(() => expect(server.of(`${PEOPLE_API}/${id(2)}/merge`)[0]?.body).toEqual({ other_id: id(3) }))
})

test('the page of a merged person redirects to the one who stays, in the same list', async () => {
  const { router } = show(
    {
      [`POST ${PEOPLE_API}/${id(2)}/merge`]: { merge_id: id(811), person_id: id(2) },
      [`GET ${PEOPLE_API}/lead/${id(2)}`]: wholePerson({ ...person({ id: id(2), name: 'Person 2' }) }),
      [`GET ${PEOPLE_API}/lead/${id(3)}`]: wholePerson({ ...person({ id: id(3), name: 'Person 3' }) }),
    },
    `${PEOPLE_PAGE}/${id(3)}?platforms=github`,
  )
  await screen.findByRole('heading', { level: 1, name: 'Person 3' })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select: Person 2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select: Person 3' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Selected people' }))
  await userEvent.click(bar.getByRole('button', { name: 'Same person' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Person 2' })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: `${PEOPLE_PAGE}/${id(2)}`, search: '?platforms=github' })
})

test('the page of somebody merged meanwhile says so, and offers no actions', async () => {
  const { server } = show({ [`POST ${DISMISS}`]: new Response(null, { status: 204 }) })
  const other = within(await card())
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
  server.answers[`GET ${PEOPLE_API}/lead/${id(1)}`] = problem(404, 'There is no such person.')
  await userEvent.click(other.getByRole('button', { name: 'Not the same' }))
  expect(await screen.findByText('This person does not exist')).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 1, name: 'Mara Lindt' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('guests see the proposals without deciding', async () => {
  show({ 'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }) })
  expect(within(await card()).queryByRole('button')).toBeNull()
})
