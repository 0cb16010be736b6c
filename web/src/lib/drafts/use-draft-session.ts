import type { Draft } from '@leadlight/contract/drafts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { findToken } from '../session.ts'
import type { DraftListener, DraftSession } from './draft-session.ts'
import { createDraftSession } from './draft-session.ts'
import type { DraftTarget } from './draft-stream.ts'

/** Drafts that are shown, being written or not saved, by who is signed in and what they are for. */
const sessions = new Map<string, DraftSession>()

/** The draft of a place: its state, and what can be done with it. A component keeps to the place it began with. */
export function useDraftSession(place: DraftTarget, kept: Draft | null, tell: DraftListener) {
  const name = `${findToken() ?? ''}:${place.name}`
  const [session] = useState(() => {
    // Kept at once: a screen that is given up before it stands leaves it to the one that comes after.
    const session = sessions.get(name) ?? createDraftSession(place, kept, tell)
    sessions.set(name, session)
    return session
  })
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
