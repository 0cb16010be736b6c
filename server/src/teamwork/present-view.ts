import type { View } from '@leadlight/contract/lead-work'
import type { Actor } from '../platform/actor.ts'
import type { ViewRow } from './view-store.ts'

export function presentView({ id, name, query, is_shared, account_id }: ViewRow, actor: Actor): View {
  return { id, name, query, is_shared, is_mine: account_id === actor.userId }
}
