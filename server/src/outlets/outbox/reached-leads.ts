import type { OutboxEvent } from './outbox-events.ts'

/** A lead as rules look at it. */
export interface RuledLead {
  score: number
  signalIds: readonly string[]
}

/** What a lead was before it gained a match, for a rule that may have told of it then. */
export interface FormerLead {
  score: number
  /** Its signals since. */
  gained: readonly string[]
}

/** The leads that events tell of: null for those that are new, else what they were before. */
export function reachedLeads(happenings: readonly OutboxEvent[]): Map<string, FormerLead | null> {
  const news = new Map<string, FormerLead | null>()
  for (const happening of happenings) {
    if (happening.event !== 'lead.created') continue
    const { leadIds, gained } = happening
    for (const [at, id] of leadIds.entries()) {
      const before = news.get(id)
      if (before === null || gained === undefined) news.set(id, null)
      else
        news.set(id, {
          score: before?.score ?? gained.formerScores[at] ?? 0,
          gained: [...(before?.gained ?? []), gained.signalId],
        })
    }
  }
  return news
}

/** Whether a rule tells of a lead now and would not have told of what it was before. */
export function newlyTakes(takes: (lead: RuledLead) => boolean, lead: RuledLead, former: FormerLead | null): boolean {
  if (!takes(lead)) return false
  if (former === null) return true
  return !takes({ score: former.score, signalIds: lead.signalIds.filter((id) => !former.gained.includes(id)) })
}
