import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answerFrom,
  askingPosts,
  otherPosts,
  startAskedFixture,
  type AskedFixture,
} from '@leadlight/testing/asked-search'
import { keepPosts } from '@leadlight/testing/kept-posts'
import { ChannelError } from '../../channels/channel.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { toNewPost } from './collect-page.ts'

// Few pages: each adds points to die at.
const sources = { sources: null, reading: 'search' as const, pagesMax: 3 }
const found = [...askingPosts('good', 10, 10), ...otherPosts('good', 3)]

let fixture: AskedFixture
let held: string[] = []
beforeAll(async () => {
  const good = { platformSources: { platform: 'good', ...sources }, answer: answerFrom(found, 8) }
  const bad = {
    platformSources: { platform: 'bad', ...sources },
    answer: () => Promise.reject(new ChannelError('refused', 'It refuses.', null)),
  }
  fixture = await startAskedFixture([good, bad], { held: () => held, price: 0.5 })
  const { app } = fixture
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const posts = [...askingPosts('good', 4), ...otherPosts('held', 2)]
  held = await keepPosts(
    app,
    { organizationId: org.organizationId, projectId },
    posts.map((post) => toNewPost(post, app.dependencies.newId())),
  )
})
afterAll(() => fixture.close())

/** Runs a search that dies when it passes its nth checkpoint, and then to its end. */
async function search(dieAt: number): Promise<{ left: unknown; diedAt: string | undefined }> {
  const org = await fixture.app.organization()
  const run = await fixture.start(org, { budget: 2 })
  let passed = 0
  let diedAt: string | undefined
  const death = new Error('The worker died')
  const dying = fixture.run(org, run, (point) => {
    passed += 1
    if (passed !== dieAt) return Promise.resolve()
    diedAt = point
    return Promise.reject(death)
  })
  expect(await dying.catch((error: unknown) => error)).toBe(diedAt === undefined ? undefined : death)
  if (diedAt !== undefined) await fixture.run(org, run)
  return { left: await readLeft(org.organizationId), diedAt }
}

/** All that a search leaves, but for its ids. */
function readLeft(organizationId: string): Promise<unknown> {
  return fixture.app.db.transaction(organizationScope(organizationId), async (tx) => {
    const rows = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows
    return {
      search: await rows(sql`
        select state, archived, seen, judged, kept, spent, batches, passed_over, note from search`),
      questions: await rows(sql`
        select position, platform, source, origin, query, state, pages, seen, fresh, hits, is_cut, error
        from search_leg order by position`),
      candidates: await rows(sql`
        select candidate.position, post.external_id, candidate.state, rank, batch, leg, page
        from search_candidate candidate join post on post.id = post_id order by candidate.position`),
      leads: await rows(sql`
        select post.external_id, lead.score, lead_match.reason from lead join post on post.id = lead.post_id
        join lead_match on lead_match.lead_id = lead.id order by post.external_id`),
      charges: await rows(sql`
        select kind, amount, regexp_replace(key, '^search:[^:]+', 'search') as key from credit_entry order by key, kind`),
    }
  })
}

test('a search that dies at any of its points leaves the same leads, charges and questions', async () => {
  const { left: unharmed } = await search(0)
  expect(unharmed).toMatchObject({ search: [{ state: 'done', archived: 6, judged: 4, spent: '2000' }] })
  const points = new Set<string>()
  for (let dieAt = 1; ; dieAt += 1) {
    const { left, diedAt } = await search(dieAt)
    if (diedAt === undefined) break
    points.add(diedAt)
    expect(left, `when it died at its point ${dieAt}, ${diedAt}`).toEqual(unharmed)
  }
  const steps = ['archive', 'collect', 'sift', 'hold', 'judge', 'finish']
  const all = [
    ...steps.flatMap((step) => [`before ${step}`, `after ${step}`]),
    'archive asked',
    'sifted',
    'judged',
    'over',
  ]
  expect([...points].toSorted()).toEqual(all.toSorted())
}, 240_000)
