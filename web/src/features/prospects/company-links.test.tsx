import type { CompanyProposal } from '@leadlight/contract/company-links'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa } from '../../testing/rosas-story.ts'
import {
  COMPANIES_API,
  COMPANIES_PAGE,
  giveElementsHeight,
  id,
  PEOPLE_API,
  PEOPLE_PAGE,
  prospectAnswers,
  wholeCompany,
} from './testing/prospects-story.ts'

const PROPOSALS = `GET ${PEOPLE_API}/company_proposals`
const AT = `${PEOPLE_API}/company_proposals/${id(901)}`
const WEBSITE = `${COMPANIES_API}/${id(11)}/website`
const REFRESH = `${COMPANIES_API}/${id(11)}/refresh`

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function proposal(): CompanyProposal {
  return {
    id: id(901),
    person: { id: id(1), name: 'Mara Lindt', posts: 3, profiles: [] },
    company: { id: id(12), name: 'Oxbow', domain: 'oxbow.example' },
    probability: 0.97,
    evidence: [
      {
        kind: 'email_at_domain',
        text: 'The profile publishes an email address at oxbow.example.',
        speaks_for: true,
      },
    ],
    state: 'open',
    proposed_at: '2026-11-20T10:00:00.000Z',
    decided_at: null,
  }
}

function website(parts = {}) {
  return {
    domain: 'tideline.example',
    state: 'done',
    looked_at: '2026-11-12T10:00:00.000Z',
    next_at: '2027-02-10T10:00:00.000Z',
    error: null,
    ...parts,
  }
}

function show(path: string, answers: Answers = {}) {
  const server = fakeServer({
    ...prospectAnswers(),
    [PROPOSALS]: { items: [proposal()], total: 1, total_capped: false, next_cursor: null },
    ...answers,
  })
  return { server, ...renderApp(path) }
}

const card = () => screen.findByRole('region', { name: 'Mara Lindt may work at Oxbow' })

test('a person’s page proposes employers with evidence; accepting one can be undone', async () => {
  const { server } = show(`${PEOPLE_PAGE}/${id(1)}`, {
    [`POST ${AT}/accept`]: () => {
      server.answers[PROPOSALS] = { items: [], total: 0, total_capped: false, next_cursor: null }
      return new Response(null, { status: 204 })
    },
    [`POST ${AT}/reopen`]: new Response(null, { status: 204 }),
  })
  const one = within(await card())
  expect(one.getByRole('link', { name: 'Oxbow' }).getAttribute('href')).toMatch(
    new RegExp(`/companies/${id(12)}$`, 'u'),
  )
  expect(one.getByText('Very likely')).toBeTruthy()
  expect(one.getByText('The profile publishes an email address at oxbow.example.')).toBeTruthy()
  expect(server.of(PROPOSALS.slice(4))[0]?.query.get('person_id')).toBe(id(1))
  await userEvent.click(one.getByRole('button', { name: 'Works there' }))
  await screen.findByText('Put into Oxbow')
  await waitFor(() => expect(screen.queryByText('May work at')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: /^Undo/u }))
  await waitFor(() => expect(server.of(`${AT}/reopen`)).toHaveLength(1))
})

test('a company’s page proposes people; a conflicting decision is reported', async () => {
  const { server } = show(`${COMPANIES_PAGE}/${id(11)}`, {
    [`POST ${AT}/dismiss`]: problem(409, 'This was decided already.', 'company_proposal_decided'),
  })
  const one = within(await card())
  expect(one.getByRole('link', { name: 'Mara Lindt' })).toBeTruthy()
  expect(server.of(PROPOSALS.slice(4))[0]?.query.get('company_id')).toBe(id(11))
  await userEvent.click(one.getByRole('button', { name: 'Does not' }))
  expect(await screen.findByText('This could not be kept. This was decided already.')).toBeTruthy()
})

test('guests see the proposals without deciding', async () => {
  const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
  show(`${PEOPLE_PAGE}/${id(1)}`, { 'GET /users_info/me': guest })
  expect(within(await card()).queryByRole('button')).toBeNull()
})

test('a company’s page says when its website was read and by which words, and can have it read again', async () => {
  const fact = {
    source: 'model',
    source_url: 'https://tideline.example/',
    seen_at: '2026-11-12T10:00:00.000Z',
  } as const
  const told = {
    ...fact,
    field: 'industry',
    value: 'Logistics and transport',
    is_shown: true,
    why: 'freight, cargo',
  } as const
  const { server } = show(`${COMPANIES_PAGE}/${id(11)}`, {
    [`GET ${COMPANIES_API}/lead/${id(11)}`]: wholeCompany({ facts: [told] }),
    [`GET ${WEBSITE}`]: website(),
    [`POST ${REFRESH}`]: () => website({ state: 'waiting' }),
  })
  await screen.findByText('tideline.example was read, 12 Nov 2026.')
  expect(screen.getByText('It says: freight, cargo')).toBeTruthy()
  expect(screen.getByText('classified by Leadlight from the website, 12 Nov 2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  await screen.findByText('tideline.example is about to be read.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Read again' }).disabled).toBe(true)
  expect(server.of(REFRESH)).toHaveLength(1)
})

test.each([
  [
    'refused',
    'The robots.txt of tideline.example asks machines not to read this website.',
    / Nothing is kept of it, 12 Nov 2026\.$/u,
  ],
  ['failed', 'tideline.example is in trouble (status 503).', / It is tried again from 10 Feb 2027 on\.$/u],
])('the page reports a website in the state %s', async (state, error, words) => {
  show(`${COMPANIES_PAGE}/${id(11)}`, { [`GET ${WEBSITE}`]: website({ state, error }) })
  const line = await screen.findByText((text) => text.startsWith(error))
  expect(line.textContent).toMatch(words)
})

test('the state of a website can be read again if it could not be loaded', async () => {
  const { server } = show(`${COMPANIES_PAGE}/${id(11)}`, { [`GET ${WEBSITE}`]: problem(400, 'There is no such page.') })
  const line = await screen.findByText(/^Whether the website was read could not be loaded\./u)
  server.answers[`GET ${WEBSITE}`] = website()
  await userEvent.click(within(line).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('tideline.example was read, 12 Nov 2026.')).toBeTruthy()
})

test('a colleague’s decision about a person shows on the company’s page too', async () => {
  const stream = new TransformStream<Uint8Array, Uint8Array>()
  const events = () => new Response(stream.readable, { headers: { 'content-type': 'text/event-stream' } })
  const { server } = show(`${COMPANIES_PAGE}/${id(11)}`, { [`GET /api/v1/events/${NETSCOPE}`]: events })
  await card()
  server.answers[PROPOSALS] = { items: [], total: 0, total_capped: false, next_cursor: null }
  const changed = { type: 'changed', what: 'people', lead_ids: null, origin: id(950) }
  void stream.writable
    .getWriter()
    .write(new TextEncoder().encode(`event: changed\ndata: ${JSON.stringify(changed)}\n\n`))
  await waitFor(() => expect(screen.queryByRole('region', { name: /may work at Oxbow/u })).toBeNull())
})
