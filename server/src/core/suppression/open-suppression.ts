import { sql } from 'kysely'
import type { Vault } from '../../platform/crypto.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Random } from '../../platform/random.ts'
import type { SealedColumn } from '../../platform/reseal.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { createSuppression, type Suppression } from './suppression.ts'

const CONTEXT = 'suppression key'
const KEY_BYTES = 32

export const SEALED_SUPPRESSION_KEY: SealedColumn = {
  words: ['key of who objected', 'keys of who objected'],
  ifLost:
    'The key by which those are known who objected cannot be read, so nothing starts: find the secret that sealed it, or run npm run operator -- forget-objections, which forgets them.',
  table: 'suppression_key',
  key: ['id'],
  column: 'sealed',
  contextOf: () => CONTEXT,
}

interface SuppressionDependencies {
  db: Db
  vault: Vault
  random: Random
}

/**
 * Opens the installation's key of suppressed accounts; the first call makes it, and gives it to the hashes of earlier
 * versions. `known` is that key where the caller has it from a list: it is kept from now on, sealed anew. Throws for a
 * key sealed with another secret, since nobody who objected would be recognized.
 */
export async function openSuppression(
  { db, vault, random }: SuppressionDependencies,
  { known }: { known?: Uint8Array | undefined } = {},
): Promise<Suppression> {
  const key = await db.transaction(operatorScope(), async (tx) => {
    const fresh = known ?? random.bytes(KEY_BYTES)
    if (await insertKey(tx, sealKey(vault, fresh))) {
      await keyFormerHashes(tx, createSuppression(fresh))
      return fresh
    }
    if (known === undefined) return openKey(vault, await selectKey(tx))
    await sql`update suppression_key set sealed = ${sealKey(vault, known)}`.execute(tx)
    return known
  })
  return createSuppression(key)
}

/** The key as it was sealed. Throws a readable sentence if that was with another secret. */
export function openKey(vault: Vault, sealed: Uint8Array): Uint8Array {
  try {
    return Buffer.from(vault.open(sealed, CONTEXT), 'base64')
  } catch (error) {
    throw new Error(
      'SECRET_KEY is not the one with which this installation keeps out who objected; set the former one. docs/operating.md says what to do if it is lost.',
      { cause: error },
    )
  }
}

/** Deletes the key and every hash. The caller's scope is the operator's. */
export async function deleteSuppression(tx: Tx): Promise<void> {
  await tx.deleteFrom('suppressed_author').execute()
  await tx.deleteFrom('suppressed_everywhere').execute()
  await tx.deleteFrom('suppression_key').execute()
}

function sealKey(vault: Vault, key: Uint8Array): Uint8Array {
  return vault.seal(Buffer.from(key).toString('base64'), CONTEXT)
}

/** False if there is one already; another process that is making it is waited for. */
async function insertKey(tx: Tx, sealed: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    insert into suppression_key (sealed) values (${sealed}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

async function selectKey(tx: Tx): Promise<Uint8Array> {
  const { sealed } = await tx.selectFrom('suppression_key').select('sealed').executeTakeFirstOrThrow()
  return sealed
}

async function keyFormerHashes(tx: Tx, suppression: Suppression): Promise<void> {
  const rows = await tx.selectFrom('suppressed_author').select(['organization_id', 'author']).execute()
  await sql`
    update suppressed_author set author = keyed.author
    from unnest(
      ${rows.map((row) => row.organization_id)}::uuid[], ${rows.map((row) => row.author)}::bytea[],
      ${rows.map((row) => Buffer.from(suppression.fromUnkeyed(row.author)))}::bytea[]
    ) as keyed (organization_id, former, author)
    where suppressed_author.organization_id = keyed.organization_id and suppressed_author.author = keyed.former`.execute(
    tx,
  )
}
