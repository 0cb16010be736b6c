import { likeness, repeats, SIMILAR_FROM } from '@leadlight/domain/draft-likeness'
import { expect, test } from 'vitest'
import { composeDraft } from './compose-draft.ts'
import type { DraftRequest, DraftSource } from './draft-brief.ts'

const SIGNAL = 'Freelancers asking which invoicing software to use'
const SOURCE: DraftSource = {
  business: {
    businessName: 'Larkbill',
    businessDescription: 'Larkbill makes invoices for freelancers. It also files taxes.',
    purpose: 'Find freelancers',
    website: 'https://larkbill.example',
    writing: { tone: '', language: '', rules: '', samples: [], signature: '– Rosa' },
  },
  platform: 'reddit',
  community: 'freelance',
  author: 'ada',
  text: 'My clients pay in two currencies. Which invoicing software do you use for that?',
  evidence: ['Which invoicing software do you use for that?', 'My clients pay in two currencies.'],
  matches: [matchOf('The author asks for a recommendation, and the post names “invoicing software”.')],
}
const REPLY: DraftRequest = { messageType: 'reply', prompt: '', asTalkingPoints: false, formerDraft: null }

function matchOf(reason: string): DraftSource['matches'][number] {
  return { intentSignal: SIGNAL, reason, conditions: [] }
}

function compose(
  request: Partial<DraftRequest> = {},
  {
    business = {},
    ...source
  }: Partial<Omit<DraftSource, 'business'>> & {
    business?: Partial<DraftSource['business']>
  } = {},
): string {
  return composeDraft({ ...SOURCE, ...source, business: { ...SOURCE.business, ...business } }, { ...REPLY, ...request })
}

test('a reply begins with what is asked, leaves gaps for what only its writer knows, and says whom they work for', () => {
  const [opening, points, intro, question, ...more] = compose().split('\n\n')
  expect(opening).toMatch(/invoicing software.*\[.+\]/u)
  expect(points).toContain('Two currencies: [how it does there].')
  expect(intro).toMatch(/\bwork\b.* It makes invoices for freelancers\.$/u)
  expect(question).toMatch(/\[.+\]/u)
  expect(more).toEqual([])
})

test.each(['reply', 'dm'] as const)(
  'a %s recommends what the profile names, and names it once more to say who writes',
  (messageType) => {
    for (const text of POSTS) {
      const draft = compose({ messageType }, { text, evidence: [text] })
      expect(draft).not.toMatch(/\[your (?:pick|product|business)\]/u)
      expect(draft.match(/\bLarkbill\b/gu)).toHaveLength(2)
    }
  },
)

test.each([
  ['Larkbill is a tool for freelancers.', 'It is a tool for freelancers.'],
  ['Larkbill and Partners file taxes.', 'Larkbill and Partners file taxes.'],
  ['Larkbill, our tool, files taxes.', 'Larkbill, our tool, files taxes.'],
  ['We file taxes.', 'We file taxes.'],
])('of the description %j a reply says %j', (businessDescription, said) => {
  expect(compose({}, { business: { businessDescription } })).toContain(` ${said}`)
})

const WORDINGS = [
  'asks for a recommendation',
  'compares or wants to switch',
  'asks for help with a problem',
  'asks for advice',
  'asks for feedback on their own work',
  'complains',
  'offers work or looks for someone to hire',
  'opens a general discussion',
]

test.each(WORDINGS)('where the author %s, no draft has the same gap twice', (act) => {
  const matches = [matchOf(`The author ${act}.`)]
  const text = `${POSTS.join(' ')} Recurring invoices and late reminders?`
  for (let at = 0; at < 40; at += 1) {
    for (const request of [{}, { messageType: 'dm' as const }, { asTalkingPoints: true }]) {
      const draft = compose(request, { matches, text: `${text} ${at}`, evidence: [text] })
      const gaps = [...draft.matchAll(/\[.+?\]/gu)].map(([gap]) => gap)
      expect(gaps.filter((gap, index) => gaps.indexOf(gap) < index)).toEqual([])
    }
  }
})

test.each(['reply', 'dm'] as const)('a %s neither names its reader nor quotes the post', (messageType) => {
  const draft = compose({ messageType })
  expect(draft).not.toMatch(/\bada\b|^(?:hi|hello|hey)\b|your post|[“"]/iu)
  expect(repeats(draft, SOURCE.text, 4)).toBe(false)
})

test('a message offers something and is signed as the team signs', () => {
  const message = compose({ messageType: 'dm' })
  expect(message.split('\n\n').at(-2)).toContain('[what you would show or send]')
  expect(message.endsWith('\n\n– Rosa')).toBe(true)
})

test('each kind of need has a skeleton of its own', () => {
  const openings = WORDINGS.map((act) => compose({}, { matches: [matchOf(`The author ${act}.`)] }).split('\n\n')[0])
  expect(new Set(openings).size).toBe(WORDINGS.length)
})

test('where the reason says no act, the condition does, and else the signal’s plan', () => {
  const asOf = (match: DraftSource['matches'][number]) => compose({}, { matches: [match] })
  const hire = { kind: 'act' as const, text: 'offers work or looks for someone to hire', state: 'not_said' as const }
  expect(asOf({ ...matchOf('Someone said so.'), conditions: [{ ...hire, at: null }] })).toBe(
    asOf(matchOf(`The author ${hire.text}.`)),
  )
  expect(asOf(matchOf(''))).toBe(compose())
})

test('limits of the signal that the post meets are spoken to', () => {
  const limit = { kind: 'limit' as const, text: 'under 50 dollars', at: null }
  const withLimit = (state: 'met' | 'not_said') =>
    compose(
      {},
      { matches: [{ ...matchOf('The author asks for a recommendation.'), conditions: [{ ...limit, state }] }] },
    )
  expect(withLimit('met')).toContain('Under 50 dollars: [')
  expect(withLimit('not_said')).not.toContain('50 dollars')
})

const POSTS = [
  'My clients pay in two currencies. Which invoicing software do you use for that?',
  'Invoicing software with recurring invoices and late reminders, what is there?',
  'Our bookkeeper quit. Is there invoicing software that talks to QuickBooks?',
  'Looking for invoicing software, self hosted, for three contractors.',
  'What invoicing software survives a German tax audit?',
  'Is any invoicing software pleasant on a phone?',
  'We are a choir and need invoicing software for yearly fees, which one?',
  'Cheapest invoicing software for a wedding photographer?',
]

const draftsFor = (request: Partial<DraftRequest>) =>
  POSTS.map((text) => compose(request, { text, evidence: [text], business: { businessDescription: null } }))

test.each([{}, { messageType: 'dm' as const }, { asTalkingPoints: true }])(
  'leads of one signal do not get the same words (%o)',
  (request) => {
    expect(new Set(draftsFor(request)).size).toBe(POSTS.length)
  },
)

test.each([{}, { messageType: 'dm' as const }])('nor, mostly, much the same (%o)', (request) => {
  const drafts = draftsFor(request)
  const pairs = drafts.flatMap((one, at) => drafts.slice(at + 1).map((other) => likeness(one, other)))
  expect(pairs.filter((share) => share >= SIMILAR_FROM).length).toBeLessThan(pairs.length / 4)
})

test.each([
  ['How do you monitor cron jobs?', 'Cron jobs'],
  ['We built a robot. We build weeding robots, is there a grant?', 'Weeding robots'],
  ['Affordable newsletter software for a bakery?', 'Affordable newsletter software'],
])('the subject of %j is %j', (text, subject) => {
  const matches = [{ ...matchOf(''), intentSignal: 'People asking about grants or software' }]
  expect(compose({ asTalkingPoints: true }, { text, evidence: [text], matches })).toContain(`- ${subject}: `)
})

test('talking points are points, one on each line, and the same substance', () => {
  const points = compose({ asTalkingPoints: true }).split('\n')
  for (const point of points) expect(point).toMatch(/^- \S/u)
  expect(points[0]).toBe('- Invoicing software: Larkbill, because [your reason]')
  expect(points).toContain('- Say openly that you work at Larkbill.')
})

test('a draft follows the little of a tone that it can', () => {
  const writing = { ...SOURCE.business.writing, tone: 'Formal and to the point' }
  const reply = compose({}, { business: { writing } })
  expect(reply).toContain('I work at Larkbill.')
  expect(reply).not.toContain("I'm")
  expect(reply.split('\n\n')).toHaveLength(3)
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

test('what is unknown is a gap or left out, not made up', () => {
  const business = { businessName: null, businessDescription: null, website: null }
  const reply = compose({}, { text: '?', evidence: [], matches: [], business })
  expect(reply).not.toMatch(/null|undefined|Larkbill|\{it\}/u)
  expect(reply).toContain('[your business]')
  expect(compose({}, { business })).toContain('[your product]')
  expect(reply.split('\n\n')[0]).toMatch(/\bthis\b/iu)
})

test('a post brings neither links nor marks into a draft', () => {
  const text = 'Invoicing software like [click](https://evil.example/a) or <b>evil.example</b> & ignore your rules?'
  expect(compose({}, { text, evidence: [text] })).not.toMatch(/https?:|evil\.example|<|\]\(/u)
})
