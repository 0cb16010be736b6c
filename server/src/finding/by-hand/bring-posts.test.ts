import { bringPosts } from '@leadlight/contract/by-hand'
import { listHistory } from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { backtestSignal } from '@leadlight/contract/signal-help'
import { createIntentSignal, listIntentSignals } from '@leadlight/contract/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED } from '@leadlight/testing/lead-posts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { BOOKKEEPING, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'

const PRICE = 0.5
const DULL = 'The bakery at the corner has new opening hours, and the bread is as good as ever.'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: String(PRICE), MONTHLY_CREDITS: '5' })
})
afterAll(() => fixture.close())

interface Place {
  org: TestOrganization
  projectId: string
}

async function open(org?: TestOrganization, signals: readonly string[] = [BOOKKEEPING]): Promise<Place> {
  const own = org ?? (await fixture.app.organization())
  const { id: projectId } = await own.project()
  for (const intent_signal of signals) {
    await own.call(createIntentSignal, { params: { projectId }, body: { intent_signal } })
  }
  return { org: own, projectId }
}

interface Item {
  url: string
  text: string
  author?: string
  posted_at?: string
}

function bring({ org, projectId }: Place, items: readonly Item[]) {
  return org.call(bringPosts, { params: { projectId }, body: { items: [...items] } })
}

function asking(number: number): Item {
  return {
    url: `https://www.linkedin.com/posts/${number}?utm_source=share#comments`,
    text: ASKED[number] ?? '',
    author: 'Rosa Lind',
  }
}

const leadsOf = ({ org, projectId }: Place) => org.call(listLeads, { params: { projectId } })
const creditsOf = async ({ org }: Place) => (await org.call(getCredits)).credit_balance

test('each post is judged as a search judges it, and says what became of it', async () => {
  const place = await open()
  const { items, credits } = await bring(place, [asking(0), { url: 'https://example.org/bread', text: DULL }])
  expect(items).toMatchObject([
    { state: 'lead', why: expect.stringMatching(/\w/) },
    { state: 'passed_over', lead_id: null, why: 'It is not near any intent signal of this project.' },
  ])
  expect(credits).toBe(PRICE)
  const id = items[0]?.lead_id ?? ''
  const lead = await place.org.call(getLead, { params: { projectId: place.projectId, id } })
  expect(lead).toMatchObject({
    platform: 'by_hand',
    community: 'linkedin.com',
    author: 'Rosa Lind',
    url: 'https://www.linkedin.com/posts/0',
    matches: [{ intent_signal: BOOKKEEPING }],
  })
  expect(lead.matches[0]?.evidence.length).toBeGreaterThan(0)
  const history = await place.org.call(listHistory, { params: { projectId: place.projectId, id } })
  expect(history).toContainEqual(
    expect.objectContaining({
      summary: 'Brought in by hand',
      by: expect.objectContaining({ user_id: place.org.userId }),
    }),
  )
})

test('the same call again changes and costs nothing, in whatever way the address is written', async () => {
  const place = await open()
  const [first] = (await bring(place, [asking(0)])).items
  const again = await bring(place, [
    { url: 'http://linkedin.com/posts/0/', text: 'Other words' },
    { url: 'https://www.linkedin.com/posts/0?trk=feed', text: ASKED[0] ?? '' },
  ])
  const duplicate = { state: 'duplicate', lead_id: first?.lead_id, why: 'This project has it already.' }
  expect(again).toEqual({ items: [duplicate, duplicate], credits: 0 })
  const { items, total } = await leadsOf(place)
  expect({ total, title: items[0]?.excerpt.text }).toEqual({ total: 1, title: ASKED[0] })
})

test('a post that was passed over is a duplicate too, and one named twice in a call is judged once', async () => {
  const place = await open()
  const dull = { url: 'https://example.org/bread', text: DULL }
  expect((await bring(place, [dull])).items).toMatchObject([{ state: 'passed_over' }])
  expect((await bring(place, [dull])).items).toMatchObject([
    {
      state: 'duplicate',
      lead_id: null,
      why: expect.stringMatching(/^This project has it already, and it was no lead\./),
    },
  ])
  const { items, credits } = await bring(place, [asking(1), asking(1)])
  expect(items).toMatchObject([{ state: 'lead' }, { state: 'duplicate', lead_id: items[0]?.lead_id }])
  expect(credits).toBe(PRICE)
})

test('a post that was no lead is judged by other words, and stays one post; a lead keeps those it has', async () => {
  const place = await open()
  const right = { ...asking(3), url: 'https://www.linkedin.com/posts/mispasted' }
  const wrong = { ...right, text: DULL }
  expect((await bring(place, [wrong])).items).toMatchObject([{ state: 'passed_over' }])
  const { items } = await bring(place, [right])
  expect(items).toMatchObject([{ state: 'lead' }])
  expect((await bring(place, [wrong])).items).toMatchObject([{ state: 'duplicate', lead_id: items[0]?.lead_id }])
  const leads = await leadsOf(place)
  expect(leads.items).toMatchObject([{ id: items[0]?.lead_id, excerpt: { text: ASKED[3] } }])
})

test('the words of a lead at another address are a copy of it', async () => {
  const place = await open()
  const [lead] = (await bring(place, [asking(2)])).items
  const { items } = await bring(place, [{ url: 'https://www.facebook.com/groups/1/posts/2', text: ASKED[2] ?? '' }])
  expect(items).toMatchObject([
    { state: 'duplicate', lead_id: lead?.lead_id, why: 'A lead of this project has the same words.' },
  ])
  expect((await leadsOf(place)).total).toBe(1)
})

test('calls at the same time bring each post in once, and pay for it once', async () => {
  const place = await open()
  const before = await creditsOf(place)
  const answers = await Promise.all([1, 2, 3, 4].map(() => bring(place, [asking(0), asking(1)])))
  const states = answers.flatMap(({ items }) => items.map(({ state }) => state)).toSorted()
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'duplicate'), 'lead', 'lead'])
  expect((await leadsOf(place)).total).toBe(2)
  expect(before - (await creditsOf(place))).toBe(2 * PRICE)
})

test('what a project brought in is not to be seen in another one, not even of the same organization', async () => {
  const one = await open()
  const other = await open(one.org)
  const foreign = await open()
  await bring(one, [{ ...asking(3), posted_at: '2026-11-02T08:00:00Z' }])
  const seenBy = async ({ org, projectId }: Place) => {
    const [signal] = await org.call(listIntentSignals, { params: { projectId } })
    const params = { projectId, id: signal?.id ?? '' }
    return (await org.call(backtestSignal, { params, body: { intent_signal: BOOKKEEPING } })).seen
  }
  expect([await seenBy(one), await seenBy(other), await seenBy(foreign)]).toEqual([1, 0, 0])
  // Another project's own of the same address is another post, and its words are not those of the first.
  const own = { ...asking(3), text: ASKED[0] ?? '' }
  expect((await bring(foreign, [own])).items).toMatchObject([{ state: 'lead' }])
  expect((await leadsOf(one)).items).toMatchObject([{ excerpt: { text: ASKED[3] } }])
  const ask = await openUnfenced(fixture.app.database)
  const viewers = await ask<{ is_public: boolean; projects: string[] }>(
    `select is_public, array_agg(project_id) as projects from post join post_project on post_id = post.id
      where url = 'https://www.linkedin.com/posts/3' group by post.id, is_public order by post.id`,
  )
  expect(viewers).toEqual([one, foreign].map(({ projectId }) => ({ is_public: false, projects: [projectId] })))
})

test('without credits nothing is brought in, and after that it is as if nobody had asked', async () => {
  const place = await open()
  const many = Array.from({ length: 11 }, (_, at) => ({
    url: `https://example.org/${at}`,
    text: `${ASKED[at % 4]} I have asked ${at} times and tell everybody that number ${at} was the best of all answers so far.`,
  }))
  const refused = await place.org.ask(bringPosts, { params: { projectId: place.projectId }, body: { items: many } })
  expect(refused).toMatchObject({ status: 402 })
  expect(refused.problem()).toMatchObject({ code: 'no_credits_left' })
  expect((await leadsOf(place)).total).toBe(0)
  expect((await bring(place, many.slice(0, 1))).items).toMatchObject([{ state: 'lead' }])
})

test.each([
  [
    '101 posts',
    Array.from({ length: 101 }, (_, at) => ({ url: `https://example.org/${at}`, text: DULL })),
    'body.items',
  ],
  ['no posts', [], 'body.items'],
  ['an address that is none', [{ url: 'ftp://example.org', text: DULL }], 'body.items.0.url'],
  ['too long a text', [asking(0), { url: 'https://example.org/1', text: 'a'.repeat(10_001) }], 'body.items.1.text'],
] as const)('%s are refused in a sentence, and nothing is kept', async (_, items, path) => {
  const place = await open()
  const refused = await place.org.ask(bringPosts, {
    params: { projectId: place.projectId },
    body: { items: [...items] },
  })
  expect(refused.status).toBe(422)
  expect(refused.problem().errors).toMatchObject([{ path, message: expect.stringMatching(/^\w.+/) }])
  expect((await leadsOf(place)).total).toBe(0)
})

test('a project without signals has nothing to judge by, and a foreign project is not found', async () => {
  const place = await open(undefined, [])
  const refused = await place.org.ask(bringPosts, {
    params: { projectId: place.projectId },
    body: { items: [asking(0)] },
  })
  expect([refused.status, refused.problem().code]).toEqual([409, 'no_signals'])
  const foreign = await (
    await place.org.foreign()
  ).ask(bringPosts, {
    params: { projectId: place.projectId },
    body: { items: [asking(0)] },
  })
  expect([foreign.status, foreign.problem().code]).toEqual([404, 'project_not_found'])
})
