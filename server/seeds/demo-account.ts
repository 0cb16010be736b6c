import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFirstAccount } from '../src/core/accounts/find-first-account.ts'
import { provisionAccount, type ProvisionDependencies } from '../src/core/accounts/provision-account.ts'
import { DEMO_EMAIL } from '../src/core/accounts/published-password.ts'
import { findMembership } from '../src/core/members/memberships.ts'
import type { Db } from '../src/platform/db.ts'
import type { Random } from '../src/platform/random.ts'
import { accountScope } from '../src/platform/scopes.ts'
import { makeReadablePassword } from './readable-password.ts'

/** What can stand in one line after an address, and is long enough. */
const USABLE = /^[!-~]{10,128}$/

const NOT_BEGUN_AS_DEMO =
  'This installation has accounts already, and the demo would mix made-up posts with what they find. Start the demo with a DATA_DIR of its own, and without DATABASE_URL or with another one.'

export interface DemoAccount {
  email: string
  /** Undefined where its user has chosen another one than was made here. */
  password: string | undefined
  /** Where the password that was made is kept. */
  passwordFile: string
  /** Whether it is in no organization, as at the first start. */
  isAlone: boolean
}

/**
 * The demo's account, with a password that was made for it once and is kept in the data folder for its owner's eyes only. Another is made
 * where none is kept. Throws a sentence where the installation was not begun as a demo.
 */
export async function openDemoAccount(
  dependencies: ProvisionDependencies & { random: Random },
  dataDir: string,
): Promise<DemoAccount> {
  const first = await findFirstAccount(dependencies.db)
  if (first && first.email !== DEMO_EMAIL) throw new Error(NOT_BEGUN_AS_DEMO)
  const passwordFile = join(dataDir, 'demo-password')
  const kept = readKept(passwordFile)
  const password = kept ?? makeReadablePassword(dependencies.random)
  const account = { email: DEMO_EMAIL, password, mayReplace: kept === undefined }
  const { opens } = await provisionAccount(dependencies, account)
  // Kept only now: a start that ends before has made no password, so the next one makes another.
  if (opens && kept === undefined) keep(passwordFile, password)
  const isAlone = first === undefined || !(await isMember(dependencies.db, first.id))
  return { email: DEMO_EMAIL, password: opens ? password : undefined, passwordFile, isAlone }
}

async function isMember(db: Db, accountId: string): Promise<boolean> {
  return (await db.transaction(accountScope(accountId), (tx) => findMembership(tx, accountId))) !== undefined
}

function readKept(file: string): string | undefined {
  try {
    const kept = readFileSync(file, 'utf8').trim()
    chmodSync(file, 0o600)
    return USABLE.test(kept) ? kept : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole or not at all, and never readable by others for a moment. */
function keep(file: string, password: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.new`
  rmSync(beside, { force: true })
  writeFileSync(beside, `${password}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(beside, file)
}
