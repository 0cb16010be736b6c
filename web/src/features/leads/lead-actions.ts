/** What can be asked of the open lead from elsewhere: by a key, or by the command palette. */
export type LeadAction = 'draft_reply' | 'draft_message' | 'feedback_positive' | 'feedback_negative' | 'focus_note'

type Handler = () => void

/** How long an action waits for the part of the pane that carries it out: the lead may only just be opening. */
const WAIT_MS_MAX = 5000

const handlers = new Map<LeadAction, Handler>()
let waiting: { name: LeadAction; sinceMs: number } | null = null

/**
 * Says what an action does while a part of the pane shows; answers how to take that back. The latest registration
 * counts. An action that was asked for a moment ago, before there was anything to carry it out, runs now.
 */
export function registerLeadAction(name: LeadAction, handler: Handler): () => void {
  handlers.set(name, handler)
  if (waiting?.name === name) {
    const isFresh = performance.now() - waiting.sinceMs < WAIT_MS_MAX
    waiting = null
    if (isFresh) handler()
  }
  return () => {
    if (handlers.get(name) === handler) handlers.delete(name)
  }
}

/** Runs an action on the open lead; answers whether it ran at once. Otherwise it runs when its part shows, if that is soon. */
export function runLeadAction(name: LeadAction): boolean {
  const handler = handlers.get(name)
  waiting = handler ? null : { name, sinceMs: performance.now() }
  handler?.()
  return handler !== undefined
}
