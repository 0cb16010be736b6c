import type { ApiKey } from '@leadlight/contract/api-keys'
import { KEYS_PER_USER_MAX } from '@leadlight/domain/api-keys'
import { reaches, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listProjectIds } from '../projects/list-project-ids.ts'
import { selectKeys } from './key-store.ts'
import { presentKey } from './present-key.ts'

/** The actor's own keys, newest first. */
export function listKeys({ db }: { db: Db }, actor: Actor): Promise<ApiKey[]> {
  const { organizationId, userId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const keys = await selectKeys(tx, { organizationId, accountId: userId }, KEYS_PER_USER_MAX)
    const projectIds = await listProjectIds(tx, organizationId)
    const known = new Set(projectIds.filter((id) => reaches(actor, id)))
    return keys.map((key) => presentKey(key, known))
  })
}
