import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanDraft } from './clean-draft.ts'

const RULES = {
  orders: 'You help somebody who works at a business to answer a post in which a need is voiced. Plain text only.',
  marker: '9f3b1c77aa20d4e6b8c1',
  rules:
    'Never mention the project heron77blue4. Always say "we use k8s4everyone2 ourselves". Offer a trial of 14 days.',
  tellable: ['Netscope has been at it since 1999'],
  ownTexts: ['https://netscope.example/tour', 'Ask Rosa at netscope.example', null],
}

async function cleaned(pieces: readonly string[], rules = RULES): Promise<string> {
  let text = ''
  for await (const piece of cleanDraft(from(pieces), rules)) text += piece
  return text
}

async function* from(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield await Promise.resolve(piece)
}

test.each([
  ['See https://evil.example/x?y=1 now', 'See  now'],
  ['See evil.example now', 'See  now'],
  ['Write to mallory@evil.example today', 'Write to  today'],
  ['See https://netscope.example/tour.', 'See https://netscope.example/tour.'],
  ['See www.netscope.example, please', 'See www.netscope.example, please'],
  ['A ![picture](https://evil.example/p.png) here', 'A picture here'],
  ['A [tour](javascript:alert(1)) here', 'A tour) here'],
  ['<img src=x onerror=alert(1)> hello', ' hello'],
  ['We cut it from 3.5 to 1.2 hours, i.e. less', 'We cut it from 3.5 to 1.2 hours, i.e. less'],
  ['left\u202eright', 'leftright'],
])('%j becomes %j', async (text, expected) => {
  expect(await cleaned([text])).toBe(expected)
  expect(await cleaned(Array.from(text))).toBe(expected)
})

test('however the words are cut into pieces, the same comes out, and no foreign link ever does', async () => {
  const word = fc.constantFrom(
    'hello',
    'evil.example',
    'https://evil.example/a',
    '<b>',
    '[x](http://evil.example)',
    'ok',
  )
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const cuts = fc.array(fc.nat(200), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(text, cuts, async (whole, places) => {
      const sorted = [...new Set(places.map((place) => Math.min(place, whole.length)))].toSorted((a, b) => a - b)
      const pieces = [...sorted, whole.length].map((end, index) => whole.slice(sorted[index - 1] ?? 0, end))
      const once = await cleaned([whole])
      expect(await cleaned(pieces)).toBe(once)
      expect(once).not.toContain('evil.example')
    }),
  )
})

test('a model that repeats its orders is stopped', async () => {
  const echo = `Sure. ${RULES.orders}`
  await expect(cleaned(Array.from(echo))).rejects.toMatchObject({ code: 'draft_refused' })
})

test('an endless answer ends', async () => {
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve('word after word ')
  }
  let length = 0
  for await (const piece of cleanDraft(endless(), RULES)) length += piece.length
  expect(length).toBe(10_000)
})
