import { findDraft, storeDraft } from './draft.ts'

/** The page where a signal is written. */
export function newSignalPath(projectId: string): string {
  return `/projects/${projectId}/signals/new`
}

/** The draft of the new signal's words. */
export function newSignalDraft(projectId: string): string {
  return `signal:new:${projectId}`
}

/**
 * Writes the words of the project's new signal, for its page to show and try. Returns what puts the words back that were
 * there; null where there were none.
 */
export function draftNewSignal(projectId: string, words: string): (() => void) | null {
  const name = newSignalDraft(projectId)
  const former = findDraft(name)
  storeDraft(name, words)
  if (former === null || former.trim() === '' || former === words) return null
  return () => storeDraft(name, former)
}
