import type { LeadRow } from '@leadlight/contract/leads'
import { memo, useCallback } from 'react'
import type { ReactNode, Ref } from 'react'
import { EndOfLoaded } from '../../lib/rows/list-states.tsx'
import { RowFeed } from '../../lib/rows/row-feed.tsx'
import { leadName } from '../../lib/row-text.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { LeadRowSkeleton } from './lead-feed-states.tsx'
import type { LoadedLeads } from './loaded-leads.ts'
import { LeadRowView } from './lead-row.tsx'
import type { RowSetting } from './row-setting.ts'

const CARD_HEIGHT_PX = 126

export interface LeadFeedProps {
  ref: Ref<FeedHandle>
  loaded: LoadedLeads
  isStale: boolean
  setting: RowSetting
  /** Follows the last lead once all are loaded. */
  foot: ReactNode
  moreError: unknown
  onMore: () => void
}

/** The leads as cards in a list of any length. */
export const LeadFeed = memo(function LeadFeed({ setting, moreError, onMore, ...rest }: LeadFeedProps) {
  const renderCard = useCallback((lead: LeadRow) => <LeadRowView lead={lead} setting={setting} />, [setting])
  return (
    <RowFeed
      {...rest}
      label="Leads"
      cardHeightPx={CARD_HEIGHT_PX}
      nameOf={leadName}
      renderCard={renderCard}
      endName="More leads"
      end={
        <EndOfLoaded several="leads" error={moreError} onRetry={onMore}>
          <LeadRowSkeleton />
        </EndOfLoaded>
      }
      moreError={moreError}
      onMore={onMore}
    />
  )
})
