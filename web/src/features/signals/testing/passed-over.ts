import type { PassedOverPost, PassedOverReason } from '@leadlight/contract/passed-over'
import { SIGNAL_ID } from '../../leads/testing/leads-story.ts'

/** A post that the story's signal passed over. */
export function passedOverPost(parts: Partial<PassedOverPost> = {}): PassedOverPost {
  return {
    intent_signal_id: SIGNAL_ID,
    intent_signal: 'Looking for a monitoring tool',
    post_id: '019ab000-0000-7000-8000-0000000001a1',
    platform: 'reddit',
    community: 'r/devops',
    author: 'ada',
    url: 'https://reddit.example/1',
    title: 'Leaving Nagios',
    excerpt: 'Anything that costs less?',
    posted_at: '2026-11-01T09:00:00.000Z',
    score: 14,
    lead_id: null,
    others: [],
    ...parts,
  }
}

/** Why it was passed over. */
export function passedOverReason(parts: Partial<PassedOverReason> = {}): PassedOverReason {
  const { others: _, ...post } = passedOverPost()
  const text = 'Leaving Nagios\nAnything that costs less?'
  const end = 'Leaving Nagios'.length
  return {
    ...post,
    kept_from: 22,
    text,
    body_start: end + 1,
    why: 'It scored 14, and posts are kept from 22.',
    match: {
      intent_signal_id: post.intent_signal_id,
      intent_signal: post.intent_signal,
      score: 14,
      level: 'unsure',
      reason: 'The post does not plainly do what the signal asks for.',
      learned: null,
      evidence: [{ start: 0, end, kind: 'for', label: 'names the subject' }],
      conditions: [
        { kind: 'topic', text: 'monitoring tool', state: 'met', at: null },
        { kind: 'limit', text: 'under 50 dollars', state: 'not_met', at: { start: end + 1, end: text.length } },
      ],
      second_opinion: null,
    },
    ...parts,
  }
}
