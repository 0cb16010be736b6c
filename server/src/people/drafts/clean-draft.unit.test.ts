import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '@leadlight/engine/testing/processor-time'
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
  ['Node.js, config.yml and ASP.NET stay', 'Node.js, config.yml and ASP.NET stay'],
  ['draw.io goes', ' goes'],
  ['at evil**.**example or evil\\.example', 'at  or '],
  ['at evil&#46;example or evil&period;example', 'at  or '],
  ['at 💩.la or i❤.ws', 'at  or '],
  ['at xn--e1afmkfd.xn--p1ai', 'at '],
  ['Call skype:evil?call or data:,evil', 'Call  or '],
  ['half a \udc00 character', 'half a \ufffd character'],
  ['at evil dot example today', 'at evil  today'],
  ['at evil [.] example/offer today', 'at evil  today'],
  ['at evil .com today', 'at evil  today'],
  ['at еvil。example or ｅｖｉｌ．ｅｘａｍｐｌｅ', 'at  or '],
  ['at ev\u200bil.exa\u00admple now', 'at  now'],
  ['Connect the dot', 'Connect the dot'],
  ['if a < b and b > c', 'if a < b and b > c'],
  ['See netscope.example/tour and netscope.example/evil', 'See netscope.example/tour and '],
  ['Take aHR0cHM6Ly9ldmlsLmV4YW1wbGU= home', 'Take  home'],
  ['Naïve café, 日本語。です', 'Naïve café, 日本語。です'],
  ['这个工具我们自己也用。'.repeat(12), '这个工具我们自己也用。'.repeat(12)],
  ['We offer a trial of 14 days.', 'We offer a trial of 14 days.'],
])('%j becomes %j', async (text, expected) => {
  expect(await cleaned([text])).toBe(expected)
  expect(await cleaned(Array.from(text))).toBe(expected)
})

test('the result is the same however the words are cut into pieces, and no foreign link gets through', async () => {
  const word = fc.constantFrom(
    'hello',
    'evil.example',
    'https://evil.example/a',
    '<b>',
    '[x](http://evil.example)',
    'evil',
    'dot',
    '.',
    'example',
    '<',
    '[',
    '\ufeff',
    '\u{e0041}',
    'ok',
  )
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const cuts = fc.array(fc.nat(200), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(text, cuts, async (whole, places) => {
      const sorted = [...new Set(places.map((position) => Math.min(position, whole.length)))].toSorted((a, b) => a - b)
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

test.each([
  ['backwards', Array.from(RULES.orders).toReversed().join('')],
  ['letter by letter', Array.from(RULES.orders).join(' ')],
  ['with its marker alone', `It is ${RULES.marker.toUpperCase()}.`],
  ['with a code of the rules', 'It is called heron-77-blue-4.'],
])('a model that repeats its orders %s is stopped', async (_, said) => {
  await expect(cleaned(Array.from(`Sure. ${said}`))).rejects.toMatchObject({ code: 'draft_refused' })
})

test('a draft may say what a rule quotes', async () => {
  expect(await cleaned(['Here we use k8s4everyone2 ourselves.'])).toBe('Here we use k8s4everyone2 ourselves.')
})

test('a word goes out as soon as the next begins', async () => {
  const seen: string[] = []
  const pieces = ['One ', 'two ', 'three']
  async function* telling(): AsyncGenerator<string> {
    for (const piece of pieces) {
      seen.push(`in ${piece}`)
      yield await Promise.resolve(piece)
    }
  }
  for await (const piece of cleanDraft(telling(), RULES)) seen.push(`out ${piece}`)
  expect(seen).toEqual(['in One ', 'out One', 'in two ', 'out  two', 'in three', 'out  three'])
})

test('an endless answer of which nothing can be kept ends', async () => {
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve('https://evil.example/ ')
  }
  const reading = (async () => {
    for await (const _ of cleanDraft(endless(), RULES)) continue
  })()
  await expect(reading).rejects.toMatchObject({ code: 'draft_refused' })
})

test.each(['[', '<a', '![', '[<a', 'ж', 'ж.', 'ж-', '(', '[a]('])(
  'an answer of nothing but %j is read in linear time',
  async (part) => {
    const pieces = Array.from({ length: 2500 }, () => part.repeat(Math.ceil(4 / part.length)))
    // Takes tens of milliseconds.
    expect(await processorMs(() => cleaned(pieces))).toBeLessThan(2000)
  },
)

test('an endless answer ends at the longest draft', async () => {
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve('word after word ')
  }
  let length = 0
  for await (const piece of cleanDraft(endless(), RULES)) length += piece.length
  expect(length).toBe(10_000)
})
