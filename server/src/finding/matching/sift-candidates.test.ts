import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db.ts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { plainBrief } from '@leadlight/engine/plan/brief'
import { insertCandidates } from './candidate-store.ts'
import { fingerprint, isNearDuplicate } from '@leadlight/engine/language/near-duplicate'
import { createPassedPosts, type PassedPosts } from './passed-posts.ts'
import { savePosts, type NewPost } from '../../core/posts/posts.ts'
import { postText } from '@leadlight/engine/language/post-text'
import { insertSearch, lockSearch, updateSearch, type SearchRow } from './search-store.ts'
import { planBrief } from '@leadlight/engine/plan/brief'
import { createSifter } from './sift-posts.ts'
import { siftCandidates } from './sift-candidates.ts'

const SIGNAL = 'people who need a bookkeeper'
const TOWNS = ['Leeds', 'Ghent', 'Turin', 'Porto', 'Brno', 'Lund', 'Graz', 'Split', 'Nantes', 'Cork']
const TRADES = ['baker', 'welder', 'florist', 'tutor', 'plumber', 'potter', 'tailor', 'farmer', 'brewer', 'weaver']
const WORRIES = ['late invoices', 'a tax letter', 'payroll', 'two currencies']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A post on the subject; 400 of them differ. */
function postNumber(number: number): NewPost {
  const town = TOWNS[number % 10] ?? ''
  const trade = TRADES[Math.floor(number / 10) % 10] ?? ''
  const worry = WORRIES[Math.floor(number / 100) % 4] ?? ''
  const id = app.dependencies.newId()
  const post = {
    id,
    platform: 'hacker_news',
    externalId: id,
    kind: 'post',
    url: `https://posts.example/${id}`,
    author: null,
    title: `A ${trade} in ${town} needs a bookkeeper`,
    text: `Since ${worry} came up our ${trade} in ${town} has been looking for a bookkeeper who knows ${worry}.`,
    community: null,
    replies: null,
    points: null,
    license: null,
    githubIssueState: null,
    postedAt: app.clock.now(),
  }
  return { ...post, fingerprint: fingerprint(postText(post)) }
}

/** A running search that has seen these posts, in this order. */
async function searchOver(site: LeadSite, posts: readonly NewPost[]): Promise<SearchRow> {
  const id = app.dependencies.newId()
  const now = app.clock.now()
  const { organizationId, projectId, signalId } = site
  const order = {
    over: 'channels' as const,
    days: 30,
    budget: null,
    price: 0,
    modelPrice: 0,
    revision: 1,
    requestedBy: null,
    until: now,
  }
  return inOrganization(app, site, async (tx) => {
    await insertSearch(tx, { id, organizationId, projectId, signalId, ...plainBrief(SIGNAL), ...order }, now)
    const search = await locked(tx, site, id)
    const postIds = await savePosts(tx, posts, { origin: 'everybody', collectedAt: now })
    const seen = await insertCandidates(tx, search, { postIds, by: null })
    return updateSearch(tx, search, { state: 'running', seen })
  })
}

async function locked(tx: Tx, site: LeadSite, searchId: string): Promise<SearchRow> {
  const search = await lockSearch(tx, site.organizationId, searchId)
  if (!search) throw new Error('The search is gone')
  return search
}

async function passedNumbers(site: LeadSite, search: SearchRow): Promise<number[]> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ position: number }>`
      select position from search_candidate where search_id = ${search.id} and state = 'passed' order by position`.execute(
      tx,
    ),
  )
  return rows.map(({ position }) => position - 1)
}

/** Runs so many sifting steps, each with what `passed` gives it. */
async function siftAll(search: SearchRow, steps: number, passed: () => PassedPosts): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const { matching } = app.dependencies
    const sifter = await createSifter(matching, planBrief(search))
    await siftCandidates(matching, { search, passed: passed(), sifter })
  }
}

test('a post that repeats an earlier one is dropped, however far back and whichever run sifted it', async () => {
  // The second half repeats the first in reverse order, across many steps.
  const numbers = [...Array.from({ length: 300 }, (_, i) => i), ...Array.from({ length: 260 }, (_, i) => 299 - i)]
  const posts = numbers.map(postNumber)
  const taken: Uint8Array[] = []
  const expected = posts.flatMap((post, i) => {
    if (taken.some((other) => isNearDuplicate(other, post.fingerprint))) return []
    taken.push(post.fingerprint)
    return [i]
  })
  expect(expected.length).toBeGreaterThan(256)
  expect(expected.length).toBeLessThan(posts.length - 200)

  const site = await mintLeadSite(app)
  const one = await searchOver(site, posts)
  const passed = createPassedPosts()
  await siftAll(one, Math.ceil(posts.length / 32), () => passed)
  expect(await passedNumbers(site, one)).toEqual(expected)

  const takenOver = await mintLeadSite(app)
  const crashed = await searchOver(
    takenOver,
    posts.map((post) => ({ ...post })),
  )
  await siftAll(crashed, Math.ceil(posts.length / 32), createPassedPosts)
  expect(await passedNumbers(takenOver, crashed)).toEqual(expected)
})

test('a run reads what has passed once, and after that only what is new', async () => {
  const site = await mintLeadSite(app)
  const posts = Array.from({ length: 12 }, (_, number) => postNumber(number))
  const search = await searchOver(site, posts)
  await siftAll(search, 1, createPassedPosts)
  const passed = createPassedPosts()
  const before = (position: number) => inOrganization(app, site, (tx) => passed.before(tx, search, position))
  expect((await before(6)).size).toBe(5)
  // A second read would return these fingerprints.
  await inOrganization(app, site, (tx) =>
    sql`update post set fingerprint = ${Buffer.alloc(8, 0xff)} where id = any(${posts.slice(0, 5).map(({ id }) => id)}::uuid[])`.execute(
      tx,
    ),
  )
  const index = await before(13)
  expect(index.size).toBe(12)
  expect(posts.every((post) => index.find(post.fingerprint))).toBe(true)
  expect((await before(13)).size).toBe(12)
})

test('a copy posted elsewhere is noted at the first post seen', async () => {
  const site = await mintLeadSite(app)
  const [first, other] = [postNumber(7), postNumber(8)]
  const again = { ...postNumber(7), platform: 'reddit', text: first.text.toUpperCase() }
  const thirdTime = { ...postNumber(7), platform: 'lemmy' }
  const search = await searchOver(site, [first, other, again, thirdTime])
  await siftAll(search, 1, createPassedPosts)
  expect(await passedNumbers(site, search)).toEqual([0, 1])
  const { rows } = await inOrganization(app, site, (tx) =>
    sql`select post_id, original_post_id from post_copy where project_id = ${site.projectId} order by post_id`.execute(
      tx,
    ),
  )
  expect(rows).toEqual(
    [again, thirdTime]
      .map(({ id }) => ({ post_id: id, original_post_id: first.id }))
      .toSorted((a, b) => (a.post_id < b.post_id ? -1 : 1)),
  )
})
