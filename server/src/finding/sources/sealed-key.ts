import type { ChannelKey } from '../../channels/channel.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { ProjectChannel } from './channel-store.ts'

/** Seals a key for one project and platform. */
export function sealKey(vault: Vault, ids: ProjectChannel, key: ChannelKey): Uint8Array {
  return vault.seal(JSON.stringify(key), contextOf(ids))
}

/** Throws where the bytes were sealed for another project or platform, with another secret, or were changed. */
export function unsealKey(vault: Vault, ids: ProjectChannel, sealed: Uint8Array): ChannelKey {
  // Safe: only what `sealKey` sealed can be opened.
  return JSON.parse(vault.open(sealed, contextOf(ids))) as ChannelKey
}

function contextOf({ projectId, platform }: ProjectChannel): string {
  return `project-key:${projectId}:${platform}`
}
