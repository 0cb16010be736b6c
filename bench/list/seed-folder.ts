import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { createSessionTokens } from '@leadlight/server/accounts/session-tokens'
import { createKeys } from '@leadlight/server/platform/crypto'
import { migrate } from '@leadlight/server/platform/migrate'
import { issueToken } from './capture.ts'
import { withDatabase } from './own-postgres.ts'
import { seed } from './seed.ts'

// node seed-folder.ts <folder> <leads>: fills an embedded database with one organization, and prints how to sign in to it.
const [dataDir = '', leads = '0'] = process.argv.slice(2)
const secretKey = randomBytes(32).toString('base64url')
const [organization] = await withDatabase({ dataDir }, async (database) => {
  await migrate(database)
  return seed(database.pool, { organizations: 1, leads: Number(leads), largest: Number(leads) })
})
if (!organization) throw new Error('Nothing was seeded')
const token = await issueToken(createSessionTokens(createKeys(secretKey)), organization)
console.log(JSON.stringify({ secretKey, token, projectId: organization.projectId }))
