import type { SlackConnection } from '@leadlight/contract/slack'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { updateConnection } from './connection-store.ts'
import { presentConnection } from './present-slack.ts'
import { requireConnection } from './require-connection.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** Sets the channel for leads that no rule takes; an empty id sets none. */
export function setDefaultChannel(
  { db }: Pick<SlackDependencies, 'db'>,
  actor: Actor,
  { projectId, channelId, channelName }: { projectId: string; channelId: string; channelName: string },
): Promise<SlackConnection> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { id } = await requireConnection(tx, actor, projectId)
    const change =
      channelId === ''
        ? { default_channel_id: null, default_channel_name: null }
        : { default_channel_id: channelId, default_channel_name: channelName || channelId }
    await updateConnection(tx, organizationId, id, change)
    return presentConnection(tx, organizationId, projectId)
  })
}
