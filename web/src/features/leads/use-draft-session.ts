import type { Draft } from '@leadlight/contract/drafts'
import type { Lead } from '@leadlight/contract/leads'
import type { DraftType } from '@leadlight/domain/drafts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import { findToken } from '../../lib/session.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import type { DraftSession } from './draft-session.ts'
import { createDraftSession } from './draft-session.ts'

/** Drafts that are shown, being written or not saved, by who is signed in, lead and kind. */
const sessions = new Map<string, DraftSession>()

/** The lead's draft of one kind: its state, and what can be done with it. A component keeps to the lead it began with. */
export function useDraftSession(lead: Lead, type: DraftType) {
  const tell = useDraftListener(lead.id)
  const kept = lead.drafts.find((draft) => draft.message_type === type) ?? null
  const name = `${findToken() ?? ''}:${lead.id}:${type}`
  const [session] = useState(
    () => sessions.get(name) ?? createDraftSession({ projectId: lead.project_id, leadId: lead.id, type }, kept, tell),
  )
  const state = useSyncExternalStore(session.subscribe, session.read)
  useEffect(() => session.adopt(kept), [session, kept])
  useEffect(() => {
    sessions.set(name, session)
    return () => void leave(name, session)
  }, [session, name])
  return { session, state }
}

/** What is still being written, or could not be saved, is found again by whoever comes back. */
async function leave(name: string, session: DraftSession): Promise<void> {
  await session.save()
  const { saving, isWriting } = session.read()
  if (saving === 'saved' && !isWriting) sessions.delete(name)
  else sessions.set(name, session)
}

/** Keeps the rest of the browser's memory in step with what the server has kept. */
function useDraftListener(leadId: string) {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  function saved(draft: Draft) {
    patchCached<Lead>(keys.post(leadId), (lead) => ({ ...lead, drafts: withDraft(lead, draft) }))
    void mutate(keys.history(leadId))
  }
  return {
    saved,
    written(draft: Draft | null) {
      if (draft) saved(draft)
      else void mutate(keys.post(leadId))
      void mutate(keys.credits)
    },
  }
}

function withDraft(lead: Lead, draft: Draft): Draft[] {
  return [...lead.drafts.filter((one) => one.message_type !== draft.message_type), draft]
}
