import { NO_SCORE } from '@leadlight/domain/scoring'
import { describe, expect, test } from 'vitest'
import type { DescribedLead } from '../../workspace/leads/describe-leads.ts'
import { composeBody, describeLead } from './compose-body.ts'

/** The largest message that receivers accept. */
const BYTES_MAX = 20_000
const AT = new Date('2026-10-05T09:00:00Z')

/** A lead whose every part has the greatest length, in characters that take most room. */
function longLead(matches: number): DescribedLead {
  const long = '"ß\u{1F41D}'.repeat(20_000)
  return {
    id: 'a-lead',
    url: 'https://example.org/post',
    platform: 'hacker_news',
    community: null,
    author: 'ada',
    authorUrl: null,
    title: long,
    text: long,
    score: 80,
    status: null,
    matches: Array.from({ length: matches }, (_, at) => ({
      signalId: `signal-${at}`,
      signal: long,
      score: 80 - at,
      reason: long,
      evidence: Array.from({ length: 9 }, () => ({ kind: 'for', quote: long })),
    })),
    isRead: false,
    isStarred: false,
    isDeleted: false,
    postedAt: AT,
    collectedAt: AT,
  }
}

interface Told {
  text: string
  text_is_cut: boolean
  intent_signals: { id: string; evidence: unknown[] }[]
}

describe('a lead in a message', () => {
  test('has null in place of a score that it does not have', () => {
    const lead = longLead(1)
    const matches = lead.matches.map((match) => ({ ...match, score: NO_SCORE }))
    expect(describeLead('https://leads.example', 'a-project', { ...lead, score: NO_SCORE, matches })).toMatchObject({
      score: null,
      level: null,
      intent_signals: [{ score: null }],
    })
  })

  test('has its four best matches, with four quotes each', () => {
    const told = describeLead('https://leads.example', 'a-project', longLead(6)) as Told
    expect(told.intent_signals.map(({ id }) => id)).toEqual(['signal-0', 'signal-1', 'signal-2', 'signal-3'])
    expect(told.intent_signals.map(({ evidence }) => evidence.length)).toEqual([4, 4, 4, 4])
  })

  test('stays below the size receivers accept, never splits a character, and says that it was cut', () => {
    const told = describeLead('https://leads.example', 'a-project', longLead(6)) as Told
    const body = composeBody({ event: 'lead.created', at: AT, data: told })
    expect(Buffer.byteLength(body)).toBeLessThan(BYTES_MAX)
    expect(told.text_is_cut).toBe(true)
    expect(told.text.isWellFormed()).toBe(true)
  })
})
