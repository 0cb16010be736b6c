import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXCERPT_CHARACTERS_MAX, excerptOf, type Span } from './excerpts.ts'
import { postText } from './posts.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

function spanOf(text: string, words: string, kind: Span['kind'] = 'for'): Span {
  const start = text.indexOf(words)
  return { start, end: start + words.length, kind }
}

function quotes(excerpt: { text: string; evidence: Span[] }): string[] {
  return excerpt.evidence.map(({ start, end }) => excerpt.text.slice(start, end))
}

describe('the passage', () => {
  test('is the whole body if that is short', () => {
    const post = { title: 'Moving away', body: 'Is there an alternative to Acme? We pay too much.' }
    const excerpt = excerptOf(post, [spanOf(postText(post.title, post.body), 'alternative to Acme')])
    expect(excerpt.text).toBe(post.body)
    expect(quotes(excerpt)).toEqual(['alternative to Acme'])
  })

  test('is the beginning if nothing is quoted, and ends with a whole word', () => {
    const excerpt = excerptOf({ title: 'Title', body: words(200) }, [])
    expect(excerpt.text).toMatch(/^word0 .*word\d+$/)
    expect(excerpt.text.length).toBeGreaterThan(EXCERPT_CHARACTERS_MAX - 10)
    expect(words(200).startsWith(`${excerpt.text} `)).toBe(true)
  })

  test('starts with the sentence before the evidence if one starts nearby', () => {
    const body = `${words(100)}. We left them last year. Now we look for an alternative to Acme. ${words(100)}`
    const excerpt = excerptOf({ title: null, body }, [spanOf(body, 'alternative to Acme')])
    expect(excerpt.text).toMatch(/^We left them last year\. Now we look for an alternative to Acme\. word0 /)
    expect(quotes(excerpt)).toEqual(['alternative to Acme'])
  })

  test('reaches back if the evidence is at the end', () => {
    const body = `${words(100)} please recommend something`
    const excerpt = excerptOf({ title: null, body }, [spanOf(body, 'please recommend something')])
    expect(excerpt.text).toMatch(/please recommend something$/)
    expect(excerpt.text.length).toBeGreaterThan(EXCERPT_CHARACTERS_MAX - 10)
  })

  test('takes evidence in the body before evidence in the title, and evidence for before evidence against', () => {
    const post = {
      title: 'Need an accountant',
      body: `${words(100)} not for sale ${words(100)} who can advise ${words(9)}`,
    }
    const text = postText(post.title, post.body)
    const evidence = [
      spanOf(text, 'Need an accountant'),
      spanOf(text, 'not for sale', 'against'),
      spanOf(text, 'who can advise'),
    ]
    expect(quotes(excerptOf(post, evidence))).toEqual(['who can advise'])
  })

  test('includes the title if only the title speaks for the match', () => {
    const post = { title: 'Need an accountant', body: words(100) }
    const excerpt = excerptOf(post, [spanOf(post.title, 'an accountant')])
    expect(excerpt.text).toMatch(/^Need an accountant\nword0 /)
    expect(quotes(excerpt)).toEqual(['an accountant'])
  })

  test('cuts evidence that is longer than itself between words', () => {
    const excerpt = excerptOf({ title: null, body: words(200) }, [{ start: 0, end: words(200).length, kind: 'for' }])
    expect(words(200).startsWith(`${excerpt.text} `)).toBe(true)
    expect(quotes(excerpt)).toEqual([excerpt.text])
  })

  test('is empty for an empty post', () => {
    expect(excerptOf({ title: null, body: '' }, [])).toEqual({ text: '', evidence: [] })
  })
})

test('every passage is a piece of the post, and its evidence has the same words as the post’s', () => {
  const prose = fc
    .array(
      fc.oneof(
        fc.constantFrom(' ', '\n', '. ', 'é', '👩‍🚀', 'שלום', '報告書'),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
      ),
      {
        maxLength: 200,
      },
    )
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(
      fc.option(prose),
      prose,
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom<Span['kind']>('for', 'against')), { maxLength: 5 }),
      (title, body, places) => {
        const text = postText(title, body)
        const evidence = places
          .map(([a, b, kind]) => ({ start: a % (text.length + 1), end: b % (text.length + 1), kind }))
          .filter(({ start, end }) => start < end)
        const excerpt = excerptOf({ title, body }, evidence)
        expect(excerpt.text.length).toBeLessThanOrEqual(EXCERPT_CHARACTERS_MAX)
        expect(text).toContain(excerpt.text)
        expect(excerpt.text).toBe(excerpt.text.trimEnd())
        for (const quote of quotes(excerpt)) {
          expect(quote.length).toBeGreaterThan(0)
          expect(evidence.some(({ start, end }) => text.slice(start, end).includes(quote))).toBe(true)
        }
        // A passage must contain its only piece of evidence.
        const proven = evidence.length === 1 && text.slice(evidence[0]?.start, evidence[0]?.end).trim() !== ''
        expect(!proven || excerpt.evidence.length === 1).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
