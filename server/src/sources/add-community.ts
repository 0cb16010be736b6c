import type { Source } from '@leadlight/contract/sources'
import { ChannelError, type Channel, type PostCommunity } from '../channels/channel.ts'
import type { Actor } from '../platform/actor.ts'
import { nameTarget } from '../platform/changes.ts'
import { AppError } from '../platform/errors.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { insertCommunity } from './community-store.ts'
import { presentCommunity } from './present-source.ts'
import { lockRoom, requireRoom } from './require-room.ts'
import type { SourceDependencies } from './source-dependencies.ts'

const HOUR_MS = 60 * 60 * 1000

interface CommunityOrder {
  projectId: string
  platform: string
  /** As somebody typed it. */
  source: string
  signal: AbortSignal
}

/**
 * Adds a community to a project after looking it up and reading its last hour, so that what cannot be listened to is
 * refused while somebody is there to mend it.
 */
export async function addCommunity(deps: SourceDependencies, actor: Actor, order: CommunityOrder): Promise<Source> {
  const { projectId, platform } = order
  const scope = organizationScope(actor.organizationId)
  await deps.db.transaction(scope, (tx) => requireProject(tx, actor, projectId))
  const channel = findListened(deps, platform)
  const found = await lookUp(channel, order)
  refuseBuiltIn(deps, platform, found)
  const community = { id: deps.newId(), projectId, ...found, platform }
  await deps.db.transaction(scope, (tx) => requireRoom(tx, actor, community))
  await explained(() => readOnce(deps, channel, { found, signal: order.signal }))
  nameTarget({ id: community.id })
  await deps.db.transaction(scope, async (tx) => {
    await lockRoom(tx, actor, community)
    await insertCommunity(tx, actor.organizationId, community, deps.clock.now())
  })
  return presentCommunity(community, channel.displayName, undefined)
}

function findListened(deps: SourceDependencies, platform: string): Channel {
  const place = deps.places.find((one) => one.platform === platform && one.own !== undefined)
  const channel = deps.channels.find((one) => one.platform === place?.platform)
  if (channel?.findSource) return channel
  throw new AppError('invalid', 'source_unusable', 'Nothing can be added of that platform here. Choose another one.')
}

function lookUp(channel: Channel, { source, signal }: CommunityOrder): Promise<PostCommunity> {
  return explained(async () => {
    const found = await channel.findSource?.(source, signal)
    if (!found) throw new Error(`${channel.platform} finds no sources`)
    return found
  })
}

/** Some answer questions about themselves and yet show their posts to nobody. */
async function readOnce(
  deps: SourceDependencies,
  channel: Channel,
  { found, signal }: { found: PostCommunity; signal: AbortSignal },
): Promise<void> {
  const until = deps.clock.now()
  const since = new Date(until.getTime() - HOUR_MS)
  const query = { words: '', phrases: [], exclude: [] }
  const source = { externalId: found.externalId }
  await channel.search({ query, source, since, until, cursor: null, limit: 1, signal })
}

/** What every project searches needs no adding. */
function refuseBuiltIn(deps: SourceDependencies, platform: string, { externalId }: PostCommunity): void {
  const place = deps.places.find((one) => one.platform === platform)
  if (!place?.sources?.includes(externalId)) return
  throw new AppError('conflict', 'source_already_added', 'Every project is searched there already.')
}

async function explained<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    if (error.retryAfterMs === null) throw new AppError('invalid', 'source_unusable', error.message, { cause: error })
    const { retryAfterMs } = error
    throw new AppError('upstream', 'source_unreachable', error.message, { cause: error, retryAfterMs })
  }
}
