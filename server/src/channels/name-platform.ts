import { BY_HAND, BY_HAND_NAME } from '@leadlight/domain/by-hand'
import type { Channel } from './channel.ts'

/** How a platform is called; the id itself of one that this installation no longer reads. */
export function namePlatform(channels: readonly Pick<Channel, 'platform' | 'displayName'>[], platform: string): string {
  if (platform === BY_HAND) return BY_HAND_NAME
  return channels.find((channel) => channel.platform === platform)?.displayName ?? platform
}
