import type { SlackChannelConfig } from '@leadlight/contract/slack'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectChannels } from './channel-store.ts'
import { selectConfigs } from './config-store.ts'
import { presentConfig } from './present-slack.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** The rules for which channels are told of which leads, oldest first; a project has twenty at most. */
export function listConfigs(
  { db }: Pick<SlackDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<SlackChannelConfig[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const configs = await selectConfigs(tx, organizationId, projectId)
    const [first] = configs
    const channels = first ? await selectChannels(tx, organizationId, first.connection_id) : []
    return configs.map((config) => presentConfig(config, channels))
  })
}
