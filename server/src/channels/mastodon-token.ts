import type { ChannelKey } from './channel.ts'
import { parseInstance } from './instance.ts'

/** The key's token where the key is one of this server's; a token is shown to no other. */
export function tokenFor(key: ChannelKey | null | undefined, instance: URL): string | undefined {
  if (key?.['server'] === undefined) return undefined
  return parseInstance(key['server']).origin === instance.origin ? key['token'] : undefined
}
