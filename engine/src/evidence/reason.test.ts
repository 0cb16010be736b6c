import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACTS, NEED, type ActWeights } from '../plan/acts.ts'
import { planSignal } from '../plan/plan.ts'
import { composeReason, type Findings } from './reason.ts'
import { readTerms } from '../language/words.ts'

const SIGNAL = 'Shop owners looking for a payment processor or unhappy with PayPal'
const NAMES_ONE = ['PayPal holds my money.']
const USES_WORDS = ['My processor is slow.']
const IN_OTHER_WORDS = ['The card reader will not pay out.']

interface Case {
  what: string
  keep: boolean
  speech: ActWeights & { need?: number }
  sentences: string[]
  more?: Partial<Findings>
  reason: string
}

const excluded = { excluded: 'crypto' }
const foreign = { language: 'other' as const }

const KEPT: Omit<Case, 'keep'>[] = [
  {
    what: 'an act that is sure',
    speech: { complain: 0.9 },
    sentences: NAMES_ONE,
    reason: 'The author complains, and the post names “PayPal”.',
  },
  {
    what: 'a probable act',
    speech: { ask_recommendation: 0.4 },
    sentences: USES_WORDS,
    reason: 'The author probably asks for a recommendation, and the post uses words of “payment processor”.',
  },
  {
    what: 'an act in other words',
    speech: { ask_recommendation: 0.7 },
    sentences: IN_OTHER_WORDS,
    reason: 'The author asks for a recommendation, and comes near to “payment processor” or “PayPal” in other words.',
  },
  {
    what: 'several things that are named',
    speech: { complain: 0.9 },
    sentences: ['PayPal is not the only payment processor.'],
    reason: 'The author complains, and the post names “payment processor” and “PayPal”.',
  },
  {
    what: 'words of one phrase in two sentences',
    speech: { complain: 0.9 },
    sentences: ['The payment is late.', 'The processor says nothing.'],
    reason: 'The author complains, and the post uses words of “payment processor”.',
  },
  {
    what: 'a need without an act that the signal asks for',
    speech: { need: 0.9, complain: 0.2 },
    sentences: NAMES_ONE,
    reason: 'The author has a need of their own, and the post names “PayPal”.',
  },
  {
    what: 'a probable need, and another act',
    speech: { need: 0.4, discuss: 0.8 },
    sentences: NAMES_ONE,
    reason:
      'The author probably has a need of their own, and the post names “PayPal”. The author opens a general discussion.',
  },
  {
    what: 'neither act nor need',
    speech: { need: 0.1 },
    sentences: USES_WORDS,
    reason: 'What the post says as a whole comes near to the signal, and the post uses words of “payment processor”.',
  },
  {
    what: 'neither act nor need nor words',
    speech: {},
    sentences: IN_OTHER_WORDS,
    reason: 'What the post says as a whole comes near to the signal, in other words.',
  },
  {
    what: 'a second act that the signal does not ask for',
    speech: { complain: 0.9, announce: 0.7 },
    sentences: NAMES_ONE,
    reason: 'The author complains, and the post names “PayPal”. The author also announces something of their own.',
  },
  {
    what: 'an act that cannot be told',
    speech: { complain: 0.9, other: 0.9 },
    sentences: NAMES_ONE,
    reason: 'The author complains, and the post names “PayPal”.',
  },
  {
    what: 'another language',
    speech: { complain: 0.9 },
    sentences: NAMES_ONE,
    more: foreign,
    reason:
      'The author complains, and the post names “PayPal”. It is not in English, which the built-in model reads poorly, so its score is lowered.',
  },
  {
    what: 'something excluded',
    speech: { complain: 0.9 },
    sentences: NAMES_ONE,
    more: excluded,
    reason: 'The author complains, and the post names “PayPal”. It mentions “crypto”, which you excluded.',
  },
  {
    what: 'a limit that is not met',
    speech: { complain: 0.9 },
    sentences: NAMES_ONE,
    more: { failed: 'in the UK' },
    reason:
      'The author complains, and the post names “PayPal”. By the author’s own words it does not meet “in the UK”.',
  },
]

const REJECTED: Omit<Case, 'keep'>[] = [
  {
    what: 'an act and a name, and yet too far',
    speech: { complain: 0.9 },
    sentences: NAMES_ONE,
    reason: 'The author complains, and the post names “PayPal”, but as a whole it is not near enough to the signal.',
  },
  {
    what: 'a probable act and words',
    speech: { complain: 0.4 },
    sentences: USES_WORDS,
    reason:
      'The author probably complains, and the post uses words of “payment processor”, but as a whole it is not near enough to the signal.',
  },
  {
    what: 'an act about something else',
    speech: { complain: 0.9 },
    sentences: IN_OTHER_WORDS,
    reason: 'The author complains, but does not use the words of “payment processor” or “PayPal”.',
  },
  {
    what: 'a name without an act',
    speech: { announce: 0.9 },
    sentences: NAMES_ONE,
    reason:
      'The post does not plainly do what the signal asks for, though it names “PayPal”. The author announces something of their own.',
  },
  {
    what: 'words without an act',
    speech: {},
    sentences: USES_WORDS,
    reason: 'The post does not plainly do what the signal asks for, though it uses words of “payment processor”.',
  },
  {
    what: 'neither act nor words',
    speech: { need: 0.9 },
    sentences: IN_OTHER_WORDS,
    reason:
      'The post does not plainly do what the signal asks for, and does not use the words of “payment processor” or “PayPal”.',
  },
]

function findingsOf({ keep, speech, sentences, more = {} }: Omit<Case, 'what' | 'reason'>, signal = SIGNAL): Findings {
  const plan = planSignal(signal)
  const probabilities = new Float32Array(ACTS.length + 1)
  ACTS.forEach((act, index) => (probabilities[index] = speech[act] ?? 0))
  probabilities[NEED] = speech.need ?? 0
  return {
    plan: { plan, acts: Float32Array.from(ACTS, (act) => plan.acts[act] ?? 0) },
    sentences: sentences.map((sentence) => new Set(readTerms(sentence))),
    speech: probabilities,
    language: 'english',
    excluded: undefined,
    keep,
    ...more,
  }
}

describe('a kept post has the reason why:', () => {
  test.each(KEPT)('$what', (given) => expect(composeReason(findingsOf({ ...given, keep: true }))).toBe(given.reason))
})

describe('a rejected post has the reason what is missing:', () => {
  test.each(REJECTED)('$what', (given) =>
    expect(composeReason(findingsOf({ ...given, keep: false }))).toBe(given.reason),
  )
})

test('a signal without a subject has reasons too', () => {
  const given = { speech: { ask_help: 0.9 }, sentences: IN_OTHER_WORDS }
  expect(composeReason(findingsOf({ ...given, keep: true }, '…'))).toBe('The author asks for help with a problem.')
  expect(composeReason(findingsOf({ ...given, keep: false }, '…'))).toBe(
    'The author asks for help with a problem, but as a whole it is not near enough to the signal.',
  )
  expect(composeReason(findingsOf({ ...given, speech: {}, keep: false }, '…'))).toBe(
    'The post does not plainly do what the signal asks for.',
  )
})

test('a reason is whole sentences whatever was found, and a kept post’s never says what is missing', () => {
  const speech = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: ACTS.length + 1,
    maxLength: ACTS.length + 1,
  })
  const sentence = fc.constantFrom(...NAMES_ONE, ...USES_WORDS, ...IN_OTHER_WORDS)
  const finding = fc.record({
    speech,
    sentences: fc.array(sentence, { maxLength: 3 }),
    keep: fc.boolean(),
    isForeign: fc.boolean(),
    isExcluded: fc.boolean(),
    signal: fc.constantFrom(SIGNAL, 'Bakers asking which oven to buy', '…'),
  })
  fc.assert(
    fc.property(finding, ({ speech: numbers, sentences, keep, isForeign, isExcluded, signal }) => {
      const more = { ...(isForeign && foreign), ...(isExcluded && excluded) }
      const findings = {
        ...findingsOf({ keep, speech: {}, sentences, more }, signal),
        speech: Float32Array.from(numbers),
      }
      const reason = composeReason(findings)
      expect(reason).toMatch(/^[A-Z“][^.]+\.( [A-Z][^.]+\.){0,2}$/)
      const isWanting = /not plainly|does not use|though|not near enough|but/.test(reason)
      expect(keep && isWanting).toBe(false)
    }),
  )
})
