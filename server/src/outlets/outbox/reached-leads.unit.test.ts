import { NO_SCORE } from '@leadlight/domain/scoring'
import { expect, test } from 'vitest'
import { newlyTakes, reachedLeads, type RuledLead } from './reached-leads.ts'
import type { OutboxEvent } from './outbox-events.ts'

const at = new Date('2026-11-28T09:00:00Z')
const LEAD = { score: 90, signalIds: ['name', 'asking'] }
const atLeast = (minimum: number) => (lead: RuledLead) => lead.score >= minimum
const ofSignal = (id: string) => (lead: RuledLead) => lead.signalIds.includes(id)

function gained(signalId: string, ...formerScores: number[]): OutboxEvent {
  return {
    at,
    event: 'lead.created',
    leadIds: formerScores.map((_, index) => `lead-${index}`),
    gained: { signalId, formerScores },
  }
}

test('a rule tells of a lead that it takes now and did not take before', () => {
  const former = reachedLeads([gained('asking', NO_SCORE)]).get('lead-0') ?? null
  expect(newlyTakes(atLeast(70), LEAD, former)).toBe(true)
  expect(newlyTakes(ofSignal('asking'), LEAD, former)).toBe(true)
  expect(newlyTakes(atLeast(95), LEAD, former)).toBe(false)
  expect(newlyTakes(() => true, LEAD, former)).toBe(false)
  expect(newlyTakes(ofSignal('name'), LEAD, former)).toBe(false)
})

test('of several matches the state before the first counts', () => {
  const news = reachedLeads([gained('asking', NO_SCORE), gained('name', 90)])
  expect(news.get('lead-0')).toEqual({ score: NO_SCORE, gained: ['asking', 'name'] })
})

test.each([0, 1])('a lead that is new among the events is new to all, in any order', (first) => {
  const events: OutboxEvent[] = [{ at, event: 'lead.created', leadIds: ['lead-0'] }, gained('asking', NO_SCORE)]
  expect(reachedLeads(first === 0 ? events : events.toReversed()).get('lead-0')).toBeNull()
})
