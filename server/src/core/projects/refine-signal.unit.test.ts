import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBusinessFacts } from './business/business-facts.ts'
import { refineSignal } from './refine-signal.ts'

const says = 'Netscope is network monitoring software for IT teams.'
const facts = await readBusinessFacts({ name: 'Netscope', passages: [{ source: 'description', text: says }] })
const nothing = await readBusinessFacts({ name: null, passages: [] })

test.each([
  {
    typed: 'network monitoring',
    refined: 'IT teams asking for a recommendation or for help with network monitoring',
    missing: 'who is writing or what they do',
  },
  {
    typed: 'posts about SolarWinds',
    refined: 'IT teams asking for a recommendation or for help with SolarWinds',
    missing: 'who is writing or what they do',
  },
  { typed: 'frustrated with SolarWinds', refined: 'IT teams frustrated with SolarWinds', missing: 'who is writing' },
  { typed: 'who needs help with snmp?', refined: 'IT teams who need help with snmp', missing: 'who is writing' },
  {
    typed: 'looking for a tool',
    refined: 'IT teams looking for network monitoring software',
    missing: 'who is writing or about what',
  },
  {
    typed: 'IT managers',
    refined: 'IT managers asking for a recommendation or for help with network monitoring software',
    missing: 'what they do or about what',
  },
  {
    typed: 'developers complaining',
    refined: 'Developers complaining about network monitoring software',
    missing: 'about what',
  },
])('"$typed" lacks $missing', ({ typed, refined, missing }) => {
  const { intent_signal, why } = refineSignal(typed, '', facts)

  expect(intent_signal).toBe(refined)
  expect(why).toContain(`It did not say ${missing}.`)
})

test('a signal that says all three keeps its wording, except for its capital and full stop', () => {
  const typed = 'admins asking which network monitoring tool to choose.'

  expect(refineSignal(typed, '', facts)).toEqual({
    intent_signal: 'Admins asking which network monitoring tool to choose',
    why: 'It already says who is writing, what they do and about what, so its wording stays.',
  })
})

test('without a profile the wording is still a whole sentence', () => {
  expect(refineSignal('network monitoring', '', nothing).intent_signal).toBe(
    'People asking for a recommendation or for help with network monitoring',
  )
})

describe('the remark', () => {
  const typed = 'Admins asking which network monitoring tool to choose'
  test.each([
    { remark: 'not students', ending: ', not students' },
    { remark: 'Exclude job offers.', ending: ', not job offers' },
    { remark: "I don't mind", ending: ", in particular I don't mind" },
    { remark: 'only in Germany', ending: ', in Germany' },
    { remark: 'please focus on small offices', ending: ', in particular small offices' },
    { remark: 'with fewer than 50 devices', ending: ', with fewer than 50 devices' },
  ])('"$remark" is worked in', ({ remark, ending }) => {
    const { intent_signal, why } = refineSignal(typed, remark, facts)

    expect(intent_signal).toBe(typed + ending)
    expect(why).toContain(`Your remark "${remark}" is worked in.`)
  })
})

test('any input gives a wording that can be saved', () => {
  const text = fc.oneof(
    fc.string({ minLength: 3, maxLength: 500 }),
    fc.lorem({ maxCount: 60 }).map((t) => t.slice(0, 500)),
  )
  fc.assert(
    fc.property(text, text, (typed, remark) => {
      const { intent_signal } = refineSignal(typed, remark, facts)
      expect(intent_signal.length).toBeGreaterThanOrEqual(3)
      expect(intent_signal.length).toBeLessThanOrEqual(500)
    }),
  )
})
