import type { Lead } from '@leadlight/contract/leads'
import { useMemo } from 'react'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { useLeadCache } from './lead-cache.ts'
import type { Feedback, NamedSignal, WorkCache } from './lead-work-changes.ts'
import { assigneeChange, feedbackChange, signalsChange } from './lead-work-changes.ts'
import type { Inbox } from './use-lead-inbox.ts'

/** The team's actions on a single lead. Each shows at once and can be undone. */
export function useLeadWork(inbox: Inbox, lead: Lead) {
  const { carryOut } = inbox.changes
  const cache = useWorkCache(inbox)
  return {
    giveFeedback: (feedback: Feedback | null, reason = '') =>
      void carryOut(feedbackChange(cache, lead, { feedback, reason })),
    assign: (userId: string | null, name: string) => void carryOut(assigneeChange(cache, lead, { userId, name })),
    correctSignals: (signals: readonly NamedSignal[]) => void carryOut(signalsChange(cache, lead, signals)),
  }
}

function useWorkCache({ projectId, filters }: Inbox): WorkCache {
  const { patch } = useLeadCache(projectId, filters.query)
  const patchCached = usePatchCached()
  return useMemo(
    () => ({
      patch,
      patchLead: (id, change) => patchCached<Lead>(keys.post(id), change),
    }),
    [patch, patchCached],
  )
}
