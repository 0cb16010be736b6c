import { expect, test } from 'vitest'
import { summarize, wordKey, type SignalFigures } from './measure.ts'

const figures = (one: Partial<SignalFigures>): SignalFigures => ({
  id: 'S',
  graded: 0,
  reached: 0,
  judged: 0,
  kept: 0,
  found: 0,
  requests: 0,
  fetched: 0,
  judgedPosts: 0,
  firstLeadSeconds: null,
  tenthLeadSeconds: null,
  ...one,
})

test('a post has one key however a platform writes it, and another post has another', () => {
  const key = wordKey('Which CRM?', 'We are **five**; see https://example.org/a?b for more.')
  expect(wordKey(null, 'Which CRM? We are five – see for more')).toBe(key)
  expect(wordKey('Which CRM?', 'We are six; see for more.')).not.toBe(key)
})

test('micro figures count posts, macro figures are means over the signals with leads', () => {
  const summary = summarize([
    figures({ graded: 3, reached: 3, judged: 2, kept: 5, found: 1, requests: 10, fetched: 100, judgedPosts: 20 }),
    figures({ graded: 1, reached: 0, requests: 30, fetched: 60, judgedPosts: 4, firstLeadSeconds: 2 }),
    figures({ kept: 4, requests: 20, fetched: 40, firstLeadSeconds: 8 }),
  ])
  expect(summary).toMatchObject({
    reached: 0.75,
    reached_macro: 0.5,
    judged: 0.5,
    judged_macro: 0.333,
    kept: 9,
    found: 0.25,
    found_macro: 0.167,
    requests: 20,
    fetched_per_lead: 50,
    judged_per_lead: 6,
    first_lead_seconds: 2,
    tenth_lead_seconds: null,
  })
})
