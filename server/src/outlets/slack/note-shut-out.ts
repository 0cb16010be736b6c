import { unaudited } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { announceSlack } from './announce-slack.ts'
import { findConnectionById, updateConnection, type ConnectionRow } from './connection-store.ts'
import { failWaiting } from './message-store.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** Records that the workspace has revoked our access, and gives up what waits for it. Open settings pages are told. */
export function noteShutOut(deps: SlackDependencies, connection: ConnectionRow, problem: string): Promise<void> {
  // Nobody asked for it, so it is nobody's change.
  return unaudited(() =>
    deps.db.transaction(organizationScope(connection.organization_id), (tx) => shutOut(tx, deps, connection, problem)),
  )
}

/** As `noteShutOut`, in the caller's transaction. A connection renewed meanwhile is left alone. */
export async function shutOut(
  tx: Tx,
  deps: Pick<SlackDependencies, 'clock'>,
  { organization_id: organizationId, project_id: projectId, id, connected_at: connectedAt }: ConnectionRow,
  problem: string,
): Promise<void> {
  const now = await findConnectionById(tx, organizationId, id)
  if (now?.connected_at.getTime() !== connectedAt.getTime()) return
  if (now.problem === null) {
    await updateConnection(tx, organizationId, id, { problem, problem_since: deps.clock.now() })
    await announceSlack(tx, deps, organizationId, projectId)
  }
  await failWaiting(tx, organizationId, id, problem)
}
