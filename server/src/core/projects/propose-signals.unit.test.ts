import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '@leadlight/engine/testing/processor-time'
import { readBusinessWords } from './business-words.ts'
import { proposeSignals } from './propose-signals.ts'

function proposed(name: string | null, sentences: string[], existing: string[] = []): string[] {
  return proposeSignals(readBusinessWords({ name, sentences }), existing).map((signal) => signal.intent_signal)
}

test.each([
  {
    name: 'Netscope',
    says: 'Netscope is network monitoring software for IT teams. It helps administrators find outages before users do.',
    signals: [
      'IT teams asking which network monitoring software to choose',
      'IT teams unhappy with Datadog or SolarWinds and looking for an alternative',
      'IT teams struggling to find outages before users do and asking for help',
    ],
  },
  {
    name: 'Larkbill',
    says: 'Invoicing without an accounting degree, for freelancers & agencies of up to twenty people.',
    signals: [
      'Freelancers and agencies asking which accounting software to choose',
      'Freelancers and agencies unhappy with QuickBooks or Xero and looking for an alternative',
      'People looking to hire or pay someone for bookkeeping',
    ],
  },
  {
    name: 'Bitbrew',
    says: 'Open-source Postgres backup tool for developers. Unlike pgBackRest, it runs in one command.',
    signals: ['Developers asking which Postgres backup tool to choose'],
  },
  {
    name: 'Parcelo',
    says: 'Parcelo lets online shops ship parcels abroad without paperwork. Migrate from Sendcloud in a day.',
    signals: [
      'Online shops unhappy with Sendcloud and looking for an alternative',
      'Online shops struggling to ship parcels abroad without paperwork and asking for help',
    ],
  },
  {
    name: 'Quill',
    says: 'Quill: changelog software for SaaS teams',
    signals: [
      'SaaS teams asking which changelog software to choose',
      'SaaS teams complaining about the price or the limits of their changelog software',
    ],
  },
  {
    name: null,
    says: 'Handmade leather wallets and bags, made to last.',
    signals: ['People asking which handmade leather wallets and bags to choose'],
  },
])('$name is offered signals of its own', ({ name, says, signals }) => {
  expect(proposed(name, [says])).toEqual(expect.arrayContaining(signals))
})

test('a business that says enough is offered five or six, each with its reason', () => {
  const words = readBusinessWords({ name: 'Tide', sentences: ['Tide is a CRM for independent estate agents.'] })
  const signals = proposeSignals(words, [])

  expect(signals.length).toBeGreaterThanOrEqual(5)
  expect(signals.length).toBeLessThanOrEqual(6)
  for (const { why } of signals) expect(why).toMatch(/^[A-Z].{20,}\.$/)
})

test('a signal the project has in much the same words is not offered again', () => {
  const says = ['Netscope is network monitoring software for IT teams.']
  const has = 'IT teams who ask which network monitoring software they should choose'

  expect(proposed('Netscope', says)).toContain('IT teams asking which network monitoring software to choose')
  expect(proposed('Netscope', says, [has])).not.toContain('IT teams asking which network monitoring software to choose')
  expect(proposed('Netscope', says, proposed('Netscope', says))).not.toEqual(
    expect.arrayContaining([proposed('Netscope', says)[0]]),
  )
})

test('the customers of a business are not taken for what it sells', () => {
  expect(proposed('Parcelo', ['Parcelo lets online shops ship parcels abroad.']).join()).not.toContain('Shopify')
})

test.each([[[]], [['']], [['Kraft bietet Buchhaltung.']], [['Get paid on time.']]])(
  'from %j nothing is made up',
  (sentences) => {
    expect(proposed('Acme', sentences)).toEqual([])
  },
)

test('signals are short, distinct, one line each and quickly made, whatever a page says', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.lorem({ maxCount: 20 }), fc.string({ unit: 'binary' })), { maxLength: 30 }),
      (sentences) => {
        const signals = proposed('Acme', sentences)
        expect(new Set(signals).size).toBe(signals.length)
        for (const signal of signals) expect(signal).toMatch(/^[^\n]{10,500}$/)
      },
    ),
    { numRuns: 40 },
  )
  const long = Array.from({ length: 500 }, () => `for ${'a-a a '.repeat(5000)} helps ${'x y '.repeat(5000)}`)
  expect(await processorMs(() => proposed('Acme', long))).toBeLessThan(5000)
})
