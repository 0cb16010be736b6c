import { sql, type RawBuilder } from 'kysely'
import { NAME_BYTES, type Keys, type Vault } from './crypto.ts'
import type { Db, Tx } from './db.ts'
import { resealingScope } from './scopes.ts'

const PIECE_ROWS = 100

/**
 * A column whose values a `Vault` sealed. Whoever seals values that are kept declares their column in the same file, and
 * `lifecycle/operator/sealed-columns.ts` lists it, so that a new secret reaches all of them.
 */
export interface SealedColumn {
  /** What it has, one of them and several, as the operator reads it. */
  words: readonly [one: string, several: string]
  /** What to do where no secret opens it, as a sentence, if it cannot be entered again. */
  ifLost?: string
  table: string
  /** The columns that tell its rows apart. */
  key: readonly string[]
  column: string
  /** For a value in a JSON column: its field, where it lies in Base64. */
  field?: string
  /** Which rows, where others have something else in it. */
  only?: { column: string; values: readonly string[] }
  /** What the value of a row, given by its key, is sealed for. */
  contextOf: (key: Record<string, string>) => string
}

/** A field that a `Vault` sealed in the payloads of these jobs. */
export function sealedInJobs({
  jobs,
  ...column
}: Pick<SealedColumn, 'words' | 'contextOf'> & { jobs: readonly { name: string }[]; field: string }): SealedColumn {
  const only = { column: 'name', values: jobs.map(({ name }) => name) }
  return { ...column, table: 'job', key: ['id'], column: 'payload', only }
}

export interface Resealed {
  column: SealedColumn
  /** How many were sealed again. */
  count: number
  /** How many could be opened with neither secret; they were left as they are. */
  unreadable: number
}

/**
 * Seals every value of these columns again that is not sealed with the present secret, in short transactions beside a
 * running installation. What was done before an end of the process stays done, and the next call goes on from there.
 */
export async function reseal(
  { db, keys, vault }: { db: Db; keys: Keys; vault: Vault },
  columns: readonly SealedColumn[],
): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const column of columns) {
    const total = { column, count: 0, unreadable: 0 }
    let after: Found | undefined
    do {
      const piece = await db.transaction(resealingScope(), (tx) => resealPiece(tx, { keys, vault, column, after }))
      total.count += piece.count
      total.unreadable += piece.unreadable
      after = piece.last
    } while (after !== undefined)
    done.push(total)
  }
  return done
}

/**
 * Whether the vault opens any value of these columns, and undefined where they have none. Without a vault nothing is
 * opened. Reads no more of them than it takes to know.
 */
export async function opensAny(
  { db, vault }: { db: Db; vault: Vault | undefined },
  columns: readonly SealedColumn[],
): Promise<boolean | undefined> {
  let isAnySealed = false
  for (const column of columns) {
    const which = sql`${valueOf(column)} is not null`
    let after: Found | undefined
    do {
      const from = { column, after, which, locks: sql`` }
      const found = await db.transaction(resealingScope(), (tx) => findPiece(tx, from))
      if (found.some(({ key, sealed }) => vault && open(vault, sealed, column.contextOf(key)) !== undefined))
        return true
      isAnySealed ||= found.length > 0
      after = found.length === PIECE_ROWS ? found.at(-1) : undefined
    } while (after !== undefined)
  }
  return isAnySealed ? false : undefined
}

interface Found {
  key: Record<string, string>
  sealed: Uint8Array
}

async function resealPiece(
  tx: Tx,
  { keys, vault, column, after }: { keys: Keys; vault: Vault; column: SealedColumn; after: Found | undefined },
): Promise<{ count: number; unreadable: number; last: Found | undefined }> {
  const found = await lockPiece(tx, { keys, column, after })
  let count = 0
  for (const { key, sealed } of found) {
    const context = column.contextOf(key)
    const plain = open(vault, sealed, context)
    if (plain === undefined) continue
    await replace(tx, { column, key, sealed: vault.seal(plain, context) })
    count += 1
  }
  return { count, unreadable: found.length - count, last: found.length === PIECE_ROWS ? found.at(-1) : undefined }
}

/** Locks rows whose value does not begin with the present secret's name. */
function lockPiece(
  tx: Tx,
  { keys, column, after }: { keys: Keys; column: SealedColumn; after: Found | undefined },
): Promise<Found[]> {
  const isOther = sql`substring(${valueOf(column)} from 1 for ${sql.lit(NAME_BYTES)}) <> ${keys.name}::bytea`
  return findPiece(tx, { column, after, which: isOther, locks: sql`for update` })
}

/** Rows with a value after these, in the order of their keys. */
async function findPiece(
  tx: Tx,
  piece: { column: SealedColumn; after: Found | undefined; which: RawBuilder<unknown>; locks: RawBuilder<unknown> },
): Promise<Found[]> {
  const { column, after, which, locks } = piece
  const named = column.key.map((name) => sql.ref(name))
  const past = after
    ? sql`and (${sql.join(named)}) > (${sql.join(column.key.map((name) => after.key[name] ?? ''))})`
    : sql``
  const only = column.only ? sql`and ${sql.ref(column.only.column)} = any(${[...column.only.values]}::text[])` : sql``
  const texts = column.key.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}::text`)
  const { rows } = await sql<Found>`
    select jsonb_build_object(${sql.join(texts)}) as key, ${valueOf(column)} as sealed
    from ${sql.table(column.table)}
    where ${which} ${past} ${only}
    order by ${sql.join(named)} limit ${sql.lit(PIECE_ROWS)} ${locks}`.execute(tx)
  return rows
}

async function replace(
  tx: Tx,
  { column, key, sealed }: { column: SealedColumn; key: Record<string, string>; sealed: Uint8Array },
): Promise<void> {
  const value =
    column.field === undefined
      ? sql`${sealed}::bytea`
      : sql`jsonb_set(${sql.ref(column.column)}, array[${column.field}]::text[], to_jsonb(${Buffer.from(sealed).toString('base64')}::text))`
  const same = column.key.map((name) => sql`${sql.ref(name)}::text = ${key[name] ?? ''}`)
  await sql`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${value}
    where ${sql.join(same, sql` and `)}`.execute(tx)
}

function valueOf({ column, field }: SealedColumn): RawBuilder<unknown> {
  return field === undefined ? sql.ref(column) : sql`decode(${sql.ref(column)} ->> ${sql.lit(field)}, 'base64')`
}

function open(vault: Vault, sealed: Uint8Array, context: string): string | undefined {
  try {
    return vault.open(sealed, context)
  } catch {
    return undefined
  }
}
