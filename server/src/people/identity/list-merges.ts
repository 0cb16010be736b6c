import type { IdentityMerge } from '@leadlight/contract/identity'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { selectAccountsOf } from './account-store.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { presentAccount } from './list-proposals.ts'
import { selectMerges } from './merge-store.ts'
import { requirePerson } from '../prospects/require-person.ts'

/** A person's merges, newest first. A merge with no account left on one side cannot be undone and is not listed. */
export async function listMerges(
  { db }: Pick<IdentityDependencies, 'db'>,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<IdentityMerge[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, { projectId, id })
    const accounts = await selectAccountsOf(tx, organizationId, [id])
    return (await selectMerges(tx, organizationId, id)).flatMap((merge) => {
      const own = accounts.filter((account) => merge.profile_ids.includes(account.id))
      const [first] = own
      if (!first || own.length === accounts.length) return []
      const profiles = own.map(presentAccount)
      return [{ id: merge.id, person_id: id, name: first.name, profiles, merged_at: merge.merged_at.toISOString() }]
    })
  })
}
