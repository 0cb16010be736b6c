import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slackPlain, slackRestOf, slackText, waitBeforeNextPost } from './slack.ts'

describe('text for Slack', () => {
  test.each([
    ['a < b & c > d', 100, 'a &lt; b &amp; c &gt; d'],
    [
      '<!channel> <@U1> <https://evil.example|here>',
      100,
      '&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|here&gt;',
    ],
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['ab<<<<', 9, 'ab&lt;…'],
    ['\u{1F4A1}\u{1F4A1}', 3, '\u{1F4A1}…'],
  ])('%j within %i is %j', (text, max, expected) => {
    expect(slackText(text, max)).toBe(expected)
  })

  test('is never too long, and holds no bare sign, half a character or half an escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const made = slackText(text, max)
        expect(made.length).toBeLessThanOrEqual(max)
        expect(made.isWellFormed()).toBe(true)
        expect(made.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/)
      }),
    )
  })

  test('is cut alike for a button, and not escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const made = slackPlain(text, max)
        expect(made.length).toBeLessThanOrEqual(max)
        expect(made.isWellFormed()).toBe(true)
      }),
    )
    expect(slackPlain('R&D', 75)).toBe('R&D')
  })
})

test('the tries come further and further apart, and end within half a day', () => {
  const waits = Array.from({ length: 9 }, (_, tries) => waitBeforeNextPost(tries + 1, 0))
  expect(waits).toEqual([...waits].toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  expect(waits.reduce((sum: number, wait) => sum + (wait ?? 0), 0)).toBeLessThan(12.5 * 3_600_000)
  expect(waitBeforeNextPost(10, 0)).toBeNull()
})

test('a rest is a second at least and an hour at most', () => {
  expect([0, 5_000, 1e9].map(slackRestOf)).toEqual([1_000, 5_000, 3_600_000])
})
