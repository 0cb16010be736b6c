export const LEAD_SORTS = ['posted_at', 'collected_at', 'score', 'status'] as const
/** What a list is sorted by; `column:{id}` is a smart column. */
export type LeadSort = (typeof LEAD_SORTS)[number] | `column:${string}`

export const GITHUB_ISSUE_STATES = ['OPEN', 'CLOSED'] as const
export const FEEDBACKS = ['positive', 'negative'] as const
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const

/** The choice, in place of a status's id, for leads without one. */
export const NO_STATUS = 'none'

export const LEADS_PER_PAGE_DEFAULT = 50
export const LEADS_PER_PAGE_MAX = 200
/** `total` is counted up to here, then capped. */
export const LEADS_COUNTED_MAX = 10_000
/** The longest id of a channel in a filter. */
export const CHANNEL_ID_CHARACTERS_MAX = 300
/** The most leads that one bulk call may name by id; larger sets are named by a filter. */
export const LEADS_NAMED_MAX = 1_000
export const UNDO_MINUTES = 10

export interface DataChannel {
  platform: string
  id: string
  external_id: string
  name: string
  display_name: string
}

/**
 * An entry without an external id stands for its whole platform. It is dropped if a named channel of that platform
 * exists.
 */
export function withoutShadowed<Channel extends Pick<DataChannel, 'platform' | 'external_id'>>(
  channels: readonly Channel[],
): Channel[] {
  const named = new Set(channels.filter((channel) => channel.external_id !== '').map((channel) => channel.platform))
  return channels.filter((channel) => channel.external_id !== '' || !named.has(channel.platform))
}
