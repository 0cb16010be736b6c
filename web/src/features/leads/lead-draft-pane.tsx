import type { Lead } from '@leadlight/contract/leads'
import type { DraftType } from '@leadlight/domain/drafts'
import type { Ref } from 'react'
import { makeLeadNotice } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import type { DraftDestination } from '../../lib/drafts/draft-footer.tsx'
import type { DraftPaneHandle } from '../../lib/drafts/draft-pane.tsx'
import { DraftPane } from '../../lib/drafts/draft-pane.tsx'
import { platformName } from '../../lib/platforms.ts'
import { useLeadDraft } from './use-lead-draft.ts'

const FEED = 'feed'
const NO_REASON = 'This community wants answers in your own words. You get talking points instead.'

interface LeadDraftPaneProps {
  ref: Ref<DraftPaneHandle>
  lead: Lead
  type: DraftType
  title: string
  linkTo: (leadId: string) => string
  onLeave: () => void
}

/** A lead's draft of one type. */
export function LeadDraftPane({ lead, type, ...rest }: LeadDraftPaneProps) {
  const draft = useLeadDraft(lead, type)
  const params = { projectId: lead.project_id, id: lead.id }
  return (
    <DraftPane
      {...rest}
      {...draft}
      pointsWhy={pointsWhy(lead, type)}
      destination={destination(lead, type)}
      // Whoever has the link may object, so that it does not belong under a public post.
      makeNotice={type === 'dm' ? () => call(makeLeadNotice, { params }) : undefined}
    />
  )
}

/** A reply is public, and its community may forbid generated text; a message is private. */
function pointsWhy(lead: Lead, type: DraftType): string | null {
  return type === 'reply' && !lead.drafting.is_allowed ? (lead.drafting.why ?? NO_REASON) : null
}

/** A feed only lists posts; neither the post nor its author can be replied to there. */
function destination({ platform, url, author_url }: Lead, type: DraftType): DraftDestination | null {
  const to = type === 'reply' ? url : author_url
  if (to === null) return null
  if (platform === FEED) return { to, words: type === 'reply' ? 'Open the post' : 'Open the author' }
  return { to, words: `Open ${type === 'reply' ? 'on' : 'the author on'} ${platformName(platform)}` }
}
