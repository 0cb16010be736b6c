import type { Draft } from '@leadlight/contract/drafts'
import type { Lead } from '@leadlight/contract/leads'
import type { DraftType } from '@leadlight/domain/drafts'
import { useSWRConfig } from 'swr'
import { draftMessage, getLead, updateDraftDm, updateDraftReply } from 'virtual:calls'
import { call, send } from '../../lib/api.ts'
import { hasEnded } from '../../lib/cache-life.ts'
import type { DraftTarget } from '../../lib/drafts/draft-stream.ts'
import { useDraftSession } from '../../lib/drafts/use-draft-session.ts'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'

/** The draft session of a lead and type, with its state. A component must not change its lead. */
export function useLeadDraft(lead: Lead, type: DraftType) {
  const kept = lead.drafts.find((draft) => draft.message_type === type) ?? null
  return useDraftSession(draftTargetOf(lead, type), kept, useDraftListener(lead.id))
}

function draftTargetOf({ id, project_id: projectId }: Lead, type: DraftType): DraftTarget {
  const params = { projectId, id }
  const update = type === 'dm' ? updateDraftDm : updateDraftReply
  return {
    name: `lead:${id}:${type}`,
    ask: ({ body, ...rest }) => send(draftMessage, { params, body: { ...body, message_type: type }, ...rest }),
    save: (body) => call(update, { params, body }),
    async find() {
      const { drafts } = await call(getLead, { params })
      return drafts.find((draft) => draft.message_type === type) ?? null
    },
  }
}

/** Updates the cached lead with what the server has stored. */
function useDraftListener(leadId: string) {
  const { cache, mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  function saved(draft: Draft) {
    // A save may outlive its session.
    if (hasEnded(cache)) return
    patchCached<Lead>(keys.post(leadId), (lead) => ({ ...lead, drafts: withDraft(lead, draft) }))
    void mutate(keys.history(leadId))
  }
  return {
    saved,
    written(draft: Draft | null) {
      if (hasEnded(cache)) return
      if (draft) saved(draft)
      else void mutate(keys.post(leadId))
      void mutate(keys.credits)
    },
  }
}

function withDraft(lead: Lead, draft: Draft): Draft[] {
  return [...lead.drafts.filter((one) => one.message_type !== draft.message_type), draft]
}
