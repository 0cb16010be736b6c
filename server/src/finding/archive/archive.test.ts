// Also on the embedded database: what changed is read by its transactions' numbers.
import { VECTOR_LENGTH } from '@leadlight/engine/embedding/embedder'
import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { readTerms } from '@leadlight/engine/language/words'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { newPost } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import type { Clock } from '../../platform/clock.ts'
import { deletePosts } from '../../core/posts/post-writes.ts'
import { savePosts, saveVectors } from '../../core/posts/posts.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { moveProject } from '../../lifecycle/transfers/move-project.ts'
import { archiveScope, installationScope, retentionScope, transferScope } from '../../platform/scopes.ts'
import type { Archive } from './archive.ts'
import { createArchive } from './create-archive.ts'

const MINUTE_MS = 60_000

let app: TestApp
let site: LeadSite
beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
})
afterAll(() => app.close())

/** The archives' own time, so that only they sleep by it. */
const clock = createManualClock('2026-11-02T09:00:00Z')
let openArchives = 0

function open(own: Clock = clock): Archive {
  const { matching } = app.dependencies
  const archive = createArchive({ db: app.db, clock: own, log: app.log, model: matching.embedder.model })
  openArchives += 1
  onTestFinished(async () => {
    openArchives -= 1
    await archive.close()
  })
  return archive
}

/** A unit vector that points along one of its numbers. */
function along(number: number): Float32Array {
  return Float32Array.from({ length: VECTOR_LENGTH }, (_, at) => (at === number ? 1 : 0))
}

async function keep(externalId: string, text: string, vector?: Float32Array): Promise<string> {
  const post = { ...newPost(app, { externalId, title: null, text }), platform: 'hacker_news' }
  const model = app.dependencies.matching.embedder.model
  const read = vector ? { ...post, vector: { packed: packVector(vector), model } } : post
  const origin = 'everybody' as const
  const save = inOrganization(app, site, (tx) => savePosts(tx, [read], { origin, collectedAt: app.clock.now() }))
  return (await save)[0] ?? ''
}

async function find(
  archive: Archive,
  asked: { words?: string; voice?: Float32Array; since?: Date },
): Promise<string[]> {
  const { organizationId, projectId } = site
  const { words = '', voice, since = null } = asked
  const query = { organizationId, projectId, voices: voice ? [voice] : [], terms: readTerms(words), since, limit: 50 }
  return (await archive.search(query, new AbortController().signal)).map(({ postId }) => postId)
}

/** Lets a minute pass once every archive has nothing left to do. */
async function passAMinute(): Promise<void> {
  await until(() => clock.sleeping() === openArchives)
  await clock.advance(MINUTE_MS)
}

/** Lets a minute pass, and expects the archives to come to this answer; the time stands still meanwhile. */
async function expectWithinAMinute(
  archives: readonly Archive[],
  words: string,
  expected: readonly string[],
): Promise<void> {
  await passAMinute()
  for (const archive of archives) await expect.poll(() => find(archive, { words })).toEqual(expected)
}

test('stored posts are found by words and by meaning, those without a vector by words', async () => {
  const worded = await keep('worded', 'Our zeppelin needs a gasket.')
  const meant = await keep('meant', 'An airship is leaking.', along(7))
  const archive = open()
  await until(async () => (await find(archive, { words: 'zeppelin' })).length > 0)
  expect(await find(archive, { words: 'zeppelin gasket' })).toEqual([worded])
  expect((await find(archive, { voice: along(7) }))[0]).toBe(meant)
  expect(new Set(await find(archive, { words: 'zeppelin', voice: along(7) }))).toEqual(new Set([worded, meant]))
  const later = new Date(app.clock.now().getTime() + 1)
  expect(await find(archive, { words: 'zeppelin', since: later })).toEqual([])
})

test('what comes, changes and goes later is followed within a minute, on every process', async () => {
  const [one, other] = [open(), open()]
  const id = await keep('later', 'Who repairs a harpsichord?')
  await expectWithinAMinute([one, other], 'harpsichord', [id])
  await keep('later', 'Who repairs a clavichord?')
  await expectWithinAMinute([one, other], 'clavichord', [id])
  for (const archive of [one, other]) expect(await find(archive, { words: 'harpsichord' })).toEqual([])
  const vectors = [{ id, vector: packVector(along(9)) }]
  const { model } = app.dependencies.matching.embedder
  await app.db.transaction(installationScope(), (tx) => saveVectors(tx, model, vectors))
  await passAMinute()
  for (const archive of [one, other]) await until(async () => (await find(archive, { voice: along(9) }))[0] === id)
})

test('a post erased at its source leaves every process within a minute', async () => {
  const [one, other] = [open(), open()]
  const id = await keep('erased', 'I seek a theremin teacher.')
  await expectWithinAMinute([one, other], 'theremin', [id])
  expect(await eraseDeletedPosts(app.dependencies, 'hacker_news', ['erased'])).toBe(1)
  await expectWithinAMinute([one, other], 'theremin', [])
})

test('a post deleted for its age leaves too', async () => {
  const archive = open()
  const old = await keep('old', 'Any bassoon makers here?')
  await expectWithinAMinute([archive], 'bassoon', [old])
  await app.db.transaction(retentionScope(), (tx) => deletePosts(tx, [old]))
  await expectWithinAMinute([archive], 'bassoon', [])
})

test('a restart finds what was stored before it, in pages', async () => {
  const ids = await Promise.all(
    Array.from({ length: 450 }, (_, number) => keep(`page-${number}`, 'A page about kilns')),
  )
  const archive = open()
  const { organizationId, projectId } = site
  const query = { organizationId, projectId, voices: [], terms: readTerms('kilns'), since: null, limit: 1_000 }
  const found = await until(async () => {
    const hits = await archive.search(query, new AbortController().signal)
    return hits.length >= ids.length && hits
  })
  expect(new Set(found.map(({ postId }) => postId))).toEqual(new Set(ids))
})

test('a change that commits after a later one was read is not missed', async () => {
  const archive = open()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<undefined>()
  const { promise: isWritten, resolve: written } = Promise.withResolvers<undefined>()
  const slow = inOrganization(app, site, async (tx) => {
    const post = newPost(app, { externalId: 'slow', title: null, text: 'A lute with a crack.' })
    const ids = await savePosts(tx, [post], { origin: 'everybody', collectedAt: app.clock.now() })
    written(undefined)
    await mayCommit
    return ids
  })
  await isWritten
  if (app.database.kind === 'postgres') {
    const quick = await keep('quick', 'A lyre with a crack.')
    await expectWithinAMinute([archive], 'lyre', [quick])
  }
  commit(undefined)
  await expectWithinAMinute([archive], 'lute', await slow)
})

test('an archive that was away for too long is filled anew', async () => {
  let sleptMs = 0
  const archive = open({ ...clock, now: () => new Date(clock.now().getTime() + sleptMs) })
  const id = await keep('away', 'Is there a sackbut club?')
  await expectWithinAMinute([archive], 'sackbut', [id])
  await app.db.transaction(retentionScope(), (tx) => deletePosts(tx, [id]))
  // Whoever follows has long read this change; one that slept meanwhile no longer finds it.
  await until(() => clock.sleeping() === openArchives)
  await app.database.pool.query('delete from post_change')
  sleptMs = 2 * 60 * MINUTE_MS
  await expectWithinAMinute([archive], 'sackbut', [])
})

test('an aborted search throws, and a closed archive answers no more', async () => {
  const archive = open()
  const { organizationId, projectId } = site
  const query = { organizationId, projectId, voices: [], terms: ['kiln'], since: null, limit: 5 }
  await expect(archive.search(query, AbortSignal.abort(new Error('Enough')))).rejects.toThrow('Enough')
  await archive.close()
  await expect(archive.search(query, new AbortController().signal)).rejects.toThrow('stopped')
})

test('a private post follows its project to another organization, and another organization’s project finds nothing', async () => {
  const [mover, receiver] = [await mintLeadSite(app), await mintLeadSite(app)]
  const post = newPost(app, { externalId: 'moving', title: null, text: 'Our own glockenspiel.' })
  await inOrganization(app, mover, (tx) => savePosts(tx, [post], { origin: [mover], collectedAt: app.clock.now() }))
  const archive = open()
  await passAMinute()
  const findAs = async (organizationId: string) => {
    const { projectId } = mover
    const query = { organizationId, projectId, voices: [], terms: readTerms('glockenspiel'), since: null, limit: 5 }
    return (await archive.search(query, new AbortController().signal)).length
  }
  await until(async () => (await findAs(mover.organizationId)) === 1)
  expect(await findAs(receiver.organizationId)).toBe(0)
  const move = {
    projectId: mover.projectId,
    fromOrganizationId: mover.organizationId,
    toOrganizationId: receiver.organizationId,
    left: { projectName: 'Bells', how: 'taken' as const, userId: receiver.organization.userId },
  }
  const scope = transferScope(receiver.organizationId, mover.projectId)
  expect(await app.db.transaction(scope, (tx) => moveProject(tx, app.dependencies, move))).toBe(true)
  expect([await findAs(mover.organizationId), await findAs(receiver.organizationId)]).toEqual([0, 1])
})

test('only the archive sees for whom all posts were read', async () => {
  const post = newPost(app, { externalId: 'private', title: null, text: 'Ours alone.' })
  const [id = ''] = await inOrganization(app, site, (tx) =>
    savePosts(tx, [post], { origin: [site], collectedAt: app.clock.now() }),
  )
  const stranger = await mintLeadSite(app)
  const counts = await Promise.all(
    [archiveScope(), installationScope()].map((scope) =>
      app.db.transaction(scope, (tx) => tx.selectFrom('post_project').selectAll().execute()),
    ),
  )
  expect(counts.map((rows) => rows.filter(({ post_id }) => post_id === id).length)).toEqual([1, 0])
  expect(await inOrganization(app, stranger, (tx) => tx.selectFrom('post_project').selectAll().execute())).toEqual([])
})
