import type { Source } from '@leadlight/contract/sources'
import { messageOf } from '../../lib/request-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChannelRow } from './channel-row.tsx'
import { SourceSection } from './source-section.tsx'
import type { SourceLeads } from './use-source-leads.ts'
import { useChannelChanges, useSourceChannels } from './use-sources.ts'

interface ChannelListProps {
  projectId: string
  /** The installation's sources that are searched now. */
  sources: readonly Source[]
  /** Left out where it does not matter what each has brought. */
  leads?: SourceLeads
  canWrite: boolean
}

/** The channels available to every project: which are on, their state, and the project's own keys to them. */
export function ChannelList({ projectId, sources, leads, canWrite }: ChannelListProps) {
  const { data: channels, error } = useSourceChannels(projectId)
  const changes = useChannelChanges(projectId)
  return (
    <SourceSection title="Channels">
      {!channels && error ? (
        <Notice tone="bad">The channels could not be loaded. {messageOf(error)}</Notice>
      ) : channels ? (
        <ul className="divide-y rounded-card border bg-surface">
          {channels.map((channel) => (
            <ChannelRow
              key={channel.platform}
              channel={channel}
              sources={sources.filter(({ platform }) => platform === channel.platform)}
              leads={leads?.ofPlatform(channel.platform)}
              changes={canWrite ? changes : undefined}
            />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-40" />
      )}
    </SourceSection>
  )
}
