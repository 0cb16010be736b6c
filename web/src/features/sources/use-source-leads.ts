import type { Source } from '@leadlight/contract/sources'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { useDataChannels } from '../../lib/data-channels.ts'
import { useFoundLeads } from '../../lib/found-leads.ts'
import { isSourceAt } from './name-source.ts'

/** The leads that one source brought: how many, how many of them unread, and the page that lists them. */
export interface BroughtLeads {
  count: number
  text: string
  unread: number
  path: string
}

export interface SourceLeads {
  /** Undefined while they load. */
  ofPlatform: (platform: string) => BroughtLeads | undefined
  /** Undefined also where leads do not say which source of their platform they are from. */
  ofSource: (source: Source) => BroughtLeads | undefined
  /** Why they could not be loaded. */
  error: unknown
  retry: () => void
}

/** The leads of a project by where they come from. Kept current as leads arrive. */
export function useSourceLeads(projectId: string): SourceLeads {
  const found = useFoundLeads(projectId)
  const { data: channels } = useDataChannels(projectId)
  function of(channelId: string): BroughtLeads | undefined {
    const leads = found.of('channels', channelId)
    const query = new URLSearchParams({ [LEAD_FILTERS.channels.parameter]: channelId })
    const path = `/projects/${projectId}/posts?${query}`
    return leads && { ...leads.all, unread: leads.unread.count, path }
  }
  return {
    ofPlatform: of,
    ofSource: (source) => {
      const channel = channels?.find((one) => one.platform === source.platform && isSourceAt(source, one.external_id))
      if (channel) return of(channel.id)
      const ofAll = channels && of(source.platform)
      return ofAll?.count === 0 ? ofAll : undefined
    },
    error: found.error,
    retry: found.retry,
  }
}
