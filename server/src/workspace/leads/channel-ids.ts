import { CHANNEL_ID_CHARACTERS_MAX } from '@leadlight/domain/leads'
import { can, type Role } from '@leadlight/domain/roles'
import { createHash } from 'node:crypto'

const STAND_IN = /^~[0-9a-f]{32}$/
const STAND_IN_DIGITS = 32

/**
 * A channel is named `platform:external_id`, or by its platform alone, which stands for all of the platform. What would be too
 * long for a filter is told by a stand-in.
 */
export function channelIdOf(platform: string, externalId: string): string {
  if (externalId === '') return platform
  const id = `${platform}:${externalId}`
  return id.length <= CHANNEL_ID_CHARACTERS_MAX ? id : `${platform}:${standInFor(externalId)}`
}

export function readChannelId(channelId: string): { platform: string; externalId: string | null } {
  const colon = channelId.indexOf(':')
  if (colon === -1) return { platform: channelId, externalId: null }
  return { platform: channelId.slice(0, colon), externalId: channelId.slice(colon + 1) }
}

/**
 * What a channel's id is told as: addresses may be known to those alone who entered them, so whoever may not see a project's
 * sources is told a stand-in, by which leads are filtered alike.
 */
export function externalIdFor(role: Role, externalId: string): string {
  return can(role, 'source.read') || !externalId.includes('://') ? externalId : standInFor(externalId)
}

function standInFor(externalId: string): string {
  return `~${createHash('sha256').update(externalId).digest('hex').slice(0, STAND_IN_DIGITS)}`
}

export function isStandIn(externalId: string): boolean {
  return STAND_IN.test(externalId)
}
