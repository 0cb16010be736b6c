import { findKeyOwners } from '../api-keys/find-key-owners.ts'
import type { Actor, Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { listGrants } from '../projects/grants.ts'
import { listLiveSessions } from './session-store.ts'
import { intersectGrants } from './intersect-grants.ts'

/** What is kept of a caller to check later whether they would still be admitted. */
export type Admitted = Pick<Caller, 'userId' | 'sessionId' | 'key'>

/**
 * What each of these callers, admitted to the organization before, is now: in their order, undefined for one who signed
 * out, left or lost their key. Counts as no call. Takes as many statements for all as for one.
 */
export async function admitAgain(
  tx: Tx,
  organizationId: string,
  { callers, now }: { callers: readonly Admitted[]; now: Date },
): Promise<(Actor | undefined)[]> {
  const idsOf = (isKey: boolean) =>
    callers.filter(({ key }) => (key !== null) === isKey).map((caller) => caller.sessionId)
  const accountIds = [...new Set(callers.map(({ userId }) => userId))]
  const [sessions, holders, granted] = await pipelineStatements([
    listLiveSessions(tx, organizationId, { ids: idsOf(false), now }),
    findKeyOwners(tx, organizationId, { ids: idsOf(true), now }),
    listGrants(tx, organizationId, accountIds),
  ])
  return callers.map(({ userId, sessionId, key }) => {
    const live = key ? holders.get(sessionId) : sessions.get(sessionId)
    if (live?.userId !== userId) return undefined
    const reached = live.role === 'GUEST' ? (granted.get(userId) ?? []) : 'all'
    return { userId, organizationId, role: live.role, projectIds: intersectGrants(reached, key) }
  })
}
