import type { ApiKeyWithSecret } from '@leadlight/contract/api-keys'
import { KEYS_PER_USER_MAX, type KeyScope } from '@leadlight/domain/api-keys'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import type { Actor, Caller } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewId } from '../../platform/ids.ts'
import { lockName } from '../../platform/named-lock.ts'
import type { Random } from '../../platform/random.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProjects } from '../projects/require-project.ts'
import { insertKey, selectKeys, type ApiKeyRow } from './key-store.ts'
import { hashOf, hintOf, makeKey } from './key-words.ts'
import { presentKey } from './present-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface KeyDependencies {
  db: Db
  clock: Clock
  newId: NewId
  random: Random
  /** Throws if the session or key has ended since the request came in, and keeps it from ending until `tx` does. */
  requireLiveSession: (tx: Tx, caller: Caller, now: Date) => Promise<void>
}

export interface KeyDraft {
  name: string
  scope: KeyScope
  expires_in_days: number
  project_ids?: string[] | null | undefined
}

/** Makes a key of the actor's own and returns it, this once. Throws for an impersonator. */
export async function createKey(
  { db, clock, newId, random, requireLiveSession }: KeyDependencies,
  { actor, caller }: { actor: Actor; caller: Caller },
  draft: KeyDraft,
): Promise<ApiKeyWithSecret> {
  refuseImpersonation(caller)
  const { organizationId, userId } = actor
  const now = clock.now()
  const key = makeKey(random)
  const projectIds = draft.project_ids ? [...new Set(draft.project_ids)] : null
  const row: ApiKeyRow = {
    id: newId(),
    organization_id: organizationId,
    account_id: userId,
    name: draft.name,
    scope: draft.scope,
    project_ids: projectIds,
    hash: hashOf(key),
    hint: hintOf(key),
    created_at: now,
    expires_at: new Date(now.getTime() + draft.expires_in_days * DAY_MS),
    last_used_at: null,
    window_began_at: now,
    window_calls: 0,
  }
  nameTarget({ id: row.id })
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await requireLiveSession(tx, caller, now)
    if (projectIds) await requireProjects(tx, actor, projectIds)
    await lockName(tx, `api-keys:${userId}`)
    const owner = { organizationId, accountId: userId }
    if ((await selectKeys(tx, owner, KEYS_PER_USER_MAX)).length >= KEYS_PER_USER_MAX) throw limitReached()
    await insertKey(tx, row)
  })
  return { ...presentKey(row, new Set(projectIds)), key }
}

function limitReached(): AppError {
  const detail = `You can have ${KEYS_PER_USER_MAX} keys at most. Revoke one first.`
  return new AppError('conflict', 'api_key_limit_reached', detail)
}
