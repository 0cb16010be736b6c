import { CHANNEL_ID_CHARACTERS_MAX } from '@leadlight/domain/leads'
import { can, type Role } from '@leadlight/domain/roles'
import { createHash } from 'node:crypto'

const STAND_IN = /^~[0-9a-f]{32}$/
const STAND_IN_DIGITS = 32

/**
 * A channel's id is `platform:external_id`, or the platform alone for all of it. An id too long for a filter is
 * replaced by a hash.
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
 * The external id as this role may see it. Addresses may be private, so those who may not see a project's sources get a
 * hash, which filters leads the same way.
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
