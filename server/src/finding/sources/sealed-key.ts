import type { ChannelKey } from '../../channels/channel.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { ProjectChannel } from './channel-store.ts'

/** Seals a key for one project and platform. */
export function sealKey(vault: Vault, ids: ProjectChannel, key: ChannelKey): Uint8Array {
  return vault.seal(JSON.stringify(key), contextOf(ids))
}

/** Throws where the bytes were sealed for another place, with another secret, or changed. */
export function unsealKey(vault: Vault, ids: ProjectChannel, sealed: Uint8Array): ChannelKey {
  // Safe: what opens was sealed above, and is not to be had otherwise.
  return JSON.parse(vault.open(sealed, contextOf(ids))) as ChannelKey
}

function contextOf({ projectId, platform }: ProjectChannel): string {
  return `project-key:${projectId}:${platform}`
}
