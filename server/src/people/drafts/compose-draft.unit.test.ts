import { expect, test } from 'vitest'
import { composeDraft } from './compose-draft.ts'
import type { DraftRequest, DraftSource } from './draft-brief.ts'

const SOURCE: DraftSource = {
  business: {
    businessName: 'Larkbill',
    businessDescription: 'Larkbill makes invoices for freelancers. It reminds late payers. It also files taxes.',
    purpose: 'Find freelancers',
    website: 'https://larkbill.example',
    writing: { tone: '', language: '', rules: '', samples: [], signature: '– Rosa' },
  },
  platform: 'reddit',
  community: 'freelance',
  author: 'ada',
  text: 'I lose a day a month to invoices. What do you use?',
  evidence: ['I lose a day a month to invoices'],
  reasons: ['Complains about invoicing.'],
}
const REPLY: DraftRequest = { messageType: 'reply', prompt: '', asTalkingPoints: false, formerDraft: null }

function compose(request: Partial<DraftRequest> = {}, business: Partial<DraftSource['business']> = {}): string {
  return composeDraft({ ...SOURCE, business: { ...SOURCE.business, ...business } }, { ...REPLY, ...request })
}

test('a reply quotes the need, says whom the writer works for, and describes the business in its own words', () => {
  expect(compose()).toBe(
    [
      'About “I lose a day a month to invoices”:',
      "I work at Larkbill, so I'm not neutral here.",
      'Larkbill makes invoices for freelancers. It reminds late payers.',
      'What have you tried so far, and where did it fall short? Then I can say whether ours would help.',
      'https://larkbill.example',
    ].join('\n\n'),
  )
})

test('a message greets its reader and is signed as the team signs', () => {
  const message = compose({ messageType: 'dm' })
  expect(message.startsWith('Hi ada,\n\nI read your post, where you say “I lose a day a month to invoices”.')).toBe(
    true,
  )
  expect(message.endsWith('\n\n– Rosa')).toBe(true)
  expect(message).not.toContain('larkbill.example')
})

test('talking points are points, one on each line', () => {
  const points = compose({ asTalkingPoints: true }).split('\n')
  expect(points).toHaveLength(4)
  for (const point of points) expect(point).toMatch(/^- \S/)
})

test('a message follows the little of a tone that it can', () => {
  const writing = { ...SOURCE.business.writing, tone: 'Formal and to the point' }
  const message = compose({ messageType: 'dm' }, { writing })
  expect(message).toContain('Hello ada,')
  expect(message).toContain('I work at Larkbill.')
  expect(message).not.toContain("I'm")
})

test.each([
  ['We moved over from spreadsheets ourselves', 'We moved over from spreadsheets ourselves.'],
  ['Mention that there is a free trial', 'There is a free trial.'],
])('for the prompt %j the draft says %j', (prompt, said) => {
  expect(compose({ prompt }).split('\n\n')).toContain(said)
})

test.each(['make it shorter', 'less formal please', 'Shorter'])(
  'a draft neither follows nor repeats the order %j',
  (prompt) => {
    expect(compose({ prompt })).toBe(compose())
  },
)

test('what is unknown is left out, not made up', () => {
  const blank = { businessName: null, businessDescription: null, website: null }
  const reply = composeDraft({ ...SOURCE, evidence: [], business: { ...SOURCE.business, ...blank } }, REPLY)
  expect(reply).not.toMatch(/null|undefined|“|Larkbill|http/)
  expect(reply).toContain('I work at a business in this field')
})

test('every word of a draft is from the profile, the post or the built-in sentences', () => {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  const kit = words(
    composeDraft(
      {
        ...SOURCE,
        evidence: ['x y'],
        author: null,
        business: { ...SOURCE.business, businessName: 'N', businessDescription: null },
      },
      REPLY,
    ),
  )
  const known = words(`${SOURCE.text} ${Object.values(SOURCE.business).join(' ')}`)
  for (const word of words(compose())) expect(kit.has(word) || known.has(word)).toBe(true)
})
