import type { SlackConnection } from '@leadlight/contract/slack'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { presentConnection } from './present-slack.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** Whether the project is connected with Slack, and the connection's state. */
export function getConnection(
  { db }: Pick<SlackDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<SlackConnection> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return presentConnection(tx, actor.organizationId, projectId)
  })
}
