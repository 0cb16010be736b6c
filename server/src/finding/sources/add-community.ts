import type { Source } from '@leadlight/contract/sources'
import { ChannelError, type Channel, type ChannelKey, type PostCommunity } from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError, invalidPart } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { OutboundError } from '../../platform/outbound-error.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { insertCommunity } from './community-store.ts'
import { openKey } from './open-key.ts'
import { presentCommunity } from './present-source.ts'
import { usableSources, type ProjectSources } from './project-sources.ts'
import { lockRoom, requireRoom } from './require-room.ts'
import type { SourceDependencies } from './source-dependencies.ts'

const HOUR_MS = 60 * 60 * 1000
/** Shows that a source answers where it cannot be listed. */
const TRIED_WORD = 'hello'

interface CommunityOrder {
  projectId: string
  platform: string
  /** As somebody typed it. */
  source: string
  signal: AbortSignal
}

/**
 * Adds a community to a project after looking it up and reading its last hour, so that an unusable one is refused while
 * its user can still correct it.
 */
export async function addCommunity(deps: SourceDependencies, actor: Actor, order: CommunityOrder): Promise<Source> {
  const { projectId, platform } = order
  const { organizationId } = actor
  const scope = organizationScope(organizationId)
  const usable = await deps.db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, projectId)
    return usableSources(tx, deps.platformSources, { organizationId, projectId })
  })
  const channel = findListened(deps, usable, platform)
  const key = await explained(() => openKey(deps, organizationId, { projectId, platform }))
  const found = await lookUp(channel, order, key)
  refuseBuiltIn(deps, platform, found)
  const community = { id: deps.newId(), projectId, ...found, platform }
  await deps.db.transaction(scope, (tx) => requireRoom(tx, actor, community))
  await explained(() => readOnce(deps, channel, { found, key, signal: order.signal }), key)
  nameTarget({ id: community.id })
  await deps.db.transaction(scope, async (tx) => {
    await lockRoom(tx, actor, community)
    await insertCommunity(tx, organizationId, community, deps.clock.now())
  })
  return presentCommunity(community, { platformName: channel.displayName, on: true })
}

function findListened(deps: SourceDependencies, usable: readonly ProjectSources[], platform: string): Channel {
  const takes = (place: { platform: string; own?: unknown }) => place.platform === platform && place.own !== undefined
  const channel = deps.platformSources.some(takes) ? deps.channels.find((one) => one.platform === platform) : undefined
  if (channel?.findSource && usable.some(takes)) return channel
  if (channel?.findSource) {
    const detail = `${channel.displayName} is off for this project, or waits for a key. See to that first.`
    throw invalidPart('body.platform', 'source_unusable', detail)
  }
  throw invalidPart(
    'body.platform',
    'source_unusable',
    'Nothing can be added of that platform here. Choose another one.',
  )
}

function lookUp(channel: Channel, { source, signal }: CommunityOrder, key: ChannelKey | null): Promise<PostCommunity> {
  return explained(async () => {
    const found = await channel.findSource?.(source, signal, key)
    if (!found) throw new Error(`${channel.platform} finds no sources`)
    return found
  }, key)
}

/** Some communities describe themselves but show their posts to nobody. */
async function readOnce(
  deps: SourceDependencies,
  channel: Channel,
  { found, key, signal }: { found: PostCommunity; key: ChannelKey | null; signal: AbortSignal },
): Promise<void> {
  const until = deps.clock.now()
  const since = new Date(until.getTime() - HOUR_MS)
  const words = channel.takesWords?.(found.externalId) === true ? TRIED_WORD : ''
  const query = { words, phrases: [], exclude: [] }
  const source = { externalId: found.externalId }
  await channel.search({ query, source, key, since, until, cursor: null, limit: 1, signal })
}

/** Communities that every project searches need no adding. */
function refuseBuiltIn(deps: SourceDependencies, platform: string, { externalId }: PostCommunity): void {
  if (!deps.platformSources.some((place) => place.platform === platform && place.sources?.includes(externalId))) return
  throw new AppError('conflict', 'source_already_added', 'Every project is searched there already.')
}

async function explained<Answer>(ask: () => Promise<Answer>, key: ChannelKey | null = null): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    const cause = hideKey(error, key)
    const { message, retryAfterMs } = cause
    // Searches ask a lost name again; here somebody may have misspelt it.
    const isLost = error.cause instanceof OutboundError && error.cause.kind === 'unknown_host'
    if (retryAfterMs === null || isLost) throw invalidPart('body.source', 'source_unusable', message, cause)
    throw new AppError('upstream', 'source_unreachable', message, { cause, retryAfterMs })
  }
}
