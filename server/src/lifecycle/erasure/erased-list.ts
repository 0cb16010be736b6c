import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readHeader } from '../../platform/backup/dump-file.ts'
import { writeWhole, type WriteOptions } from '../../platform/backup/draft-file.ts'
import { readTablesOfBackup, readTablesOfDatabase, type TextRow } from '../../platform/backup/read-table.ts'
import type { Database } from '../../platform/database.ts'

const SUFFIX = '.erased.json'
const FORMAT = 'leadlight-erased-accounts'
const KEY = 'public.suppression_key'
const OWN = 'public.suppressed_author'
const EVERYWHERE = 'public.suppressed_everywhere'
/** Of a database that has not been migrated since it had hashes without a key. */
const FORMER = 'public.erased_author'

const Hash = z.string().regex(/^\\x[0-9a-f]{64}$/)
const Sealed = z.string().regex(/^\\x([0-9a-f]{2})+$/)
/** An account that an organization, or without one all of them, must not have: told by its hash alone. */
const Account = z.object({ organization_id: z.uuid().nullable(), author: Hash, erased_at: z.string() })
const Head = z.object({ format: z.literal(FORMAT), made_at: z.iso.datetime() })
const List = z.discriminatedUnion('format_version', [
  // Of hashes without a key.
  Head.extend({ format_version: z.literal(1), accounts: z.array(Account) }).transform((list) => ({
    ...list,
    key: null,
  })),
  /** `key` is what the hashes were made with, sealed by the installation's secret; null as long as they have none. */
  Head.extend({ format_version: z.literal(2), key: Sealed.nullable(), accounts: z.array(Account) }),
])

type Account = z.infer<typeof Account>

/** Accounts that were erased, and what they were hashed with. */
export interface Erased {
  /** The sealed key; null for hashes without one. */
  key: Uint8Array | null
  accounts: readonly Account[]
}

export interface ErasedList extends Erased {
  path: string
  madeAt: Date
}

/**
 * Writes which accounts a backup knows to be erased into a file beside it, and resolves with that file's path. An older
 * backup that is restored with this list brings none of them back.
 */
export async function writeErasedList(backup: string, options: WriteOptions): Promise<string> {
  const path = `${backup}${SUFFIX}`
  const { key, accounts } = await readErasedOfBackup(backup)
  const { made_at } = await readHeader(backup)
  const list = { format: FORMAT, format_version: 2, made_at, key: key && asText(key), accounts }
  List.parse(list)
  await writeWhole(path, options, async (file) => {
    await file.writeFile(`${JSON.stringify(list)}\n`)
    await file.sync()
  })
  return path
}

/** The list that is named, else the newest beside the backup; undefined without any. Throws for one that is damaged. */
export async function findErasedList(backup: string, named: string | undefined): Promise<ErasedList | undefined> {
  if (named !== undefined) return readErasedList(named)
  const names = (await readdir(dirname(backup))).filter((name) => name.endsWith(SUFFIX))
  const lists = await Promise.all(names.map((name) => readErasedList(join(dirname(backup), name))))
  return lists.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0]
}

/** The accounts that are erased in this database, which a restore is about to replace. */
export async function readErasedOfDatabase(database: Pick<Database, 'pool'>): Promise<Erased> {
  return toErased(await readTablesOfDatabase(database, [KEY, OWN, EVERYWHERE, FORMER]))
}

/** The accounts that a backup knows to be erased. */
export async function readErasedOfBackup(backup: string): Promise<Erased> {
  return toErased(await readTablesOfBackup(backup, [KEY, OWN, EVERYWHERE, FORMER]))
}

function toErased(tables: ReadonlyMap<string, readonly TextRow[]>): Erased {
  const sealed = tables.get(KEY)?.[0]?.['sealed']
  const suppressed = [...(tables.get(OWN) ?? []), ...(tables.get(EVERYWHERE) ?? [])]
  return {
    key: sealed == null ? null : fromText(sealed),
    accounts: [
      ...(tables.get(FORMER) ?? []).map((row) => Account.parse(row)),
      ...suppressed.map(({ organization_id, author, suppressed_at }) =>
        Account.parse({ organization_id: organization_id ?? null, author, erased_at: suppressed_at }),
      ),
    ],
  }
}

async function readErasedList(path: string): Promise<ErasedList> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`The list ${path} cannot be read; nothing was changed.`, { cause: error })
  })
  try {
    const { made_at, key, accounts } = List.parse(JSON.parse(text))
    return { path, madeAt: new Date(made_at), key: key === null ? null : fromText(key), accounts }
  } catch (error) {
    throw new Error(`${path} is no list of erased people; nothing was changed.`, { cause: error })
  }
}

/** As PostgreSQL writes bytes. */
function asText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`
}

export function fromText(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex')
}
