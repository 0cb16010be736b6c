import type { Lead } from '@leadlight/contract/leads'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { FeedbackReason } from './feedback-reason.tsx'
import { LeadAssignee } from './lead-assignee.tsx'
import { LeadStatus } from './lead-status.tsx'
import type { Feedback } from './lead-work-changes.ts'
import { useLeadAction } from './use-lead-action.ts'
import type { Inbox } from './use-lead-inbox.ts'
import { useLeadWork } from './use-lead-work.ts'

/** The lead's status, assignee and feedback. */
export function LeadTriage({ inbox, lead }: { inbox: Inbox; lead: Lead }) {
  const work = useLeadWork(inbox, lead)
  const [isAsking, setAsking] = useState(false)
  function judge(feedback: Feedback): boolean {
    const isTakenBack = lead.feedback === feedback
    work.giveFeedback(isTakenBack ? null : feedback)
    return !isTakenBack
  }
  // Feedback by key asks for no reason, which would delay the next lead.
  useLeadAction('feedback_positive', lead.id, () => void judge('positive'))
  useLeadAction('feedback_negative', lead.id, () => void judge('negative'))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-1.5">
      <LeadStatus inbox={inbox} lead={lead} />
      <LeadAssignee projectId={lead.project_id} assigneeId={lead.assignee_id} onChoose={work.assign} />
      <ChipButton pressed={lead.feedback === 'positive'} onClick={() => setAsking(judge('positive'))}>
        <ThumbsUp aria-hidden="true" />
        Good
        <span className="sr-only"> lead</span>
      </ChipButton>
      <ChipButton pressed={lead.feedback === 'negative'} onClick={() => setAsking(judge('negative'))}>
        <ThumbsDown aria-hidden="true" />
        Poor
        <span className="sr-only"> lead</span>
      </ChipButton>
      {lead.feedback && (
        <Popover open={isAsking} onOpenChange={setAsking}>
          <PopoverTrigger asChild>
            <ChipButton className="max-w-56 min-w-0 border-dashed">
              <span className="truncate">{lead.feedback_reason ?? 'Why?'}</span>
            </ChipButton>
          </PopoverTrigger>
          <PopoverContent label="Why" className="w-80">
            <FeedbackReason
              feedback={lead.feedback}
              reason={lead.feedback_reason ?? ''}
              onReason={(reason) => {
                setAsking(false)
                if (lead.feedback && reason !== (lead.feedback_reason ?? '')) work.giveFeedback(lead.feedback, reason)
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </div>
  )
}
