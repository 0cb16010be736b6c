import { useEffect } from 'react'
import { useStable } from '../../lib/use-stable.ts'

/** What the keys of the posts screen ask of the reading pane. */
export interface PaneActions {
  /** Says whether the open lead is a good one; the same answer again takes it back. */
  feedback: (value: 'positive' | 'negative') => void
  /** Goes to a draft of the open lead, and begins it where there is none. */
  draft: (kind: 'reply' | 'dm') => void
}

export type PaneActionsRegister = ReturnType<typeof createPaneActions>

/** Where the pane says what it can do. What is asked before it shows is done as soon as it does. */
export function createPaneActions() {
  let actions: PaneActions | null = null
  let asked: ((actions: PaneActions) => void) | null = null
  return {
    /** Has the pane do something: now, or, after `open` has been called, once it shows. */
    ask(work: (actions: PaneActions) => void, open: () => void) {
      if (actions) return work(actions)
      asked = work
      open()
    },
    register(given: PaneActions): () => void {
      actions = given
      asked?.(given)
      asked = null
      return () => {
        actions = null
      }
    },
  }
}

/** Registers what the pane can do for as long as it shows: `usePaneActions(inbox.paneActions, { feedback, draft })`. */
export function usePaneActions(register: PaneActionsRegister, given: PaneActions): void {
  const feedback = useStable(given.feedback)
  const draft = useStable(given.draft)
  useEffect(() => register.register({ feedback, draft }), [register, feedback, draft])
}
