import { expect, test } from 'vitest'
import { measureTrace, summarize, wordKey, type SignalFigures } from './measure.ts'

const figures = (one: Partial<SignalFigures>): SignalFigures => ({
  id: 'S',
  graded: 0,
  reached: 0,
  held: null,
  judged: 0,
  kept: 0,
  found: 0,
  requests: {},
  fetched: 0,
  judgedPosts: 0,
  firstLeadSeconds: null,
  tenthLeadSeconds: null,
  seconds: 0,
  ...one,
})

test('a post has one key however a platform writes it, and another post has another', () => {
  const key = wordKey('Which CRM?', 'We are **five**; see https://example.org/a?b for more.')
  expect(wordKey(null, 'Which CRM? We are five – see for more')).toBe(key)
  expect(wordKey('Which CRM?', 'We are six; see for more.')).not.toBe(key)
})

test('what was fetched, judged and kept is held against the posts of grade 2, each counted once', () => {
  const post = (text: string) => ({ title: null, text })
  const fetched = ['one', 'One!', 'two', 'three', 'other'].map(post)
  const judged = [
    { ...post('other'), kept: true, score: null, seconds: 1 },
    { ...post('one'), kept: false, score: null, seconds: 2 },
    { ...post('two'), kept: true, score: null, seconds: 3 },
  ]
  const graded = new Set(['one', 'two', 'three', 'four'])
  expect(
    measureTrace(
      { fetched, judged },
      { id: 'S', graded, held: new Set(['two', 'other']), requests: { reddit: 2 }, seconds: 5 },
    ),
  ).toEqual(
    figures({
      graded: 4,
      reached: 3,
      held: 1,
      judged: 2,
      kept: 2,
      found: 1,
      requests: { reddit: 2 },
      fetched: 5,
      judgedPosts: 3,
      firstLeadSeconds: 1,
      seconds: 5,
    }),
  )
})

test('micro figures count posts, macro figures are means over the signals with leads', () => {
  const summary = summarize([
    figures({
      graded: 3,
      reached: 3,
      judged: 2,
      kept: 5,
      found: 1,
      requests: { reddit: 10 },
      fetched: 100,
      judgedPosts: 20,
    }),
    figures({ graded: 1, requests: { reddit: 4, github: 26 }, fetched: 60, judgedPosts: 4, firstLeadSeconds: 2 }),
    figures({ kept: 4, requests: { github: 20 }, fetched: 40, firstLeadSeconds: 8 }),
  ])
  expect(summary).toMatchObject({
    signals: 3,
    graded: 4,
    reached: 0.75,
    reached_macro: 0.5,
    judged: 0.5,
    judged_macro: 0.333,
    kept: 9,
    found: 0.25,
    found_macro: 0.167,
    requests: 20,
    requests_max: 30,
    requests_max_platform: { reddit: 10, github: 26 },
    fetched_per_lead: 50,
    judged_per_lead: 6,
    first_lead_seconds: 2,
    tenth_lead_seconds: null,
  })
})
