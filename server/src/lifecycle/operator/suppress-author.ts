import { accountIdsOf } from '@leadlight/domain/authors'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { listOrganizationIds } from '../../core/members/organizations.ts'
import { hashesOf, insertSuppressedEverywhere } from '../../core/suppression/suppressed-authors.ts'
import { AppError } from '../../platform/errors.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { eraseAuthors } from '../erasure/erase-person.ts'
import { eraseSuppressedPosts } from '../retention/erase-suppressed-posts.ts'
import { findAuthors } from '../retention/find-authors.ts'
import { requireAccount } from './require-account.ts'
import { describeAuthors } from './describe-authors.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

interface Asked {
  platform: string
  /** The platform's id of the author, their name there, or the address of their profile. */
  called: string
  /** Whether it is the platform's id of an account that may have no post here. */
  isId: boolean
  isSure: boolean
}

/**
 * Keeps somebody who objected out of all organizations, those to come included, and erases what any of them has of
 * them. Without confirmation it only says whom. The audit log keeps that it was done, not to whom.
 */
export async function suppressAuthor(deps: OperatorDependencies, asked: Asked): Promise<string[]> {
  const { platform, called, isId, isSure } = asked
  if (isId) requireAccount(platform, called)
  const found = isId ? [] : await findAuthors(deps, { platform, called })
  const lines = isId ? [`The account on ${platform} whose id there is ${called}.`] : describeAuthors(found)
  if (found.length > 1) return [...lines, 'These are several. Say whom, by the address.']
  const [author] = found
  if (!author && !isId) {
    const detail = `No post on ${platform} is by ${called}. To keep out an account that has no post here, name it by its id there and add --id.`
    throw new AppError('not_found', 'author_not_found', detail)
  }
  const ids = author
    ? author.flatMap((form) => accountIdsOf(platform, form))
    : [requireAccount(platform, called).externalId]
  if (ids.length === 0) return [...lines, 'This is nobody in particular, or a machine; nobody was kept out.']
  if (!isSure)
    return [...lines, 'Nothing was done yet. To erase them everywhere and keep them out for good, add --yes.']
  await suppress(deps, platform, ids)
  return ['What was held of them is erased in every organization, and they are kept out for good.']
}

async function suppress(deps: OperatorDependencies, platform: string, externalIds: readonly string[]): Promise<void> {
  const { db, newId, ledger } = deps
  const { clock } = ledger
  const suppression = await deps.openSuppression()
  const hashes = hashesOf(platform, externalIds, (account) => suppression.everywhere(account))
  const hashed = hashes.map((author) => ({ author, at: clock.now() }))
  const organizationIds = await db.transaction(operatorScope(), async (tx) => {
    await insertSuppressedEverywhere(tx, hashed)
    const target = { platform }
    await recordOperatorAction(tx, { clock, newId }, { action: 'operator.suppress', organizationId: null, target })
    return listOrganizationIds(tx)
  })
  const erasing = { db, clock, suppression }
  const { signal } = new AbortController()
  for (const id of organizationIds) await eraseAuthors(erasing, id, { signal, progressed: async () => {} })
  await eraseSuppressedPosts(erasing, signal)
}
