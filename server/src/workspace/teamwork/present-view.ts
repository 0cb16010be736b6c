import type { View } from '@leadlight/contract/lead-work'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { can, type Role } from '@leadlight/domain/roles'
import { channelIdOf, externalIdFor, readChannelId } from '../leads/channel-ids.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ViewRow } from './view-store.ts'

const CHANNELS = LEAD_FILTERS.channels.parameter

export function presentView({ id, name, query, is_shared, account_id }: ViewRow, actor: Actor): View {
  return { id, name, query: queryFor(actor.role, query), is_shared, is_mine: account_id === actor.userId }
}

/** A view saved by a member names channels as members see them. */
function queryFor(role: Role, query: string): string {
  if (can(role, 'source.read') || !query.includes(CHANNELS)) return query
  const filters = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
    const { platform, externalId } = readChannelId(value)
    const isTold = name !== CHANNELS || externalId === null
    return [name, isTold ? value : channelIdOf(platform, externalIdFor(role, externalId))]
  })
  return new URLSearchParams(filters).toString()
}
