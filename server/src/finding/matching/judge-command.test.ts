import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { postText } from '@leadlight/engine/language/post-text'
import { plainBrief } from '@leadlight/engine/plan/brief'
import { OWN_POSTS } from '@leadlight/testing/doubles/corpus'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { insertCandidates, setSifted } from './candidate-store.ts'
import { savePosts } from '../../core/posts/posts.ts'
import { runSearch } from './run-search.ts'
import { insertSearch, lockSearch, updateSearch } from './search-store.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const SHARED = join(ROOT, '../shared/data/posts')
const LINES_PER_FILE = 50
const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

interface Row {
  platform: string
  kind: string
  id: string
  title: string | null
  text: string
  url: string
}

interface Judged {
  id: string
  score: number
  keep: boolean
  reason: string
  evidence: object[]
  model: string
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/**
 * Lines of the test posts, and of real ones where there are any. None repeats another, since equal words are one lead.
 */
function readLines(): string[] {
  const known = createDuplicateIndex()
  const files = globSync([join(OWN_POSTS, '*.jsonl'), join(SHARED, '*.jsonl.gz')]).toSorted()
  return files.flatMap((path) => {
    const bytes = readFileSync(path)
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    const lines = text.split('\n', LINES_PER_FILE).filter(Boolean)
    return lines.filter((line) => {
      const print = fingerprint(postText(JSON.parse(line) as Row))
      if (known.find(print) !== undefined) return false
      known.add(print, line)
      return true
    })
  })
}

/**
 * What a search records for these posts, all of which its prefilter let through: each in order, and those that became
 * leads.
 */
async function searchOver(site: LeadSite, rows: readonly Row[]) {
  const { newId, matching } = app.dependencies
  const now = app.clock.now()
  const { organizationId, projectId, signalId } = site
  const plain = { author: null, community: null, replies: null, points: null, license: null, githubIssueState: null }
  const posts = rows.map((row) => ({
    ...row,
    ...plain,
    id: newId(),
    externalId: row.id,
    postedAt: now,
    fingerprint: fingerprint(postText(row)),
  }))
  const searchId = newId()
  // Over posts that are here: it asks no platform, and judges all.
  const order = { over: 'judged' as const, days: 30, budget: null, price: 0, modelPrice: 0, revision: 1 }
  await inOrganization(app, site, async (tx) => {
    const search = { id: searchId, organizationId, projectId, signalId, ...plainBrief(SIGNAL), ...order }
    await insertSearch(tx, { ...search, requestedBy: null, until: now }, now)
    const queued = await lockSearch(tx, organizationId, searchId)
    if (!queued) throw new Error('The search is gone')
    const postIds = await savePosts(tx, posts, { origin: 'everybody', collectedAt: now })
    const running = await updateSearch(tx, queued, {
      state: 'running',
      seen: await insertCandidates(tx, queued, { postIds, by: null }),
    })
    const passed = postIds.map((postId) => ({ postId, passed: true, rank: 1 }))
    await setSifted(tx, running, passed)
  })
  const run = { organizationId, searchId, signal: new AbortController().signal }
  await runSearch(matching, { ...run, mustMakeRoom: () => Promise.resolve(false), progressed: () => Promise.resolve() })
  return inOrganization(app, site, async (tx) => {
    const judged = await sql<{ score: number; keep: boolean; model: string }>`
      select score, kept as keep, model from judgement join post on post.id = post_id
      where intent_signal_id = ${signalId} order by array_position(${posts.map(({ id }) => id)}::uuid[], post_id)`.execute(
      tx,
    )
    const leads = await sql<{ id: string; reason: string; evidence: object[] }>`
      select external_id as id, reason, evidence from lead_match
      join lead on lead.id = lead_id join post on post.id = post_id where intent_signal_id = ${signalId}`.execute(tx)
    return { judged: judged.rows, leads: leads.rows }
  })
}

test('`npm run judge` scores, keeps, explains and quotes exactly as a search does', async () => {
  const lines = readLines()
  const rows = lines.map((line) => JSON.parse(line) as Row)
  const command = spawn(process.execPath, [...NODE_FLAGS, join(ROOT, 'engine/src/commands/judge.ts'), SIGNAL])
  command.stdin.end(lines.join('\n'))
  const printed = await text(command.stdout)
  const told = printed.trimEnd().split('\n').map((line) => JSON.parse(line) as Judged) // oxfmt-ignore
  const { judged, leads } = await searchOver(await mintLeadSite(app), rows)
  expect(told.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(judged).toEqual(told.map(({ score, keep, model }) => ({ score, keep, model })))
  const kept = told.filter(({ keep }) => keep)
  expect(kept.length).toBeGreaterThan(0)
  expect(leads.toSorted(byId)).toEqual(
    kept.map(({ id, reason, evidence }) => ({ id, reason, evidence })).toSorted(byId),
  )
})

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
