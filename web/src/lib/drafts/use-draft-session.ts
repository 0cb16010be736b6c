import type { Draft } from '@leadlight/contract/drafts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { findToken } from '../session.ts'
import type { DraftListener, DraftSession } from './draft-session.ts'
import { createDraftSession } from './draft-session.ts'
import type { DraftTarget } from './draft-stream.ts'

/** Drafts on screen, in progress, unsaved or with a former text, by user and target. */
const sessions = new Map<string, DraftSession>()

/** The draft session of a target, with its state. A component must not change its target. */
export function useDraftSession(target: DraftTarget, kept: Draft | null, listener: DraftListener) {
  const name = `${findToken() ?? ''}:${target.name}`
  const [session] = useState(() => {
    // Stored at once, so a discarded render hands it to the next.
    const session = sessions.get(name) ?? createDraftSession(target, kept, listener)
    sessions.set(name, session)
    return session
  })
  const state = useSyncExternalStore(session.subscribe, session.read)
  useEffect(() => session.adopt(kept), [session, kept])
  useEffect(() => {
    sessions.set(name, session)
    return () => void leave(name, session)
  }, [session, name])
  return { session, state, name: target.name }
}

/** Leaves a session in the map while it is writing, or has unsaved text or a former one, so a later visit finds it. */
async function leave(name: string, session: DraftSession): Promise<void> {
  await session.save()
  const { saving, isWriting, former } = session.read()
  if (saving === 'saved' && !isWriting && former === null) sessions.delete(name)
  else sessions.set(name, session)
}
