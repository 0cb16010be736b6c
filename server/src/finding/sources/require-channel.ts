import type { SourceChannel } from '@leadlight/contract/sources'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { ProjectChannel } from './channel-store.ts'
import { describeChannels, switchedChannels, type SwitchedChannel } from './describe-channels.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** The channel of that platform that can be turned on and off, in a project the actor reaches. */
export async function requireChannel(
  tx: Tx,
  deps: SourceDependencies,
  actor: Actor,
  { projectId, platform }: ProjectChannel,
): Promise<SwitchedChannel> {
  await requireProject(tx, actor, projectId)
  const found = switchedChannels(deps).find(({ channel }) => channel.platform === platform)
  if (found) return found
  throw new AppError('not_found', 'channel_not_found', 'This installation has no such channel.')
}

/** The channel's current state in the project. */
export async function describeChannel(
  tx: Tx,
  deps: SourceDependencies,
  organizationId: string,
  { projectId, platform }: ProjectChannel,
): Promise<SourceChannel> {
  const channels = await describeChannels(tx, deps, { organizationId, projectId })
  const found = channels.find((channel) => channel.platform === platform)
  if (!found) throw new Error(`${platform} could not be described`)
  return found
}
