import { parseArgs } from 'node:util'
import { eraseAgain, findSharedKey } from './lifecycle/erasure/erase-again.ts'
import {
  findErasedList,
  readErasedOfBackup,
  readErasedOfDatabase,
  type Erased,
  type ErasedList,
} from './lifecycle/erasure/erased-list.ts'
import { verifyDumpFile } from './platform/backup/dump-file.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import type { Config } from './platform/config.ts'
import { createVault } from './platform/crypto.ts'
import { openDatabase } from './platform/database.ts'
import { systemRandom } from './platform/random.ts'
import { readKeys } from './platform/secret-key.ts'
import { runCommand } from './platform/run-command.ts'

// npm run restore -- <file> [--replace] [--erased <list>]
await runCommand(async ({ config, source, args }) => {
  const { file, replace, named } = readArguments(args)
  // A bad file is refused before the database is opened, which would create a missing one.
  await verifyDumpFile(file)
  const list = await findErasedList(file, named)
  const database = await openDatabase({ ...source, poolMax: 1 })
  try {
    // Whom the replaced database knows to be erased, no list may know yet.
    const replaced = replace ? [await readErasedOfDatabase(database)] : []
    const erased = [...replaced, ...(list ? [list] : [])].filter(({ accounts }) => accounts.length > 0)
    const again = erased.length === 0 ? undefined : await prepareErasing(config, { file, erased })
    const sums = await restoreBackup(database, file, { replace })
    const rows = sums.reduce((total, sum) => total + sum.rows, 0)
    const { signal } = new AbortController()
    const fresh = again ? await eraseAgain({ ...database, ...source, ...again }, { ...again, erased }, signal) : 0
    return [
      `Restored ${rows} rows of ${sums.length} tables, each compared with the backup.`,
      ...describeErased(list, fresh),
    ]
  } finally {
    await database.close()
  }
})

/** Refuses before anything is changed where the accounts of the lists could not be told in the backup. */
async function prepareErasing(config: Config, { file, erased }: { file: string; erased: readonly Erased[] }) {
  const vault = createVault(readKeys(config), systemRandom)
  const backup = await readErasedOfBackup(file)
  return { vault, random: systemRandom, known: findSharedKey(vault, { erased, backup }) }
}

function readArguments(args: string[]): { file: string; replace: boolean; named: string | undefined } {
  const options = { replace: { type: 'boolean', default: false }, erased: { type: 'string' } } as const
  const usage = 'Name one backup: npm run restore -- <file> [--replace] [--erased <list>]'
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file !== undefined && more.length === 0) return { file, replace: values.replace, named: values.erased }
  } catch (error) {
    throw new Error(usage, { cause: error })
  }
  throw new Error(usage)
}

function describeErased(list: ErasedList | undefined, fresh: number): string[] {
  const again = `${fresh === 1 ? 'One account' : `${fresh} accounts`} erased since the backup ${fresh === 1 ? 'was' : 'were'} erased again.`
  if (list) return [`Applied the list of erased people of ${list.madeAt.toISOString()}, ${list.path}. ${again}`]
  return [
    'There was no list of erased people, named or beside the backup: who was erased since it was made may be back. Restore with --erased <list> to give the newest.',
    ...(fresh > 0 ? [again] : []),
  ]
}
