import { accountOf } from '@leadlight/domain/authors'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { listOrganizationIds } from '../../core/members/organizations.ts'
import type { AccountKey } from '../../core/suppression/suppression.ts'
import { AppError } from '../../platform/errors.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { composeHeld, type Held } from '../privacy/compose-held.ts'
import { findAuthors } from '../retention/find-authors.ts'
import { listPostsBy } from '../retention/list-posts-by.ts'
import { describeAuthors } from './describe-authors.ts'
import { requireAccount } from './require-account.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

interface Asked {
  platform: string
  called: string
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * All that any organization holds of one person, and their posts that are nobody's lead, as the lines of a JSON file. The
 * audit log keeps that it was exported, of each organization that holds something in its own.
 */
export async function exportAuthor(deps: OperatorDependencies, { platform, called }: Asked): Promise<string[]> {
  const { db, newId, ledger } = deps
  const { clock } = ledger
  const authors = await findAuthors(deps, { platform, called })
  if (authors.length > 1) {
    const lines = [...describeAuthors(authors), 'These are several. Say whom, by the address.']
    throw new AppError('conflict', 'author_ambiguous', lines.join('\n'))
  }
  const accounts = authors.flat().flatMap((form): AccountKey[] => {
    const account = accountOf(platform, form)
    return account ? [{ platform, externalId: account.externalId }] : []
  })
  // An account whose posts are gone may still be told by its id.
  const asked = authors.length > 0 ? accounts : [requireAccount(platform, called)]
  const organizations: { organization_id: string; held: Held[] }[] = []
  for (const organizationId of await db.transaction(operatorScope(), listOrganizationIds)) {
    const actor = { userId: NOBODY, organizationId, role: 'SUPER_ADMIN', projectIds: 'all' } as const
    const held = await composeHeld({ db, clock }, actor, asked)
    if (held.length > 0) organizations.push({ organization_id: organizationId, held })
  }
  const action = { action: 'operator.export-held', target: { platform } } as const
  await db.transaction(operatorScope(), async (tx) => {
    for (const organizationId of [null, ...organizations.map(({ organization_id: id }) => id)]) {
      await recordOperatorAction(tx, { clock, newId }, { ...action, organizationId })
    }
  })
  const posts = await listPostsBy(deps, { platform, authors })
  return [JSON.stringify({ exported_at: clock.now().toISOString(), organizations, posts }, null, 2)]
}
