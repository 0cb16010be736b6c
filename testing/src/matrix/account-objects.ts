import { sql } from 'kysely'
import { createAccountTokens, type AccountTokens } from '@leadlight/server/core/accounts/account-tokens'
import { findOwnCredentials, type Credentials } from '@leadlight/server/core/accounts/credential-store'
import { loginScope } from '@leadlight/server/platform/scopes'
import { inOrganization } from '../lead-builder.ts'
import type { TestUser } from '../test-organization.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

type Sign = (tokens: AccountTokens, credentials: Credentials) => Promise<string>

/** The token in a mail to the caller. A gone one was mailed before the account had another password. */
function link(sign: Sign, goneSign = sign): ObjectKind {
  const make = async (site: Site, caller: TestUser | undefined, change: Partial<Credentials>, how: Sign) => {
    const credentials = await credentialsOf(site, caller)
    return how(createAccountTokens(site.stage.app.dependencies), { ...credentials, ...change })
  }
  return {
    make: (site, _, caller) => make(site, caller, {}, sign),
    makeGone: (site, _, caller) => make(site, caller, { passwordHash: 'a former one' }, goneSign),
    isBearers: true,
  }
}

const signVerification: Sign = (tokens, { accountId, email }) => tokens.signVerification({ id: accountId, email })
const signFormerVerification: Sign = (tokens, { accountId }) =>
  tokens.signVerification({ id: accountId, email: 'former@people.example' })

/** A key of the caller's own, or an admin's where they are not in the organization, or another's is asked for. */
async function makeApiKey(site: Site, _: string, caller: TestUser = site.admin): Promise<string> {
  const { app } = site.stage
  const id = app.dependencies.newId()
  await inOrganization(app, site, (tx) =>
    sql`insert into api_key (id, organization_id, account_id, name, scope, hash, hint, created_at, expires_at, window_began_at)
      values (${id}, ${site.organizationId},
        coalesce((select account_id from membership where account_id = ${caller.userId}), ${site.admin.userId}), 'Key', 'read', ${Buffer.from(id)}, 'll_…', now(),
        now() + interval '1 year', now())`.execute(tx),
  )
  return id
}

const apiKey: ObjectKind = {
  make: makeApiKey,
  async makeGone(site, projectId, caller) {
    const id = await makeApiKey(site, projectId, caller)
    await inOrganization(site.stage.app, site, (tx) => sql`delete from api_key where id = ${id}`.execute(tx))
    return id
  },
}

/** A session of the caller's own in another browser. */
async function makeSession(site: Site, _: string, caller: TestUser = site.admin): Promise<string> {
  const { app } = site.stage
  const id = app.dependencies.newId()
  const times = { from: app.clock.now(), to: new Date(app.clock.now().getTime() + 60_000) }
  await app.db.transaction(loginScope(), (tx) =>
    sql`insert into session (id, account_id, created_at, last_used_at, expires_at, idle_at)
      values (${id}, ${caller.userId}, ${times.from}, ${times.from}, ${times.to}, ${times.to})`.execute(tx),
  )
  return id
}

const session: ObjectKind = {
  make: makeSession,
  async makeGone(site, projectId, caller) {
    const id = await makeSession(site, projectId, caller)
    await site.stage.app.db.transaction(loginScope(), (tx) => sql`delete from session where id = ${id}`.execute(tx))
    return id
  },
}

export const ACCOUNT_OBJECTS = {
  session,
  apiKey,
  verificationLink: link(signVerification, signFormerVerification),
  resetLink: link((tokens, credentials) => tokens.signReset(credentials)),
  emailChangeLink: link((tokens, credentials) => tokens.signEmailChange(credentials, `new.${credentials.email}`)),
} satisfies Record<string, ObjectKind>

/** As for everybody who has just registered, the address is not verified yet. */
async function credentialsOf({ stage, admin }: Site, caller: TestUser = admin): Promise<Credentials> {
  const found = await stage.app.db.transaction(loginScope(), async (tx) => {
    await sql`update account set is_verified = false where id = ${caller.userId}`.execute(tx)
    return findOwnCredentials(tx, caller.userId)
  })
  if (!found) throw new Error(`${caller.email} has no account.`)
  return found
}
