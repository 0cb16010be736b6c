import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import { createSealedAddresses } from '@leadlight/server/core/accounts/sealed-addresses'
import { createSecondFactorCodes } from '@leadlight/server/core/accounts/second-factor-codes'
import { openKey } from '@leadlight/server/core/suppression/open-suppression'
import { createSuppression } from '@leadlight/server/core/suppression/suppression'
import { sealKey, unsealKey } from '@leadlight/server/finding/sources/sealed-key'
import { openToken, sealToken } from '@leadlight/server/outlets/slack/open-token'
import { makeSecret, openSecret } from '@leadlight/server/outlets/webhooks/secrets'
import type { ProjectIds } from '@leadlight/server/platform/actor'
import { createKeys, createVault, type Keys } from '@leadlight/server/platform/crypto'
import type { Tx } from '@leadlight/server/platform/db'
import { systemRandom } from '@leadlight/server/platform/random'
import { operatorScope } from '@leadlight/server/platform/scopes'
import { inOrganization } from './lead-builder.ts'
import { buildSlack } from './slack-builder.ts'
import type { TestApp } from './test-app.ts'
import { buildWebhook } from './webhook-builder.ts'

/** That of the tests' app, and the one before it. */
export const OLD = 'a secret that only the tests know of'
export const OLDEST = 'the secret before the old one, of some length'
const OLD_KEYS = createKeys(OLD)

export interface Site extends ProjectIds {
  app: TestApp
}

/** Seals something under the old secret as the product does, keeps it, and says how the product reads it. */
type Seed = (site: Site) => Promise<(tx: Tx, keys: Keys) => Promise<unknown>>

export const vaultOf = (keys: Keys) => createVault(keys, systemRandom)
export const codesOf = (app: TestApp, keys: Keys) =>
  createSecondFactorCodes({ keys, random: systemRandom, clock: app.clock })

export async function only<T>(tx: Tx, query: ReturnType<typeof sql<{ sealed: T }>>): Promise<T> {
  const [row, ...more] = (await query.execute(tx)).rows
  if (!row || more.length > 0) throw new Error('That is not the one row.')
  return row.sealed
}

/** By table and column, a value of each kind. */
export const SEALED_SEEDS: Record<string, Seed> = {
  async 'project_key.sealed'(site) {
    const { app, organizationId, projectId } = site
    const ids = { projectId, platform: 'x' }
    await run(
      site,
      sql`insert into project_key (organization_id, project_id, platform, sealed, hint, set_at)
      values (${organizationId}, ${projectId}, 'x', ${sealKey(vaultOf(OLD_KEYS), ids, { token: 'of x' })}, '…of x', ${app.clock.now()})`,
    )
    return async (at, keys) => {
      const query = sql<{
        sealed: Buffer
      }>`select sealed from project_key where project_id = ${projectId} and platform = 'x'`
      expect(unsealKey(vaultOf(keys), ids, await only(at, query))).toEqual({ token: 'of x' })
    }
  },
  'webhook.secret': (site) => seedWebhook(site, 'secret'),
  'webhook.old_secret': (site) => seedWebhook(site, 'old_secret'),
  async 'slack_connection.token'({ app, ...ids }) {
    const { connectionId } = await buildSlack(app, ids, { token: 'xoxb-ours' })
    return async (at, keys) => {
      const query = sql<{ sealed: Buffer }>`select token as sealed from slack_connection where id = ${connectionId}`
      expect(openToken(vaultOf(keys), connectionId, await only(at, query))).toBe('xoxb-ours')
    }
  },
  async 'slack_revocation.token'(site) {
    const { app } = site
    const id = app.dependencies.newId()
    await run(
      site,
      sql`insert into slack_revocation (id, team_id, token, put_down_at)
      values (${id}, 'T0GONE', ${sealToken(vaultOf(OLD_KEYS), id, 'xoxb-gone')}, ${app.clock.now()})`,
    )
    return async (at, keys) => {
      const query = sql<{ sealed: Buffer }>`select token as sealed from slack_revocation where id = ${id}`
      expect(openToken(vaultOf(keys), id, await only(at, query))).toBe('xoxb-gone')
    }
  },
  async 'second_factor.secret'(site) {
    const { app } = site
    const { userId: id, email } = await app.user()
    const { sealed, otpauthUrl } = codesOf(app, OLD_KEYS).newSecret({ id, email })
    await run(
      site,
      sql`insert into second_factor (account_id, secret, started_at) values (${id}, ${sealed}, ${app.clock.now()})`,
    )
    const totp = URI.parse(otpauthUrl)
    if (!(totp instanceof TOTP)) throw new Error('not a time-based code')
    return async (at, keys) => {
      const query = sql<{ sealed: Buffer }>`select secret as sealed from second_factor where account_id = ${id}`
      const code = totp.generate({ timestamp: app.clock.now().getTime() })
      expect(codesOf(app, keys).findStep(id, await only(at, query), code)).toBeGreaterThan(0)
    }
  },
  async 'recovery_key.sealed'(site) {
    const { app } = site
    const kept = codesOf(app, createKeys(OLD, OLDEST)).sealShortCodeKey()
    await run(site, sql`insert into recovery_key (sealed) values (${kept})`)
    const hash = shortCodeHash(createKeys(OLDEST), 'somebody')
    return async (at, keys) => {
      const sealed = await only(at, sql<{ sealed: Buffer }>`select sealed from recovery_key`)
      expect(codesOf(app, keys).hashShortCode('somebody', '7k3m', sealed)).toContainEqual(hash)
    }
  },
  async 'suppression_key.sealed'({ app }) {
    const account = { platform: 'github', externalId: 'somebody' }
    const before = await app.db.transaction(operatorScope(), (tx) =>
      sql<{ sealed: Buffer }>`select sealed from suppression_key`.execute(tx),
    )
    const key = openKey(vaultOf(OLD_KEYS), before.rows[0]!.sealed)
    return async (at, keys) => {
      const sealed = await only(at, sql<{ sealed: Buffer }>`select sealed from suppression_key`)
      const again = createSuppression(openKey(vaultOf(keys), sealed))
      expect(again.everywhere(account)).toEqual(createSuppression(key).everywhere(account))
    }
  },
  async 'job.payload'(site) {
    const { app } = site
    const [id, plain] = [app.dependencies.newId(), app.dependencies.newId()]
    const to = createSealedAddresses(OLD_KEYS, systemRandom).seal('rosa@example.com')
    for (const [job, name, payload] of [
      [id, 'accounts.mail-reset', { mailId: id, to }],
      [plain, 'somebody.else', { to: 'not sealed' }],
    ] as const) {
      await run(
        site,
        sql`insert into job (id, name, payload, start_after) values (${job}, ${name}, ${JSON.stringify(payload)}, '2099-01-01')`,
      )
    }
    return async (at, keys) => {
      const field = (job: string) =>
        only(at, sql<{ sealed: string }>`select payload ->> 'to' as sealed from job where id = ${job}`)
      expect(createSealedAddresses(keys, systemRandom).open(await field(id))).toBe('rosa@example.com')
      expect(await field(plain)).toBe('not sealed')
    }
  },
}

async function seedWebhook(site: Site, column: 'secret' | 'old_secret') {
  const { app } = site
  const { webhookId } = await buildWebhook(app, site)
  const { secret, sealed } = makeSecret({ vault: vaultOf(OLD_KEYS), random: systemRandom }, webhookId)
  const until = column === 'old_secret' ? sql`, old_secret_until = ${app.clock.now()}` : sql``
  await run(site, sql`update webhook set ${sql.ref(column)} = ${sealed} ${until} where id = ${webhookId}`)
  return async (at: Tx, keys: Keys) => {
    const query = sql<{ sealed: Buffer }>`select ${sql.ref(column)} as sealed from webhook where id = ${webhookId}`
    expect(openSecret(vaultOf(keys), webhookId, await only(at, query))).toBe(secret)
  }
}

/** As earlier versions kept the recovery code `7k3m`. */
export function shortCodeHash(keys: Keys, accountId: string): Buffer {
  return createHmac('sha256', keys.derive('recovery-code')).update(`${accountId}:7k3m`).digest()
}

async function run(site: Site, statement: RawBuilder<unknown>): Promise<void> {
  await inOrganization(site.app, site, (tx) => statement.execute(tx))
}
