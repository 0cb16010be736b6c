import { erasePerson } from '@leadlight/contract/identity'
import { exportLeads } from '@leadlight/contract/lead-work'
import { exportPeople } from '@leadlight/contract/people'
import * as contract from '@leadlight/contract/privacy'
import { readTerms } from '@leadlight/engine/language/words'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keepPosts, newPost, seePosts } from '@leadlight/testing/kept-posts'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { buildEverywhere } from '@leadlight/testing/person-everywhere'
import { startProgram } from '@leadlight/testing/start-program'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { createArchive } from '../../finding/archive/create-archive.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase, type Database } from '../../platform/database.ts'
import { writeErasedList } from '../erasure/erased-list.ts'
import { registerErasureJobs } from '../erasure/erase-person.ts'

/** That of the tests' app. */
const SECRET_KEY = 'a secret that only the tests know of'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'leadlight-nothing-left-'))
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The tables of a database with any of these words, in any column of any row. */
async function standsIn(database: Database, words: readonly string[]): Promise<string[]> {
  const ask = await openUnfenced(database)
  const found: string[] = []
  for (const word of words) found.push(...(await findWords(ask, word)))
  return [...new Set(found)].toSorted()
}

async function backUp(name: string): Promise<string> {
  const path = join(folder, name)
  const client = await app.database.pool.connect()
  try {
    await writeBackup(client, path, { clock: systemClock })
  } finally {
    client.release()
  }
  return path
}

/** A restored copy of a backup, with the newest list of who was erased. */
async function restore(backup: string, list: string): Promise<Database> {
  const into = await createTestDatabase()
  const where =
    into.databaseUrl === undefined
      ? { DATA_DIR: into.dataDir }
      : { DATA_DIR: mkdtempSync(join(folder, 'data-')), DATABASE_URL: into.databaseUrl }
  const done = await startProgram('restore', { ...where, SECRET_KEY }, backup, '--erased', list).ended
  expect(done).toMatchObject({ code: 0, err: '' })
  const database = await openDatabase(into)
  onTestFinished(() => database.close())
  return database
}

test.each(['objection', 'erasure'] as const)(
  'after an %s nothing of a person is left: in tables, search, exports, backups, nor in an older one restored',
  async (way) => {
    const handle = `${way}quimby`
    const text = `Our ${way}orangery needs a gardener`
    const words = [handle, `${way} Quimby`, `${way}orangery`, `people.example/${handle}`]
    const site = await mintLeadSite(app)
    const { organization } = site
    const { one, params } = await buildEverywhere(app, site, { name: `${way} Quimby`, handle, text })
    const url = `https://github.example/${handle}/posts/1`
    const wish = { externalId: `waiting-${way}`, platform: 'github', author: handle, text, url }
    // The same account as another way of reading gives it.
    const author = { externalId: `#${way}`, name: handle.toUpperCase(), url: `https://github.example/${handle}?tab=1` }
    const otherForm = { ...newPost(app, { ...wish, externalId: `other-${way}` }), author }
    const postIds = await keepPosts(app, site, [newPost(app, wish), otherForm])
    await seePosts(app, site, { postIds, state: 'running' })
    await organization.call(contract.updatePrivacy, { body: { contact: 'privacy@firm.example' } })
    const notice = { params: { ...params, id: one.leadIds[0] ?? '' } }
    const t = new URL((await organization.call(contract.makeLeadNotice, notice)).url).searchParams.get('t') ?? ''
    const { matching } = app.dependencies
    const archive = createArchive({ db: app.db, clock: systemClock, log: app.log, model: matching.embedder.model })
    onTestFinished(() => archive.close())
    const search = { ...site, voices: [], terms: readTerms(text), since: null, limit: 50 }
    const found = () => archive.search(search, new AbortController().signal)
    await until(async () => (await found()).length > 0)
    const before = await backUp(`${way}-before.gz`)
    expect(gunzipSync(readFileSync(before)).toString()).toContain(handle)

    if (way === 'objection') await app.call(contract.objectToNotice, { query: { t } })
    else await organization.call(erasePerson, { params: { ...params, id: one.personId } })
    const ask = await openUnfenced(app.database)
    const gone = () => ask('select from post where external_id = $1 and gone_at is not null', [wish.externalId])
    await until(async () => (await standsIn(app.database, words)).length === 0)
    expect(await gone()).toHaveLength(1)
    await until(async () => (await found()).length === 0)

    for (const call of [exportLeads, exportPeople]) {
      const { body } = await organization.ask(call, { params, body: { format: 'json' } })
      for (const word of words) expect(JSON.stringify(body)).not.toContain(word)
    }
    expect((await organization.ask(contract.exportHeld, { params: { ...params, id: one.personId } })).status).toBe(404)
    for (const word of words) expect(JSON.stringify(app.log.lines)).not.toContain(word)

    const after = await backUp(`${way}-after.gz`)
    for (const word of words) expect(gunzipSync(readFileSync(after)).toString()).not.toContain(word)
    const list = await writeErasedList(after, { clock: systemClock })
    for (const word of words) expect(readFileSync(list, 'utf8')).not.toContain(word)
    expect(await standsIn(await restore(before, list), words)).toEqual([])
  },
)
