import { ChannelError, type ChannelKey } from '../../channels/channel.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { SealedColumn } from '../../platform/reseal.ts'
import type { ProjectChannel } from './channel-store.ts'

/** Each project's own keys to platforms. */
export const SEALED_PLATFORM_KEYS: SealedColumn = {
  words: ['platform key', 'platform keys'],
  table: 'project_key',
  key: ['project_id', 'platform'],
  column: 'sealed',
  contextOf: ({ project_id: projectId = '', platform = '' }) => contextOf({ projectId, platform }),
}

/** Seals a key for one project and platform. */
export function sealKey(vault: Vault, ids: ProjectChannel, key: ChannelKey): Uint8Array {
  return vault.seal(JSON.stringify(key), contextOf(ids))
}

/**
 * Throws a ChannelError where the bytes were sealed for another project or platform, with another secret, or were
 * changed.
 */
export function unsealKey(vault: Vault, ids: ProjectChannel, sealed: Uint8Array): ChannelKey {
  try {
    // Safe: only what `sealKey` sealed can be opened.
    return JSON.parse(vault.open(sealed, contextOf(ids))) as ChannelKey
  } catch (error) {
    const message = 'The key cannot be read any more, as the secret of this installation has changed. Enter it again.'
    throw new ChannelError('key_refused', message, null, error)
  }
}

function contextOf({ projectId, platform }: ProjectChannel): string {
  return `project-key:${projectId}:${platform}`
}
