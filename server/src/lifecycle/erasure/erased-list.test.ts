import { erasePerson } from '@leadlight/contract/identity'
import { listPeople } from '@leadlight/contract/people'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { startProgram } from '@leadlight/testing/start-program'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { createKeys, createVault } from '../../platform/crypto.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase, type DatabaseOptions } from '../../platform/database.ts'
import { registerErasureJobs } from './erase-person.ts'
import { findSharedKey } from './erase-again.ts'
import { findErasedList, writeErasedList } from './erased-list.ts'

const HANDLE = 'perpetuaquill'
/** That of the tests' app. */
const SECRET_KEY = 'a secret that only the tests know of'
const WORDS = [HANDLE, 'Perpetua Quill', 'funicular']

let app: TestApp
/** A backup from before somebody was erased, without a list beside it, and the newest list, of a later backup. */
let before = ''
let list = ''
let hashes: string[] = []
let organizationId = ''

beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
  before = join(newFolder(), 'before.backup.gz')
  const site = await mintLeadSite(app)
  organizationId = site.organizationId
  const said = { name: 'Perpetua Quill', bio: 'Perpetua Quill writes.' }
  const text = 'Our funicular needs a painter'
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: HANDLE, posts: 2, said, text })
  await save(before)
  const params = { projectId: site.projectId }
  await site.organization.call(erasePerson, { params: { ...params, id: personId } })
  await until(async () => (await site.organization.call(listPeople, { params, query: {} })).total === 0)
  const later = join(newFolder(), 'later.backup.gz')
  await save(later)
  list = await writeErasedList(later, { clock: systemClock })
  hashes = (await findErasedList(later, undefined))?.accounts.map(({ author }) => author) ?? []
})
afterAll(() => app.close())

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-erased-'))
  folders.push(folder)
  return folder
}

async function save(path: string): Promise<void> {
  const client = await app.database.pool.connect()
  try {
    await writeBackup(client, path, { clock: systemClock })
  } finally {
    client.release()
  }
}

async function restore(into: DatabaseOptions, ...args: string[]) {
  return restoreWith({ SECRET_KEY }, into, ...args)
}

async function restoreWith(secret: Record<string, string>, into: DatabaseOptions, ...args: string[]) {
  const { databaseUrl } = into
  const environment: Record<string, string> =
    databaseUrl === undefined ? { DATA_DIR: into.dataDir } : { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl }
  return startProgram('restore', { ...environment, ...secret }, before, ...args).ended
}

/** The tables of a database with any of the person's words. */
async function standsIn(where: DatabaseOptions): Promise<string[]> {
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  const ask = await openUnfenced(database)
  const found: string[] = []
  for (const words of WORDS) found.push(...(await findWords(ask, words)))
  return [...new Set(found)].toSorted()
}

test('a list names nobody, and only its owner can read it', () => {
  expect(hashes).toHaveLength(1)
  const text = readFileSync(list, 'utf8')
  for (const words of WORDS) expect(text).not.toContain(words)
  expect(statSync(list).mode & 0o777).toBe(0o600)
})

test('an older backup that is restored with the newest list brings back nothing of an erased person', async () => {
  const into = await createTestDatabase()
  const done = await restore(into, '--erased', list)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain(`, ${list}. One account erased since the backup was erased again.`)
  expect(await standsIn(into)).toEqual([])
})

test('a restore that replaces a database erases again whom that database knew to be erased', async () => {
  const into = await createTestDatabase()
  await restore(into, '--erased', list)
  const done = await restore(into, '--replace')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('One account erased since the backup was erased again.')
  expect(await standsIn(into)).toEqual([])
})

test('without a list the restore says that who was erased may be back, as they are', async () => {
  const into = await createTestDatabase()
  const done = await restore(into)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('There was no list of erased people, named or beside the backup')
  expect(await standsIn(into)).toContain('public.person_profile')
})

test('a damaged list is refused before anything is changed', async () => {
  const into = await createTestDatabase()
  const broken = join(newFolder(), 'broken.erased.json')
  writeFileSync(broken, readFileSync(list, 'utf8').replace('leadlight-erased', 'other'))
  const done = await restore(into, '--erased', broken)
  expect(done).toMatchObject({ code: 1, out: '', err: `${broken} is no list of erased people; nothing was changed.\n` })
  expect(await standsIn(into)).toEqual([])
})

test('a list without the secret that sealed its key is refused before anything is changed', async () => {
  const into = await createTestDatabase()
  const done = await restoreWith({ SECRET_KEY: 'a secret of somebody else altogether' }, into, '--erased', list)
  expect(done).toMatchObject({ code: 1, out: '' })
  expect(done.err).toContain('SECRET_KEY is not the one with which this installation keeps out who objected')
  expect(await standsIn(into)).toEqual([])
})

test('a list of another installation is refused before anything is changed', async () => {
  const into = await createTestDatabase()
  const foreign = join(newFolder(), 'foreign.erased.json')
  const vault = createVault(createKeys(SECRET_KEY), app.dependencies.random)
  const sealed = vault.seal(Buffer.alloc(32, 9).toString('base64'), 'suppression key')
  const key = `\\x${Buffer.from(sealed).toString('hex')}`
  writeFileSync(foreign, JSON.stringify({ ...JSON.parse(readFileSync(list, 'utf8')), key }))
  const done = await restore(into, '--erased', foreign)
  expect(done).toMatchObject({ code: 1, out: '' })
  expect(done.err).toContain('is of another installation than the backup')
  expect(await standsIn(into)).toEqual([])
})

test('a list whose own key cannot be opened is refused, though that of the backup can', async () => {
  const into = await createTestDatabase()
  const foreign = join(newFolder(), 'sealed.erased.json')
  const vault = createVault(createKeys('a secret of another installation'), app.dependencies.random)
  const sealed = vault.seal(Buffer.alloc(32, 9).toString('base64'), 'suppression key')
  const key = `\\x${Buffer.from(sealed).toString('hex')}`
  writeFileSync(foreign, JSON.stringify({ ...JSON.parse(readFileSync(list, 'utf8')), key }))
  const done = await restore(into, '--erased', foreign)
  expect(done).toMatchObject({ code: 1, out: '' })
  expect(done.err).toContain('SECRET_KEY is not the one with which')
  expect(await standsIn(into)).toEqual([])
})

test('a backup whose key was sealed with a former secret is told by whom the list knows too', () => {
  const sealing = (secret: string) => createVault(createKeys(secret), app.dependencies.random)
  const seal = (secret: string) => sealing(secret).seal(Buffer.alloc(32, 9).toString('base64'), 'suppression key')
  const account = (letter: string) => ({
    organization_id: null,
    author: `\\x${letter.repeat(64)}`,
    erased_at: '2026-11-02 09:00:00+00',
  })
  const erased = [{ key: seal('the secret of now'), accounts: [account('a'), account('b')] }]
  const find = (letters: string[]) =>
    findSharedKey(sealing('the secret of now'), {
      erased,
      backup: { key: seal('a former secret'), accounts: letters.map(account) },
    })
  for (const same of [[], ['a'], ['a', 'c']]) expect(find(same)).toEqual(Buffer.alloc(32, 9))
  expect(() => find(['c'])).toThrow('is of another installation')
})

test('a list of an earlier version, whose hashes have no key, is applied too', async () => {
  const into = await createTestDatabase()
  const former = join(newFolder(), 'former.erased.json')
  const author = createHash('sha256').update(`${organizationId} github ${HANDLE}`).digest('hex')
  const account = { organization_id: organizationId, author: `\\x${author}`, erased_at: '2026-11-02 09:00:00+00' }
  const head = { format: 'leadlight-erased-accounts', made_at: '2026-11-02T09:00:00.000Z' }
  writeFileSync(former, JSON.stringify({ ...head, format_version: 1, accounts: [account] }))
  const done = await restore(into, '--erased', former)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('One account erased since the backup was erased again.')
  expect(await standsIn(into)).toEqual([])
})

test('whom the operator keeps out of every organization a restored backup does not bring back either', async () => {
  const into = await createTestDatabase()
  const everywhere = join(newFolder(), 'everywhere.erased.json')
  const known = JSON.parse(readFileSync(list, 'utf8')) as Record<string, unknown>
  const hash = app.dependencies.matching.suppression.everywhere({ platform: 'github', externalId: HANDLE })
  const author = `\\x${Buffer.from(hash).toString('hex')}`
  const account = { organization_id: null, author, erased_at: '2026-11-02 09:00:00+00' }
  writeFileSync(everywhere, JSON.stringify({ ...known, accounts: [account] }))
  const done = await restore(into, '--erased', everywhere)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(await standsIn(into)).toEqual([])
})
