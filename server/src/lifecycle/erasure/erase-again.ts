import { listOrganizationIds } from '../../core/members/organizations.ts'
import { openKey, openSuppression } from '../../core/suppression/open-suppression.ts'
import { insertSuppressed, insertSuppressedEverywhere } from '../../core/suppression/suppressed-authors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import type { Random } from '../../platform/random.ts'
import { installationScope, operatorScope, organizationScope } from '../../platform/scopes.ts'
import { eraseSuppressedPosts } from '../retention/erase-suppressed-posts.ts'
import { eraseAuthors } from './erase-person.ts'
import { fromText, type Erased } from './erased-list.ts'

interface ErasingAgain {
  db: Db
  clock: Clock
  vault: Vault
  random: Random
}

/**
 * The key with which all of these were hashed; undefined where none has one yet. Throws if `erased`, which a restore
 * applies, or `backup` were hashed with several, since the accounts of one could then not be told in the other, and if
 * the key of any in `erased` cannot be opened. That of the backup may have been sealed before the secret changed.
 */
export function findSharedKey(
  vault: Vault,
  { erased, backup }: { erased: readonly Erased[]; backup: Erased },
): Uint8Array | undefined {
  const opened = erased.flatMap(({ key }) => (key === null ? [] : [openKey(vault, key)]))
  const ofBackup = backup.key === null ? undefined : tryOpen(vault, backup.key)
  if (ofBackup) opened.push(ofBackup)
  const [key] = opened
  if (opened.some((other) => Buffer.compare(other, key ?? other) !== 0)) throw isForeign()
  if (backup.key === null || ofBackup) return key
  if (key === undefined) return openKey(vault, backup.key)
  // Lists only grow, so that one of the same installation knows whom the backup knew.
  const known = new Set(erased.flatMap(({ accounts }) => accounts.map(({ author }) => author)))
  if (backup.accounts.length > 0 && !backup.accounts.some(({ author }) => known.has(author))) throw isForeign()
  return key
}

function isForeign(): Error {
  return new Error(
    'The list of erased people is of another installation than the backup: its accounts cannot be told here. Nothing was changed.',
  )
}

function tryOpen(vault: Vault, sealed: Uint8Array): Uint8Array | undefined {
  try {
    return openKey(vault, sealed)
  } catch {
    // The caller decides whether that may be.
    return undefined
  }
}

/**
 * Erases accounts that were erased once and that a restored backup may have brought back, and resolves with how many of
 * them the backup did not know to be erased. Organizations that it does not have are passed over. Can be called again
 * after an interruption.
 */
export async function eraseAgain(
  deps: ErasingAgain,
  { known, erased }: { known: Uint8Array | undefined; erased: readonly Erased[] },
  signal: AbortSignal,
): Promise<number> {
  const suppression = await openSuppression(deps, { known })
  const accounts = erased.flatMap(({ key, accounts: some }) =>
    some.map(({ organization_id: organizationId, author, erased_at: at }) => {
      const hash = fromText(author)
      return { organizationId, at, author: key === null ? suppression.fromUnkeyed(hash) : hash }
    }),
  )
  const everywhere = accounts.filter(({ organizationId }) => organizationId === null)
  let fresh = await deps.db.transaction(installationScope(), (tx) => insertSuppressedEverywhere(tx, everywhere))
  const own = Object.groupBy(accounts, ({ organizationId }) => organizationId ?? '')
  const erasing = { ...deps, suppression }
  const organizationIds = await deps.db.transaction(operatorScope(), listOrganizationIds)
  for (const organizationId of organizationIds) {
    fresh += await deps.db.transaction(organizationScope(organizationId), (tx) =>
      insertSuppressed(tx, organizationId, own[organizationId] ?? []),
    )
    // Nobody else works on the database, and no job ends with its worker here.
    await eraseAuthors(erasing, organizationId, { signal, progressed: async () => {} })
  }
  await eraseSuppressedPosts(erasing, signal)
  return fresh
}
