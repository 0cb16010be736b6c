import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findConnection, type ConnectionRow } from './connection-store.ts'

/** The connection of a project within the actor's reach, whether it works or not. */
export async function requireConnection(tx: Tx, actor: Actor, projectId: string): Promise<ConnectionRow> {
  await requireProject(tx, actor, projectId)
  const connection = await findConnection(tx, actor.organizationId, projectId)
  if (connection) return connection
  throw new AppError('conflict', 'slack_not_connected', 'The project is not connected with Slack. Connect it first.')
}
