import { findNameSpans } from '@leadlight/domain/watched-names/match-names'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { expect, test } from 'vitest'
import { createNameJudge } from './judge-names.ts'
import { readStance } from './stance.ts'

function stanceIn(names: string, text: string, title: string | null = null) {
  const { root } = parseNames(names)
  const whole = title === null ? text : `${title}\n${text}`
  const found = root ? readStance({ title, text }, findNameSpans(root, whole)) : undefined
  return found && { ...found, words: whole.slice(found.start, found.end) }
}

test.each([
  ['asks', 'How do I export invoices from Acme?'],
  ['asks', 'Has anyone here used Acme with two warehouses?'],
  ['complains', 'Acme is terrible since the update.'],
  ['complains', 'Is anybody else fed up with Acme?'],
  ['complains', '@acme still waiting for a reply after 3 days, ridiculous'],
  ['praises', '@acme thank you so much for the quick help!'],
  ['praises', 'We moved offices last year. I love Acme, it works great.'],
  ['compares', 'Acme vs Globex for a team of five?'],
  ['compares', 'What is a good alternative to Acme?'],
  ['compares', 'Globex is much faster than Acme'],
  ['switches', 'We are moving from Acme to Globex next month.'],
  ['switches', 'Goodbye Acme'],
])('a post that %s is told so: %s', (stance, text) => {
  expect(stanceIn('acme', text)).toMatchObject({ stance })
})

test.each([
  'Acme Corp opened an office in Berlin.',
  'Our stack is React, Acme and Postgres. We are hiring engineers!',
  'See https://acme.com/pricing',
  'Call `acme()` twice:\n```\nacme is terrible\n```',
  '[Hiring] Somebody who knows Acme well. Can you help?',
  '',
])('a name that is no more than named has no stance: %s', (text) => {
  expect(stanceIn('acme', text)).toBeUndefined()
})

test('a switch says from what to what, as it is written', () => {
  expect(stanceIn('acme', 'We switched from Acme to Globex Cloud last week.')).toMatchObject({
    from: 'Acme',
    to: 'Globex Cloud',
  })
  expect(stanceIn('globex', 'I am migrating from Acme to Globex.')).toMatchObject({ from: 'Acme', to: 'Globex' })
  expect(stanceIn('acme', 'We left Acme for a plain spreadsheet.')?.to).toBeUndefined()
  expect(stanceIn('acme globex', 'Ditched Acme, going back to Globex.')).toMatchObject({ stance: 'switches' })
})

test('the words that show it stand in the post, and are no longer than a reader takes in', () => {
  const long = `${'We have tried many things over the years, '.repeat(20)}and Acme is the worst of them all`
  const found = stanceIn('acme', `${long}. The weather is fine.`)
  expect(found?.stance).toBe('complains')
  expect(found?.words).toContain('worst')
  expect(found!.words.length).toBeLessThanOrEqual(160)
  const accented = stanceIn('acme', 'Ünïcödé 👩‍💻 first. I hate ACMÉ\u00ad here. Bye.')
  expect(accented?.words).toBe('I hate ACMÉ\u00ad here.')
})

test('of a report in a form, the product is told from what it runs on', () => {
  const form =
    '### Issue type\n\nBug\n\n### Acme version\n\n2.1\n\n### OS\n\nLinux Globex 20.04\n\n### Current behaviour?\n\nIt crashes.'
  expect(stanceIn('acme', form, 'Crash on start')).toMatchObject({ stance: 'complains', words: 'Crash on start' })
  expect(stanceIn('globex', form, 'Crash on start')).toBeUndefined()
})

test('a lead by names says its stance, and marks it', () => {
  const post = { title: null, text: 'Globex is fine. Acme is terrible.', platform: 'test', kind: 'post' }
  expect(createNameJudge('acme')(post)).toMatchObject({
    reason: 'It names acme. The author complains.',
    stance: 'complains',
    evidence: [
      { start: 16, end: 20, label: 'Names acme' },
      { start: 16, end: 33, kind: 'for', label: 'Complains' },
    ],
  })
  // What the reason says stays when a post is erased: what was switched to stands in the evidence alone.
  const moved = createNameJudge('acme')({ ...post, text: 'We switched from Acme to Globex.' })
  expect(moved.reason).toBe('It names acme. The author leaves it or takes it up.')
  expect(moved.evidence.at(-1)?.label).toBe('Switches from Acme to Globex')
  expect(createNameJudge('acme')({ ...post, text: 'Acme in Berlin' })).toMatchObject({ stance: 'mentions' })
  expect(createNameJudge('acme')({ ...post, text: 'nothing' }).stance).toBeUndefined()
})

test('reading a long text of nothing but cues takes no longer than its length', () => {
  const text = 'Acme or Acme than Acme instead of Acme alternative to switching from Acme? '.repeat(2_000)
  const started = performance.now()
  stanceIn('acme', text)
  stanceIn('acme', `Acme ${'moving from the my our '.repeat(6_000)}`)
  expect(performance.now() - started).toBeLessThan(3_000)
})
