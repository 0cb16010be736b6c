/** Actions on the open lead that a key or the command palette can start. */
export type LeadAction = 'draft_reply' | 'draft_message' | 'feedback_positive' | 'feedback_negative' | 'focus_note'

type Handler = () => void

/** How long an action waits for the component that handles it: the lead may only just be opening. */
export const WAIT_MS_MAX = 5000

const handlers = new Map<LeadAction, { leadId: string; run: Handler }>()
let waiting: { name: LeadAction; leadId: string; sinceMs: number } | null = null

/**
 * Registers the handler of an action while its component is mounted; returns the unregister function. The latest
 * handler wins. A pending action runs at once.
 */
export function registerLeadAction(name: LeadAction, leadId: string, run: Handler): () => void {
  const handler = { leadId, run }
  handlers.set(name, handler)
  if (waiting?.name === name && waiting.leadId === leadId) {
    const isFresh = performance.now() - waiting.sinceMs < WAIT_MS_MAX
    waiting = null
    if (isFresh) run()
  }
  return () => {
    if (handlers.get(name) === handler) handlers.delete(name)
  }
}

/**
 * Runs an action on a lead; returns whether it ran at once. Otherwise it waits briefly for its component, since the
 * pane may still show the previous lead.
 */
export function runLeadAction(name: LeadAction, leadId: string): boolean {
  const handler = handlers.get(name)
  const isShown = handler?.leadId === leadId
  waiting = isShown ? null : { name, leadId, sinceMs: performance.now() }
  if (isShown) handler.run()
  return isShown
}
