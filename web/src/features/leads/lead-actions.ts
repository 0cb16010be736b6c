/** What can be asked of the open lead from elsewhere: by a key, or by the command palette. */
export type LeadAction = 'draft_reply' | 'draft_message' | 'feedback_positive' | 'feedback_negative' | 'focus_note'

type Handler = () => void

/** How long an action waits for the part of the pane that carries it out: the lead may only just be opening. */
export const WAIT_MS_MAX = 5000

const handlers = new Map<LeadAction, { leadId: string; run: Handler }>()
let waiting: { name: LeadAction; leadId: string; sinceMs: number } | null = null

/**
 * Says what an action does to a lead while the part of the pane for it shows; answers how to take that back. The latest
 * registration counts. An action that was asked for a moment ago, before there was anything to carry it out, runs now.
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
 * Runs an action on a lead; answers whether it ran at once. Otherwise it runs when its part shows for that lead, if that
 * is soon: the pane may still show the lead before.
 */
export function runLeadAction(name: LeadAction, leadId: string): boolean {
  const handler = handlers.get(name)
  const isShown = handler?.leadId === leadId
  waiting = isShown ? null : { name, leadId, sinceMs: performance.now() }
  if (isShown) handler.run()
  return isShown
}
