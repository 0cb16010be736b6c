import { login, me, resetPassword } from '@leadlight/contract/accounts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import {
  codesOf,
  OLD,
  OLDEST,
  only,
  SEALED_SEEDS,
  shortCodeHash,
  vaultOf,
  type Site,
} from '@leadlight/testing/sealed-seeds'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'
import { buildWebhook } from '@leadlight/testing/webhook-builder'
import { buildApp } from '../../app.ts'
import { createAccountTokens } from '../../core/accounts/account-tokens.ts'
import { findCredentials } from '../../core/accounts/credential-store.ts'
import { sealKey, unsealKey } from '../../finding/sources/sealed-key.ts'
import { makeSecret } from '../../outlets/webhooks/secrets.ts'
import { createKeys, type Keys } from '../../platform/crypto.ts'
import { systemRandom, type Random } from '../../platform/random.ts'
import type { SealedColumn } from '../../platform/reseal.ts'
import { loginScope, operatorScope, platformScope, resealingScope } from '../../platform/scopes.ts'
import { openKeys } from '../../platform/secret-key.ts'
import { createSignedTokens } from '../../platform/signed-tokens.ts'
import { readCommand } from './commands.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

const NEW = 'a new secret that only this test knows of'
const [OLD_KEYS, NEW_KEYS] = [createKeys(OLD), createKeys(NEW)]
/** Far more than are sealed in one piece. */
const MANY = 230

const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`

/** An installation under the old secret with a project. */
async function open(): Promise<Site> {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  return { app, organizationId: organization.organizationId, projectId }
}

function start(app: TestApp, secretKey: string, secretKeyOld?: string) {
  return openKeys({ ...app.dependencies, sealed: SEALED_COLUMNS, dataDir: '/nowhere', secretKey, secretKeyOld })
}

/** The lines that the operator's command prints, run with both secrets. */
async function rotate(
  { app }: { app: TestApp },
  { random = systemRandom, args = [] as string[], secretKey = NEW } = {},
) {
  const run = readCommand(['rotate-key', ...args])
  if (typeof run !== 'function') throw new Error('That is no command.')
  const secrets = { secretKey, secretKeyOld: OLD, dataDir: '/nowhere', sessionDays: 7 }
  return run({ ...operatorParts(app), random, secrets })
}

/** The installation after the change: with the new secret, and the old one beside it where given. */
function served(app: TestApp, token?: string, ...secrets: [string, string?]) {
  const keys = createKeys(...secrets)
  const signedTokens = createSignedTokens(keys, app.clock)
  return createTestClient(buildApp({ ...app.dependencies, keys, signedTokens }), token)
}

test('every sealed kind is sealed again and read with the new secret alone', async () => {
  const site = await open()
  const { app } = site
  expect(Object.keys(SEALED_SEEDS).toSorted()).toEqual(SEALED_COLUMNS.map(nameOf).toSorted())
  const readers: Awaited<ReturnType<(typeof SEALED_SEEDS)[string]>>[] = []
  for (const seed of Object.values(SEALED_SEEDS)) readers.push(await seed(site))
  await start(app, OLD)
  await start(app, NEW, OLD)
  const said = await rotate(site)

  expect(said[0]).toMatch(/^Sealed with the present secret: 1 platform key, .*1 second factor, /)
  expect(said.at(-1)).toMatch(/sign in again once you take it away: after 7 days that is nobody\./)
  await app.db.transaction(resealingScope(), async (tx) => {
    for (const read of readers) await read(tx, NEW_KEYS)
    for (const read of readers) await expect(read(tx, OLD_KEYS)).rejects.toThrow()
  })
  await expect(start(app, NEW)).resolves.toMatchObject({ hasBegunChange: false })
  expect((await rotate(site))[0]).toBe('Everything that can be read is sealed with the present secret already.')
})

test('a first start finds what its secret opens, however much there is that it does not', async () => {
  const site = await open()
  const { app, organizationId, projectId } = site
  await app.db.transaction(operatorScope(), (tx) => sql`delete from suppression_key`.execute(tx))
  await inOrganization(app, site, async (tx) => {
    for (let n = 0; n < MANY; n++) {
      const platform = `platform-${String(n).padStart(3, '0')}`
      const keys = n === MANY - 1 ? OLD_KEYS : createKeys(OLDEST)
      const sealed = sealKey(vaultOf(keys), { projectId, platform }, { token: platform })
      await sql`insert into project_key (organization_id, project_id, platform, sealed, hint, set_at)
        values (${organizationId}, ${projectId}, ${platform}, ${sealed}, '…', ${app.clock.now()})`.execute(tx)
    }
  })

  await expect(start(app, NEW)).rejects.toThrow('SECRET_KEY is not the secret')
  await expect(start(app, OLD)).resolves.toMatchObject({ hasBegunChange: false })
})

test('a column of bytes is in the list of sealed ones, or is known to hold nothing sealed', async () => {
  const { app } = await open()
  const query = sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and udt_name in ('bytea', '_bytea') and table_name not like '%\\_view' order by 1`
  const { rows } = await app.db.transaction(platformScope(), (tx) => query.execute(tx))
  const sealed = SEALED_COLUMNS.filter(({ field }) => field === undefined).map(nameOf)

  expect(rows.map(({ name }) => name).filter((name) => !sealed.includes(name))).toEqual(HOLD_NOTHING_SEALED)
})

/** Hashes, fingerprints, vectors, weights and packed ids. */
const HOLD_NOTHING_SEALED = [
  'api_key.hash',
  'idempotent_call.fingerprint',
  'notice.authors',
  'notice.token_hash',
  'password_reset.address_hash',
  'post.fingerprint',
  'post.vector',
  'rate_limit.key',
  'receiving_address.hash',
  'recovery_code.code_hash',
  'secret_key.name',
  'session.address_hash',
  'signal_adjustment.weights',
  'signal_teaching.weights',
  'slack_journey.state_hash',
  'slack_message.shown',
  'slack_press.key',
  'suppressed_author.author',
  'suppressed_everywhere.author',
  'watch_post.words',
]

test('a change that ends in the middle keeps what is done, loses nothing, and goes on from there', async () => {
  const site = await open()
  const { app, organizationId, projectId } = site
  const platforms = Array.from({ length: MANY }, (_, n) => `platform-${n}`)
  await inOrganization(app, site, async (tx) => {
    for (const platform of platforms) {
      const sealed = sealKey(vaultOf(OLD_KEYS), { projectId, platform }, { token: platform })
      await sql`insert into project_key (organization_id, project_id, platform, sealed, hint, set_at)
        values (${organizationId}, ${projectId}, ${platform}, ${sealed}, '…', ${app.clock.now()})`.execute(tx)
    }
  })
  await start(app, OLD)
  await start(app, NEW, OLD)
  const read = async (keys: Keys) => {
    const query = sql<{ platform: string; sealed: Buffer }>`select platform, sealed from project_key`
    const { rows } = await app.db.transaction(resealingScope(), (tx) => query.execute(tx))
    return rows.filter(({ platform, sealed }) => {
      try {
        return unsealKey(vaultOf(keys), { projectId, platform }, sealed)['token'] === platform
      } catch {
        return false
      }
    }).length
  }

  await expect(rotate(site, { random: endsAfter(MANY - 10) })).rejects.toThrow('the process ended')
  const done = await read(NEW_KEYS)
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(MANY - 10)
  expect(await read(createKeys(NEW, OLD))).toBe(MANY)
  await expect(start(app, NEW)).rejects.toThrow(/^The change to this secret is not finished/)

  expect((await rotate(site))[0]).toBe(
    `Sealed with the present secret: ${MANY - done} platform keys, 1 key of who objected.`,
  )
  expect(await read(NEW_KEYS)).toBe(MANY)
})

/** Randomness that fails once so many values were sealed, as a process that is killed. */
function endsAfter(times: number): Random {
  let asked = 0
  return {
    ...systemRandom,
    bytes(count) {
      if (++asked > times) throw new Error('the process ended')
      return systemRandom.bytes(count)
    },
  }
}

test('what no secret opens is told and left as it is', async () => {
  const site = await open()
  const { webhookId } = await buildWebhook(site.app, site)
  const { sealed } = makeSecret({ vault: vaultOf(createKeys(OLDEST)), random: systemRandom }, webhookId)
  await inOrganization(site.app, site, (tx) =>
    sql`update webhook set secret = ${sealed} where id = ${webhookId}`.execute(tx),
  )
  await start(site.app, OLD)
  await start(site.app, NEW, OLD)
  const said = await rotate(site)

  expect(said).toContain(
    'No secret that is set opens these, so they were left as they are and have to be entered again: 1 webhook’s secret.',
  )
  const query = sql<{ sealed: Buffer }>`select secret as sealed from webhook where id = ${webhookId}`
  const kept = await inOrganization(site.app, site, (tx) => only(tx, query))
  expect(kept.equals(sealed)).toBe(true)
})

test('a lost secret is given up only where the operator says so, and what it sealed is told', async () => {
  const site = await open()
  await buildWebhook(site.app, site)
  await userWithFactor(site.app, OLD_KEYS)
  await start(site.app, OLD)
  await expect(start(site.app, NEW)).rejects.toThrow('rotate-key --old-is-lost')
  const run = readCommand(['rotate-key', '--old-is-lost'])
  if (typeof run !== 'function') throw new Error('That is no command.')
  const secrets = { secretKey: NEW, secretKeyOld: undefined, dataDir: '/nowhere', sessionDays: 7 }
  const said = await run({ ...operatorParts(site.app), secrets })

  expect(said[1]).toMatch(/have to be entered again: 1 webhook’s secret\.$/)
  expect(said[2]).toContain('npm run operator -- remove-second-factor')
  expect(said[3]).toContain('npm run operator -- forget-objections')
  await expect(start(site.app, NEW)).resolves.toMatchObject({ hasBegunChange: false })
  // It was found after all.
  await start(site.app, NEW, OLD)
  expect((await rotate(site))[0]).toBe(
    'Sealed with the present secret: 1 webhook’s secret, 1 second factor, 1 key of who objected.',
  )
})

test('sessions go on as long as the old secret is set, and end at once where the operator wishes', async () => {
  const site = await open()
  const { app } = site
  const { token, userId } = await app.user()
  await start(app, OLD)
  await start(app, NEW, OLD)
  await rotate(site)

  expect(await served(app, token, NEW, OLD).call(me)).toMatchObject({ id: userId })
  expect((await served(app, token, NEW).ask(me)).status).toBe(401)
  expect(await rotate(site, { args: ['--end-sessions'] })).toContainEqual(
    expect.stringMatching(/^Ended \d+ sessions\./),
  )
  expect((await served(app, token, NEW, OLD).ask(me)).status).toBe(401)
})

test('a mailed link works as long as the old secret is set', async () => {
  const { app } = await open()
  const { email } = await app.user()
  const credentials = await app.db.transaction(loginScope(), (tx) => findCredentials(tx, email))
  if (!credentials) throw new Error('no credentials')
  const signedTokens = createSignedTokens(OLD_KEYS, app.clock)
  const token = await createAccountTokens({ keys: OLD_KEYS, signedTokens }).signReset(credentials)
  const body = { token, password: 'eleven boats in the harbour' }

  expect((await served(app, undefined, NEW).ask(resetPassword, { body })).status).toBe(400)
  expect((await served(app, undefined, NEW, OLD).ask(resetPassword, { body })).status).toBe(200)
})

test('recovery codes that earlier versions hashed under the old secret outlive it', async () => {
  const site = await open()
  const { app } = site
  const { userId, email } = await userWithFactor(app, OLD_KEYS)
  await insertCode(app, userId, shortCodeHash(OLD_KEYS, userId))
  await start(app, OLD)
  await start(app, NEW, OLD)
  await rotate(site)
  const enter = () => enterCode(app, email, { code: '7K3M', secret: NEW })

  expect([await enter(), await enter()]).toEqual([200, 400])
})

test('a kept key of recovery codes that no secret opens ends its codes alone, and goes once the operator gives it up', async () => {
  const site = await open()
  const { app } = site
  const { userId, email } = await userWithFactor(app, OLD_KEYS)
  await insertCode(app, userId, codesOf(app, OLD_KEYS).hashRecoveryCode(userId, 'a code of now'))
  const kept = codesOf(app, createKeys(OLDEST, 'a secret of an earlier version, lost')).sealShortCodeKey()
  const count = async () => {
    const { rows } = await app.db.transaction(loginScope(), (tx) => sql`select from recovery_key`.execute(tx))
    return rows.length
  }
  await app.db.transaction(loginScope(), (tx) => sql`insert into recovery_key (sealed) values (${kept})`.execute(tx))
  const enter = (code: string) => enterCode(app, email, { code, secret: OLD })
  expect([await enter('7K3M'), await enter('a code of now')]).toEqual([400, 200])

  await start(app, OLD)
  await start(app, NEW, OLD)
  expect(await rotate(site)).toContainEqual(expect.stringMatching(/^Recovery codes that earlier versions made/))
  expect(await count()).toBe(1)
  expect(await rotate(site, { args: ['--old-is-lost'] })).toContainEqual(
    expect.stringMatching(/^Recovery codes that earlier versions made/),
  )
  expect(await count()).toBe(0)
})

/** Somebody whose second factor is on. */
async function userWithFactor(app: TestApp, keys: Keys) {
  const { userId, email } = await app.user()
  const { sealed } = codesOf(app, keys).newSecret({ id: userId, email })
  const now = app.clock.now()
  await app.db.transaction(loginScope(), (tx) =>
    sql`insert into second_factor (account_id, secret, started_at, confirmed_at) values (${userId}, ${sealed}, ${now}, ${now})`.execute(
      tx,
    ),
  )
  return { userId, email }
}

async function insertCode(app: TestApp, userId: string, hash: Uint8Array) {
  await app.db.transaction(loginScope(), (tx) =>
    sql`insert into recovery_code (account_id, code_hash) values (${userId}, ${hash})`.execute(tx),
  )
}

/** The status of a sign-in with that code. */
async function enterCode(app: TestApp, email: string, { code, secret }: { code: string; secret: string }) {
  const body = { username: email, password: TEST_PASSWORD, second_factor_code: code }
  return (await served(app, undefined, secret).ask(login, { body })).status
}
