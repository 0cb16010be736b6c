// Also on the embedded database: a journey of this slice.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createKeys, createVault, type Vault } from '../../platform/crypto.ts'
import { installationScope, monitoringScope, organizationScope } from '../../platform/scopes.ts'
import { openSuppression } from './open-suppression.ts'
import { findSuppressedAccounts, insertSuppressed, insertSuppressedEverywhere } from './suppressed-authors.ts'

const ADA = { platform: 'github', externalId: '1815' }

let app: TestApp
let vault: Vault
beforeAll(async () => {
  app = await startTestApp()
  vault = app.dependencies.matching.vault
})
beforeEach(async () => {
  const ask = await openUnfenced(app.database)
  await ask('delete from suppression_key')
})
afterAll(() => app.close())

function open(with_: { vault?: Vault; known?: Uint8Array } = {}) {
  const { db, random } = app.dependencies
  return openSuppression({ db, random, vault: with_.vault ?? vault }, { known: with_.known })
}

/** Whether the organization keeps them out, by what stands in the database. */
async function isKeptOut(organizationId: string, suppression: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const found = await app.db.transaction(organizationScope(organizationId), (tx) =>
    findSuppressedAccounts(tx, suppression, [{ ...ADA, organizationId }]),
  )
  return found.has(0)
}

test('whom an earlier version erased by a hash without a key is recognized by the key that is made', async () => {
  const { organizationId } = await app.organization()
  const other = await app.organization()
  const former = createHash('sha256').update(`${organizationId} ${ADA.platform} ${ADA.externalId}`).digest()
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    sql`insert into suppressed_author values (${organizationId}, ${former}, now())`.execute(tx),
  )
  const suppression = await open()
  expect(await isKeptOut(organizationId, suppression)).toBe(true)
  expect(await isKeptOut(other.organizationId, suppression)).toBe(false)
  const ask = await openUnfenced(app.database)
  expect(await ask('select from suppressed_author where author = $1', [former])).toEqual([])
})

test('processes that start at once make one key, and the next start opens it', async () => {
  const all = [...(await Promise.all([open(), open(), open()])), await open()]
  const hashes = new Set(all.map((each) => Buffer.from(each.everywhere(ADA)).toString('hex')))
  expect(hashes.size).toBe(1)
})

test('the key outlives the secret that seals it, and without either nothing is opened', async () => {
  const first = await open({ known: new Uint8Array(32).fill(7) })
  const rotated = createVault(createKeys('the secret that came after it'), app.dependencies.random)
  await expect(open({ vault: rotated })).rejects.toThrow('SECRET_KEY is not the one')
  const second = await open({ vault: rotated, known: new Uint8Array(32).fill(7) })
  expect(second.everywhere(ADA)).toEqual(first.everywhere(ADA))
  expect((await open({ vault: rotated })).everywhere(ADA)).toEqual(first.everywhere(ADA))
  await expect(open()).rejects.toThrow('SECRET_KEY is not the one')
})

test('accounts are hashed only for organizations that suppress anybody, and once for all', async () => {
  const suppression = await open()
  const hashed: string[] = []
  const counting = {
    ...suppression,
    inOrganization: (id: string, account: typeof ADA) => {
      hashed.push(id)
      return suppression.inOrganization(id, account)
    },
    everywhere: (account: typeof ADA) => {
      hashed.push('everywhere')
      return suppression.everywhere(account)
    },
  }
  const [keeper, other] = [(await app.organization()).organizationId, (await app.organization()).organizationId]
  const asked = [ADA, ADA, { ...ADA, externalId: '1816' }].flatMap((account) =>
    [keeper, other].map((organizationId) => ({ ...account, organizationId })),
  )
  const find = () => app.db.transaction(monitoringScope(), (tx) => findSuppressedAccounts(tx, counting, asked))
  expect(await find()).toEqual(new Set())
  expect(hashed).toEqual([])

  const author = suppression.inOrganization(keeper, ADA)
  const known = [{ author, at: app.clock.now() }]
  await app.db.transaction(organizationScope(keeper), (tx) => insertSuppressed(tx, keeper, known))
  expect(await find()).toEqual(new Set([0, 2]))
  expect(hashed).toEqual([keeper, keeper, keeper])

  hashed.length = 0
  const all = [{ author: suppression.everywhere({ ...ADA, externalId: '1816' }), at: app.clock.now() }]
  await app.db.transaction(installationScope(), (tx) => insertSuppressedEverywhere(tx, all))
  expect(await find()).toEqual(new Set([0, 2, 4, 5]))
  expect(hashed.filter((where) => where === 'everywhere')).toHaveLength(2)
})
