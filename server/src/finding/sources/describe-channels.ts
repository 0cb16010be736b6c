import type { ProjectIds } from '../../platform/actor.ts'
import type { SourceChannel } from '@leadlight/contract/sources'
import { isStreamed, type Channel, type KeyNeed } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { Tx } from '../../platform/db.ts'
import { findMembers, type Teammates } from '../../core/organization/find-teammates.ts'
import { selectChoices, selectKeys, type ChannelChoice, type KeyRow } from './channel-store.ts'
import { isOn, sourcesInUse } from './project-sources.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** A channel of the installation that a project can turn on and off, with its sources. */
export interface SwitchedChannel {
  channel: Channel
  platformSources: readonly PlatformSources[]
}

/** Channels that are searched without adding a source, or with a key, in the installation's order. */
export function switchedChannels({
  channels,
  platformSources,
}: Pick<SourceDependencies, 'channels' | 'platformSources'>) {
  const platforms = platformSources
    .filter(({ sources, ownKey }) => sources?.length !== 0 || ownKey !== undefined)
    .map(({ platform }) => platform)
  return [...new Set(platforms)].flatMap((platform): SwitchedChannel[] => {
    const channel = channels.find((one) => one.platform === platform)
    return channel ? [{ channel, platformSources: platformSources.filter((place) => place.platform === platform) }] : []
  })
}

/** The state of each channel in the project. */
export async function describeChannels(
  tx: Tx,
  deps: Pick<SourceDependencies, 'channels' | 'platformSources'>,
  { organizationId, projectId }: ProjectIds,
): Promise<SourceChannel[]> {
  const [choices, keys] = await Promise.all([
    selectChoices(tx, organizationId, projectId),
    selectKeys(tx, organizationId, projectId),
  ])
  const setters = await findMembers(
    tx,
    organizationId,
    keys.flatMap(({ setBy }) => setBy ?? []),
  )
  return switchedChannels(deps).map((switched) => present(switched, { choices, keys, setters }))
}

interface Chosen {
  choices: readonly ChannelChoice[]
  keys: readonly KeyRow[]
  setters: Teammates
}

function present({ channel, platformSources }: SwitchedChannel, { choices, keys, setters }: Chosen): SourceChannel {
  const { platform, displayName, rules } = channel
  const agreedAt = choices.find((choice) => choice.platform === platform)?.agreedAt ?? null
  const need = keyNeedOf(channel, platformSources)
  return {
    platform,
    name: displayName,
    state: stateOf(platformSources, choices, keys),
    heard: isStreamed(channel),
    notice: [rules.notice, ...platformSources.map((place) => place.notice)].filter(Boolean).join(' ') || null,
    needs_agreement: agreedAt === null && platformSources.some(({ isOffAtFirst }) => isOffAtFirst === true),
    agreed_at: agreedAt?.toISOString() ?? null,
    key: need && {
      need: platformSources.every(({ ownKey }) => ownKey === 'required') ? 'required' : 'optional',
      installation: platformSources.some(({ hasInstallationKey }) => hasInstallationKey === true),
      fields: need.fields.map(({ name, label, isSecret }) => ({ name, label, is_secret: isSecret })),
      help: need.help,
      own: presentKey(
        keys.find((key) => key.platform === platform),
        setters,
      ),
    },
  }
}

/** The parts of a project's own key; null where the channel takes none. */
export function keyNeedOf(channel: Channel, platformSources: readonly PlatformSources[]): KeyNeed | null {
  return platformSources.some(({ ownKey }) => ownKey !== undefined) ? channel.key : null
}

function stateOf(
  platformSources: readonly PlatformSources[],
  choices: readonly ChannelChoice[],
  keys: readonly KeyRow[],
): SourceChannel['state'] {
  if (!platformSources.some((place) => isOn(place, choices))) return 'off'
  return sourcesInUse(platformSources, choices, keys).length > 0 ? 'on' : 'needs_key'
}

function presentKey(key: KeyRow | undefined, setters: Teammates) {
  if (!key) return null
  return {
    hint: key.hint,
    set_at: key.setAt.toISOString(),
    set_by: (key.setBy !== null && setters.get(key.setBy)?.name) || null,
    error: key.error,
    failing_since: key.failingSince?.toISOString() ?? null,
  }
}
