import type { Lead } from '@leadlight/contract/leads'
import type { FEEDBACKS } from '@leadlight/domain/leads'
import { call } from '../../lib/api.ts'
import { assignLead, correctLead, giveFeedback, undoLeads, updateLeadsStatus } from '../../lib/calls.ts'
import type { LeadCache } from './lead-cache.ts'
import type { Change, Undo } from './lead-changes.ts'
import type { LeadPatch } from './lead-list.ts'

export type Feedback = (typeof FEEDBACKS)[number]

/** What a lead's signals are called, by id. */
export interface NamedSignal {
  id: string
  intent_signal: string
}

/** The browser's memory of leads, with what only the whole lead has. */
export interface WorkCache extends Pick<LeadCache, 'patch'> {
  patchLead: (id: string, change: (lead: Lead) => Lead) => void
  /** Asks again for what happened to the lead. */
  refreshHistory: (id: string) => void
}

/** Says whether the lead is a good one, or takes that back with null. */
export function feedbackChange(
  cache: WorkCache,
  lead: Lead,
  given: { feedback: Feedback | null; reason: string },
): Change {
  const before = { feedback: lead.feedback, reason: lead.feedback_reason ?? '' }
  function show({ feedback, reason }: typeof before) {
    cache.patch(idOf(lead), { feedback })
    cache.patchLead(lead.id, (current) => ({ ...current, feedback_reason: reason || null }))
  }
  function send({ feedback, reason }: typeof before) {
    return call(giveFeedback, { params: paramsOf(lead), body: { feedback, reason } })
  }
  return undoable(cache, lead, {
    show: () => show(given),
    takeBack: () => show(before),
    send: () => send(given),
    undo: () => send(before),
    done: doneWords(given.feedback, given.reason !== before.reason && given.feedback === before.feedback),
    failed: 'The feedback could not be given.',
  })
}

function doneWords(feedback: Feedback | null, isReasonAlone: boolean): string {
  if (isReasonAlone) return 'Kept the reason'
  if (feedback === null) return 'Took the feedback back'
  return feedback === 'positive' ? 'Marked as a good lead' : 'Marked as a poor lead'
}

/** Gives the lead to somebody, or to nobody. */
export function assigneeChange(cache: WorkCache, lead: Lead, to: { userId: string | null; name: string }): Change {
  const show = (assignee_id: string | null) => cache.patch(idOf(lead), { assignee_id })
  const send = (user_id: string | null) => call(assignLead, { params: paramsOf(lead), body: { user_id } })
  return undoable(cache, lead, {
    show: () => show(to.userId),
    takeBack: () => show(lead.assignee_id),
    send: () => send(to.userId),
    undo: () => send(lead.assignee_id),
    done: to.userId ? `Assigned to ${to.name}` : 'Assigned to nobody',
    failed: 'The lead could not be assigned.',
  })
}

/** Sets the status, or takes it away with null. */
export function statusChange(cache: WorkCache, lead: Lead, to: { id: string | null; name: string }): Change {
  const params = { projectId: lead.project_id }
  function show(patch: LeadPatch) {
    cache.patch(idOf(lead), patch)
  }
  return {
    show() {
      show({ status_config_id: to.id })
      return () => show({ status_config_id: lead.status_config_id })
    },
    async send() {
      const body = { status_config_id: to.id, lead_ids: [lead.id] }
      const { undo_token } = await call(updateLeadsStatus, { params, body })
      cache.refreshHistory(lead.id)
      if (!undo_token) return null
      return async () => {
        await call(undoLeads, { params, body: { undo_token } })
        cache.refreshHistory(lead.id)
      }
    },
    done: to.id ? `Status: ${to.name}` : 'Took the status away',
    failed: 'The status could not be set.',
  }
}

/** Corrects which signals the lead matches. What was matched wrongly goes at once; what is added is told by the server. */
export function signalsChange(cache: WorkCache, lead: Lead, signals: readonly NamedSignal[]): Change {
  const before = lead.intent_signals
  const matches = lead.matches
  function show(named: readonly NamedSignal[]) {
    cache.patch(idOf(lead), { intent_signals: named.map(({ id, intent_signal }) => ({ id, intent_signal })) })
    cache.patchLead(lead.id, (current) => ({
      ...current,
      matches: matches.filter((match) => named.some(({ id }) => id === match.intent_signal_id)),
    }))
  }
  async function send(named: readonly NamedSignal[]) {
    const body = { intent_signals: named.map(({ id }) => id) }
    const corrected = await call(correctLead, { params: paramsOf(lead), body })
    cache.patchLead(lead.id, (current) => ({ ...current, matches: corrected.matches }))
    cache.patch(idOf(lead), {
      intent_signals: corrected.intent_signals,
      score: corrected.score,
      level: corrected.level,
    })
  }
  return undoable(cache, lead, {
    show: () => show(signals),
    takeBack: () => show(before),
    send: () => send(signals),
    undo: () => send(before),
    done: 'Corrected the signals',
    failed: 'The signals could not be corrected.',
  })
}

interface Steps {
  show: () => void
  takeBack: () => void
  send: () => Promise<unknown>
  undo: () => Promise<unknown>
  done: string
  failed: string
}

function undoable(cache: WorkCache, lead: Lead, steps: Steps): Change {
  async function sent(work: () => Promise<unknown>): Promise<void> {
    await inTurn(lead.id, work)
    cache.refreshHistory(lead.id)
  }
  const undo: Undo = () => sent(steps.undo)
  return {
    show() {
      steps.show()
      return steps.takeBack
    },
    send: () => sent(steps.send).then(() => undo),
    done: steps.done,
    failed: steps.failed,
  }
}

const turns = new Map<string, Promise<unknown>>()

/** Changes of one lead are sent one after the other, so that the last one made is the one that stays. */
async function inTurn(leadId: string, work: () => Promise<unknown>): Promise<void> {
  const before = turns.get(leadId)
  const turn = (before ?? Promise.resolve()).then(work, work)
  turns.set(leadId, turn)
  try {
    await turn
  } finally {
    if (turns.get(leadId) === turn) turns.delete(leadId)
  }
}

function idOf(lead: Lead): ReadonlySet<string> {
  return new Set([lead.id])
}

function paramsOf(lead: Lead) {
  return { projectId: lead.project_id, id: lead.id }
}
