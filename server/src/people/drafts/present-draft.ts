import type { Draft as WireDraft } from '@leadlight/contract/drafts'
import type { Draft } from './draft-store.ts'

export function presentDraft({ similarTo, ...draft }: Draft): WireDraft {
  return {
    message_type: draft.messageType,
    draft: draft.draft,
    written_by: draft.writtenBy,
    is_talking_points: draft.isTalkingPoints,
    similar_to: similarTo && { lead_id: similarTo.leadId, share: similarTo.share },
    updated_at: draft.updatedAt.toISOString(),
  }
}
