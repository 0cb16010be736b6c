import { sql } from 'kysely'
import { hashToken } from '@leadlight/server/lifecycle/privacy/hash-token'
import { inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that notices name. */
export const PRIVACY_OBJECTS = {
  /** The token in a message to somebody whose lead is gone: what calls by it answer is the same for all callers. */
  noticeToken: {
    make: makeToken,
    makeGone: async (site) => `${await makeToken(site)}x`,
    isBearers: true,
  },
} satisfies Record<string, ObjectKind>

async function makeToken(site: Site): Promise<string> {
  const token = site.stage.app.dependencies.newId()
  const hash = Buffer.from(hashToken(token))
  const authors = [Buffer.from(hashToken(`${token} author`))]
  const query = sql`
    insert into notice (token_hash, organization_id, made_at, authors)
    values (${hash}, ${site.organizationId}, now(), ${authors}::bytea[])`
  await inOrganization(site.stage.app, site, (tx) => query.execute(tx))
  return token
}
