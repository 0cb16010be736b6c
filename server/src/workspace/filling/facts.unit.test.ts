import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '@leadlight/engine/testing/processor-time'
import { FACTS, findFact, type Fact } from './facts.ts'

test.each<[Fact, string, string[] | 'unclear']>([
  ['email', 'Write to ada@example.com, or ada@example.com.', ['ada@example.com']],
  ['email', 'ada at example dot com', 'unclear'],
  ['email', 'Nothing here.', []],
  ['link', 'See https://a.example/b?c=d. Or www.b.example!', ['https://a.example/b?c=d', 'www.b.example']],
  ['link', 'No link.', []],
  ['phone', 'Call 020 7946 0958 today', ['020 7946 0958']],
  ['price', 'It costs $1,200 or 300 euros, 5k USD.', ['$1,200', '300 euros', '5k USD']],
  ['price', 'About five hundred dollars', 'unclear'],
  ['price', 'We like tea.', []],
  ['budget', 'My budget is $50. It costs $80 elsewhere.', ['$50']],
  ['budget', 'It costs $80 elsewhere.', []],
  ['date', 'On 2026-11-02, or 3 March 2027, or April 5th.', ['2026-11-02', '3 March 2027', 'April 5th']],
  ['date', 'By next Friday', 'unclear'],
  ['date', 'We like tea.', []],
  ['number', 'We are 12 people and grew 30%.', ['12', '30%']],
  ['number', 'We are twelve people.', 'unclear'],
  ['tool', 'We currently use QuickBooks Online and Xero for books.', ['QuickBooks Online', 'Xero']],
  ['tool', "I'm stuck with Salesforce.", ['Salesforce']],
  ['tool', 'Which tool should I use? Xero looks nice.', 'unclear'],
])('looking for a %s in “%s” finds %o', (fact, text, expected) => {
  expect(findFact(fact, text)).toEqual(expected === 'unclear' ? expected : { quotes: expected })
})

describe('the language', () => {
  test.each([
    ['English', 'We are looking for a tool that is easy to use for my team and not too expensive.'],
    ['German', 'Wir suchen eine Software, die nicht zu teuer ist und mit der wir für den Kunden Rechnungen schreiben.'],
    ['French', 'Je cherche un logiciel de facturation pour mon entreprise, mais les prix ne sont pas clairs.'],
    [
      'Spanish',
      'Busco un programa para hacer las facturas de mi empresa pero no es fácil de usar y los precios son altos.',
    ],
    ['Japanese', '請求書を作るためのソフトウェアを探しています。おすすめはありますか。'],
    ['Korean', '송장을 만들기 위한 소프트웨어를 찾고 있습니다. 추천해 주실 수 있나요?'],
  ])('is recognized where it is plain: %s', (language, text) => {
    expect(findFact('language', text)).toEqual({ quotes: [language] })
  })

  test.each([
    'QuickBooks vs Xero',
    'ok',
    'Требуется программа для выставления счетов клиентам',
    'Invoice Ninja Docker Compose nginx postgres redis',
  ])('is left open where it is not: %s', (text) => expect(findFact('language', text)).toBe('unclear'))
})

test('whatever the post, every quote is found in it', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('$5', 'a@b.co', 'https://x.example', 'we use Xero and Y', '12 May', ' 3% '),
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join(' ')),
      fc.constantFrom(...FACTS.filter((own) => own !== 'language')),
      (text, fact) => {
        const found = findFact(fact, text)
        const quotes = found === 'unclear' ? [] : found.quotes
        expect(quotes.filter((quote) => !text.includes(quote))).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['digits', '1'.repeat(100_000)],
  ['dots', 'a.'.repeat(50_000)],
  ['capitals', 'we use ' + 'Aa '.repeat(30_000)],
  ['ats', 'a@'.repeat(50_000)],
  ['phone numbers', '123 '.repeat(25_000)],
])('a hundred thousand characters of %s are read in two seconds', async (_name, text) => {
  const tookMs = await processorMs(() => {
    for (const fact of FACTS) findFact(fact, text)
  })
  expect(tookMs).toBeLessThan(2000)
})
