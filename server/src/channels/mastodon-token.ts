import type { ChannelKey } from './channel.ts'
import { parseInstance } from './instance.ts'

/** The key's token where the key is for this server; a token is sent to no other. */
export function tokenFor(key: ChannelKey | null | undefined, instance: URL): string | undefined {
  if (key?.['server'] === undefined) return undefined
  return parseInstance(key['server']).origin === instance.origin ? key['token'] : undefined
}
