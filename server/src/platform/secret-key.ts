import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slept, type Clock } from './clock.ts'
import { makeWritable } from './closed-folder.ts'
import { createKeys, createVault, type Keys } from './crypto.ts'
import type { Ask } from './database.ts'
import type { Db, Tx } from './db.ts'
import type { Log } from './log.ts'
import { lockName } from './named-lock.ts'
import type { Random } from './random.ts'
import { opensAny, type SealedColumn } from './reseal.ts'
import { platformScope } from './scopes.ts'

const FILE = 'secret.key'
const OLD_FILE = 'secret.key.old'
const WATCH_EVERY_MS = 5000

/** The secret is not the one that the database's values are sealed with. The message says what to do. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

/** As the operator configured them. */
export interface GivenSecrets {
  secretKey: string | undefined
  secretKeyOld: string | undefined
  dataDir: string
}

export interface SecretKeyDependencies extends GivenSecrets {
  db: Db
  clock: Clock
  random: Random
}

interface KnownKey {
  name: Uint8Array
  isCurrent: boolean
  endedAt: Date | null
}

/**
 * The keys of the installation, once the database agrees that its values are sealed with them. The first start keeps
 * the secret's name there, if the secret opens any of the `sealed` columns that earlier versions filled. A start with a
 * new secret beside the old one begins the change: from then on all is sealed with the new one. Throws a SecretKeyError
 * for any other secret, before anything is written with it.
 */
export async function openKeys(
  dependencies: SecretKeyDependencies & { sealed: readonly SealedColumn[] },
): Promise<{ keys: Keys; hasBegunChange: boolean }> {
  const { db, clock } = dependencies
  const opens = await opensFormer(dependencies)
  return db.transaction(platformScope(), async (tx) => {
    const { known, current } = await lockKnownKeys(tx)
    const keys = readKeys(dependencies, (old) => {
      // A new secret without the one that the values are sealed with would open none of them.
      const isSafe = current ? old !== undefined && isSame(current.name, createKeys(old).name) : opens !== false
      return isSafe ? makeSecret(dependencies) : undefined
    })
    if (current && !isSame(current.name, keys.name)) {
      if (!isSame(current.name, keys.oldName)) throw notTheSecret(dependencies, known, keys)
      requireUnfinished(known, keys)
      await tx.updateTable('secret_key').set({ is_current: false }).where('is_current', '=', true).execute()
      await setCurrent(tx, keys.name, clock.now())
      return { keys, hasBegunChange: true }
    }
    requireUnfinished(known, keys)
    if (!current) {
      if (opens === false) throw notTheSecret(dependencies, known, keys)
      await setCurrent(tx, keys.name, clock.now())
      if (keys.oldName) await insertOld(tx, keys.oldName, clock.now())
    }
    return { keys, hasBegunChange: false }
  })
}

/**
 * Whether the given secrets open anything that is sealed: asked where the database does not know its secret yet.
 * Undefined where it does, or where nothing is sealed.
 */
async function opensFormer(
  dependencies: SecretKeyDependencies & { sealed: readonly SealedColumn[] },
): Promise<boolean | undefined> {
  const { db, random, sealed } = dependencies
  const { current } = await db.transaction(platformScope(), lockKnownKeys)
  if (current) return undefined
  const { present, old } = findSecrets(dependencies)
  const first = present ?? old
  const vault = first === undefined ? undefined : createVault(createKeys(first, old), random)
  return opensAny({ db, vault }, sealed)
}

/**
 * The keys for sealing values again, where processes that write with the present secret have been started. Throws a
 * SecretKeyError where none has, as the running ones could not read what is sealed with it.
 */
export async function openKeysInUse(dependencies: SecretKeyDependencies): Promise<Keys> {
  return dependencies.db.transaction(platformScope(), async (tx) => {
    const { known, current } = await lockKnownKeys(tx)
    const keys = readKeys(dependencies)
    if (current && isSame(current.name, keys.name)) {
      requireUnfinished(known, keys)
      return keys.oldName && known.some(({ name }) => isSame(name, keys.oldName)) ? keys : keys.alone()
    }
    if (current && !isSame(current.name, keys.oldName)) throw notTheSecret(dependencies, known, keys)
    throw new SecretKeyError(
      'Nothing has been started with the new secret yet. Start every process of Leadlight with both secrets first, then run this again.',
    )
  })
}

/** Takes the configured secret as the installation's though the one before is lost, and all that was sealed with it. */
export async function replaceLostSecret(dependencies: SecretKeyDependencies): Promise<Keys> {
  const { db, clock } = dependencies
  return db.transaction(platformScope(), async (tx) => {
    await lockKnownKeys(tx)
    const keys = readKeys(dependencies)
    const ended = { is_current: false, ended_at: clock.now() }
    await tx.updateTable('secret_key').set(ended).where('ended_at', 'is', null).execute()
    await setCurrent(tx, keys.name, clock.now())
    return keys
  })
}

/** Ends every secret but the present one: nothing is left that is sealed with them. */
export async function endOldSecrets({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.transaction(platformScope(), (tx) =>
    tx
      .updateTable('secret_key')
      .set({ ended_at: clock.now() })
      .where('is_current', '=', false)
      .where('ended_at', 'is', null)
      .execute(),
  )
}

/** Whether these are still keys to write with: not in a process that was started before the secret was changed. */
export async function areKeysInUse(ask: Ask, keys: Keys): Promise<boolean> {
  const inUse = await ask<{ name: Buffer; isCurrent: boolean }>(
    'select name, is_current as "isCurrent" from secret_key where ended_at is null',
  )
  const isKnown = ({ name }: { name: Uint8Array }) => isSame(name, keys.name) || isSame(name, keys.oldName)
  return inUse.some(({ name }) => isSame(name, keys.name)) && inUse.some((key) => key.isCurrent && isKnown(key))
}

/**
 * Calls `onChanged` once these are no longer keys to write with: the process can then neither read what others write nor
 * be read by them, and has to start again. Resolves when it was called or `signal` is aborted.
 */
export async function watchSecret(watch: {
  ask: Ask
  keys: Keys
  clock: Clock
  log: Log
  signal: AbortSignal
  onChanged: (reason: Error) => void
}): Promise<void> {
  const { ask, keys, clock, log, signal, onChanged } = watch
  for (;;) {
    await slept(clock, WATCH_EVERY_MS, signal)
    if (signal.aborted) return
    try {
      if (await areKeysInUse(ask, keys)) continue
    } catch (error) {
      // The database is away, which others say; the next look finds it.
      log.debug({ err: error }, 'whether the secret was changed could not be asked')
      continue
    }
    return onChanged(
      new SecretKeyError('SECRET_KEY was changed since this process started. Start it with the new one.'),
    )
  }
}

async function lockKnownKeys(tx: Tx): Promise<{ known: KnownKey[]; current: KnownKey | undefined }> {
  await lockName(tx, 'secret-key')
  const rows = await tx.selectFrom('secret_key').selectAll().execute()
  const known = rows.map((row) => ({ name: row.name, isCurrent: row.is_current, endedAt: row.ended_at }))
  return { known, current: known.find(({ isCurrent }) => isCurrent) }
}

/** What earlier versions sealed may be sealed with it, which they did not say. */
async function insertOld(tx: Tx, name: Uint8Array, since: Date): Promise<void> {
  await tx.insertInto('secret_key').values({ name, is_current: false, since, ended_at: null }).execute()
}

async function setCurrent(tx: Tx, name: Uint8Array, since: Date): Promise<void> {
  const current = { is_current: true, since, ended_at: null }
  await tx
    .insertInto('secret_key')
    .values({ name, ...current })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(current))
    .execute()
}

/**
 * The configured keys; `make` makes a secret where there is none. Throws a SecretKeyError where there is none still. Whether
 * they are those of the database, `openKeys` finds out.
 */
export function readKeys(given: GivenSecrets, make?: (old: string | undefined) => string | undefined): Keys {
  const { old, present = make?.(old) } = findSecrets(given)
  if (present !== undefined) return createKeys(present, old)
  throw new SecretKeyError(
    `${join(given.dataDir, FILE)} is missing, which holds the secret that saved keys and tokens are sealed with. Put it back, or set SECRET_KEY to what it held. ${IF_LOST}`,
  )
}

function findSecrets(given: GivenSecrets): { present: string | undefined; old: string | undefined } {
  return {
    present: given.secretKey ?? readSecret(join(given.dataDir, FILE)),
    old: given.secretKeyOld ?? readSecret(join(given.dataDir, OLD_FILE)),
  }
}

function makeSecret({ dataDir, random }: { dataDir: string; random: Random }): string {
  makeWritable(dataDir)
  const made = Buffer.from(random.bytes(48)).toString('base64url')
  writeFileSync(join(dataDir, FILE), made + '\n', { mode: 0o600, flag: 'wx' })
  return made
}

function readSecret(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

const IF_LOST =
  'If it is lost for good, set a new one and run npm run operator -- rotate-key --old-is-lost, which says what has to be entered again.'

function notTheSecret(given: GivenSecrets, known: readonly KnownKey[], keys: Keys): SecretKeyError {
  const where = given.secretKey === undefined ? `The secret in ${join(given.dataDir, FILE)}` : 'SECRET_KEY'
  if (known.some(({ name }) => isSame(name, keys.name))) {
    return new SecretKeyError(
      `${where} is one that was replaced. Set the one that replaced it; to go back to it all the same, set that one as SECRET_KEY_OLD beside it.`,
    )
  }
  return new SecretKeyError(
    `${where} is not the secret that saved keys and tokens are sealed with. Set the one it was; to change it, set that one as SECRET_KEY_OLD beside the new one. ${IF_LOST}`,
  )
}

/** A secret that values are still sealed with must be there, or they could not be read. */
function requireUnfinished(known: readonly KnownKey[], keys: Keys): void {
  const isMissing = known.some(
    ({ name, endedAt }) => endedAt === null && !isSame(name, keys.name) && !isSame(name, keys.oldName),
  )
  if (!isMissing) return
  throw new SecretKeyError(
    `The change to this secret is not finished: some saved keys and tokens are still sealed with the one before. Set that one as SECRET_KEY_OLD, start, and run npm run operator -- rotate-key. ${IF_LOST}`,
  )
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.from(one).equals(other)
}
