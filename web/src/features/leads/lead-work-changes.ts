import type { Lead } from '@leadlight/contract/leads'
import type { SignalKind } from '@leadlight/domain/signals'
import type { FEEDBACKS } from '@leadlight/domain/leads'
import { assignLead, correctLead, giveFeedback } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import type { LeadCache } from './lead-cache.ts'
import type { Change } from '../../lib/rows/changes.ts'

export type Feedback = (typeof FEEDBACKS)[number]

/** A signal of a lead with its text. */
export interface NamedSignal {
  id: string
  kind?: SignalKind
  intent_signal: string
}

/** The cached leads, including the fields only the whole lead has. */
export interface WorkCache extends Pick<LeadCache, 'patch'> {
  patchLead: (id: string, change: (lead: Lead) => Lead) => void
}

/** Gives feedback on the lead, or withdraws it with null. */
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
  return undoable(lead, {
    show: () => show(given),
    revert: () => show(before),
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

/** Assigns the lead to a user, or to nobody. */
export function assigneeChange(cache: WorkCache, lead: Lead, to: { userId: string | null; name: string }): Change {
  const show = (assignee_id: string | null) => cache.patch(idOf(lead), { assignee_id })
  const send = (user_id: string | null) => call(assignLead, { params: paramsOf(lead), body: { user_id } })
  return undoable(lead, {
    show: () => show(to.userId),
    revert: () => show(lead.assignee_id),
    send: () => send(to.userId),
    undo: () => send(lead.assignee_id),
    done: to.userId ? `Assigned to ${to.name}` : 'Assigned to nobody',
    failed: 'The lead could not be assigned.',
  })
}

/** Corrects which signals the lead matches. Removed ones go at once; added ones come from the server. */
export function signalsChange(cache: WorkCache, lead: Lead, signals: readonly NamedSignal[]): Change {
  const before = lead.intent_signals
  const matches = lead.matches
  function show(named: readonly NamedSignal[]) {
    cache.patch(idOf(lead), {
      intent_signals: named.map(({ id, kind = 'intent', intent_signal }) => ({ id, kind, intent_signal })),
    })
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
  return undoable(lead, {
    show: () => show(signals),
    revert: () => show(before),
    send: () => send(signals),
    undo: () => send(before),
    done: 'Corrected the signals',
    failed: 'The signals could not be corrected.',
  })
}

interface Steps {
  show: () => void
  revert: () => void
  send: () => Promise<unknown>
  undo: () => Promise<unknown>
  done: string
  failed: string
}

function undoable(lead: Lead, { show, revert, send, undo, done, failed }: Steps): Change {
  return {
    // Changes of one lead are sent in order, so the last one stays.
    ids: [lead.id],
    show() {
      show()
      return revert
    },
    async send() {
      await send()
      return async () => {
        await undo()
      }
    },
    done,
    failed,
  }
}

function idOf(lead: Lead): ReadonlySet<string> {
  return new Set([lead.id])
}

function paramsOf(lead: Lead) {
  return { projectId: lead.project_id, id: lead.id }
}
