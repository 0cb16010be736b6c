import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planTrouble } from '@leadlight/domain/plan-trouble'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { planSignal, wordsOf } from './plan.ts'

describe('planSignal', () => {
  it('takes people, acts, subject and voice from the sentence', () => {
    const plan = planSignal('Dental clinics asking which booking or reminder software to use')
    expect(plan.who).toBe('Dental clinics')
    expect(plan.acts.ask_recommendation).toBe(1)
    expect(plan.topics.flatMap(({ anyOf }) => anyOf)).toEqual(
      expect.arrayContaining(['booking software', 'reminder software']),
    )
    expect(plan.voice).toBe('I am a dental clinic. Which booking or reminder software should I use?')
  })

  it('searches for single words, the most telling first, and monitors for phrases', () => {
    const plan = planSignal('Dental clinics asking which booking or reminder software to use')
    expect(plan.searchQueries).toEqual(['reminder', 'booking', 'software'])
    expect(plan.watchQueries.toSorted()).toEqual(['booking software', 'reminder software'])
  })

  it('searches for a name whole, and before all words', () => {
    expect(
      planSignal('Teams asking how to move dashboards from New Relic to Grafana').searchQueries.slice(0, 2),
    ).toEqual(['"New Relic"', 'grafana'])
  })

  it('monitors a single word with the first of the words for people where none is rarer', () => {
    expect(planSignal('Grelfers and wibblers asking which tea to buy').watchQueries).toContain('grelfers tea')
    expect(planSignal('Wibblers and grelfers asking which tea to buy').watchQueries).toContain('wibblers tea')
  })

  it.each([
    ['Teams fed up with Jenkins who want to move to something else', 'complain', 'compare_switch'],
    ['Restaurants hiring cooks for the season', 'hire', 'hire'],
    ['Landlords whose tenants do not pay and who need help', 'ask_help', 'ask_help'],
    ['Players reporting bugs in a physics engine', 'request_feature', 'request_feature'],
    ['Writers asking for feedback on their first novel', 'ask_feedback', 'ask_feedback'],
    ['Parents wondering whether to change schools', 'ask_advice', 'ask_advice'],
  ] as const)('reads what %s do', (signal, first, second) => {
    const { acts } = planSignal(signal)
    expect(acts[first]).toBeGreaterThanOrEqual(0.5)
    expect(acts[second]).toBeGreaterThanOrEqual(0.5)
  })

  it('plans a bare name or a wish without people', () => {
    expect(planSignal('alternative to Datadog').searchQueries).toEqual(['datadog'])
    expect(planSignal('Looking for a CRM').subject).toBe('CRM')
  })

  it('makes a plan of any sentence: plain JSON, the same each time, with something to search for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.lorem()), (sentence) => {
        const plan = planSignal(sentence)
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
        expect(planSignal(sentence)).toEqual(plan)
        expect(plan.searchQueries.length > 0 || !/[a-z]{3}/i.test(sentence)).toBe(true)
        expect(plan.watchQueries.every((query) => query.split(' ').length <= 4)).toBe(true)
      }),
    )
  })

  it.each([
    ['people looking for a designer for a logo, card or flyer', ['designer', 'logo', 'card', 'flyer']],
    ['shops asking whether to use Mailchimp, Klaviyo or Brevo', ['Mailchimp', 'Klaviyo', 'Brevo']],
    ['developers asking which cloud or virtual server provider to use', ['cloud provider', 'virtual server provider']],
    ['parents looking for a tutor, nanny or after-school club', ['tutor', 'nanny', 'after-school club']],
    ['people asking for bookkeeping and invoicing software', ['bookkeeping software', 'invoicing software']],
    ['people asking for help with small claims or employment disputes', ['small claims', 'employment disputes']],
    [
      'admins asking for backup software for servers or virtual machines',
      ['backup software', 'servers', 'virtual machines'],
    ],
  ])('reads each of a list: %s', (sentence, topics) => {
    expect(planSignal(sentence).topics.toSorted(byPhrase)).toEqual(topics.map((phrase) => ({ anyOf: [phrase] })).toSorted(byPhrase)) // oxfmt-ignore
  })

  it.each([
    ['Parents and teachers asking which reading app to use', 'Parents and teachers', 'I am a parent or a teacher.'],
    ['Parents, teachers and tutors asking which app to use', 'Parents, teachers and tutors', 'a teacher or a tutor.'],
    [
      'Small business owners, freelancers, consultants and small agencies asking which tool to use',
      'Small business owners, freelancers, consultants and small agencies',
      'I am a small business owner or a freelancer or a consultant or a small agency.',
    ],
    ['People or companies offering paid work', 'companies', 'I am a company.'],
    ['Notion users asking for something faster', 'Notion users', 'I am a Notion user.'],
    ['Users of Stripe asking for help', 'Stripe', 'I am a user of Stripe.'],
    ['I need a plumber', '', 'I need a plumber.'],
    ['I am looking for a CRM', '', 'I am looking for a CRM.'],
    ['HR managers asking which tool to use', 'HR managers', 'I am a HR manager.'],
    ['Founders in San Francisco looking for a lawyer', 'Founders in San Francisco', 'I am a founder in San Francisco.'],
    ['Which CRM should a small agency use? Pipedrive or HubSpot?', '', 'Which CRM should'],
  ])('reads who: %s', (sentence, who, voice) => {
    const plan = planSignal(sentence)
    expect(plan.who).toBe(who)
    expect(plan.voice).toContain(voice)
  })

  it('reads nobody where what comes first is too long for people and no list', () => {
    expect(planSignal('The very long row of words about nothing at all which is asking for tea').who).toBe('')
  })

  it('reads a sentence in capitals as it would in small letters', () => {
    const plan = planSignal('Small business owners asking which accounting software to use')
    expect(planSignal('SMALL BUSINESS OWNERS ASKING WHICH ACCOUNTING SOFTWARE TO USE')).toEqual(plan)
    expect(planSignal('Small Business Owners Asking Which Accounting Software To Use')).toEqual(plan)
  })

  it('reads amounts as conditions and not as the topic', () => {
    const plan = planSignal('Teams asking for a wiki like Monday.com, under 1.50 dollars a month, without ads')
    expect(plan.qualifiers).toEqual(['under 1.50 dollars a month', 'without ads'])
    expect(plan.topics.flatMap(({ anyOf }) => anyOf).toSorted()).toEqual(['Monday.com', 'wiki'])
    expect(plan.subject).toBe('wiki, Monday.com, ads')
  })

  it.each([
    'Pequeñas empresas que preguntan qué software de contabilidad usar',
    'flour',
    'which one should they use and why',
    '"exact flour" OR site:example.com -foo',
    'https://example.com/flour',
    '🎉🎉🎉',
    '2026 15',
    `Bakers asking ${'which flour to buy '.repeat(120)}`,
  ])('has a sentence for what cannot be searched for: %s', (sentence) => {
    expect(planTrouble(sentence, wordsOf(planSignal(sentence)))).not.toBeNull()
  })

  it.each(['Stripe or PayPal', 'alternative to Datadog', 'New Relic', 'alternatives to https://example.com/flour'])(
    'plans what says little, but enough: %s',
    (sentence) => {
      const plan = planSignal(sentence)
      expect(planTrouble(sentence, wordsOf(plan))).toBeNull()
      expect(plan.topics).not.toEqual([])
    },
  )

  it('reads no more of a signal than a person would write', () => {
    const endless = 'asking which software to use '.repeat(35_000)
    expect(planSignal(endless)).toEqual(planSignal(endless.slice(0, 600)))
  })
})

describe('an edited plan', () => {
  const sentence = 'Dental clinics in Germany asking which booking software to use, within a small budget'

  it('has its edits in all its parts', () => {
    const plan = planSignal(sentence, {
      edits: {
        who: 'Vets',
        acts: { added: ['complain'], removed: ['ask_advice'] },
        topics: { added: [{ phrase: 'appointment app', beside: 'booking software' }], removed: [] },
        qualifiers: { added: ['for two chairs'], removed: ['within a small budget'] },
        exclusions: { added: ['hospital'], removed: [] },
        searches: { added: ['vet booking'], removed: [] },
      },
    })
    expect(plan.who).toBe('Vets')
    expect(plan.voice).toContain('I am a vet.')
    expect(plan.acts).toMatchObject({ complain: 1 })
    expect(plan.acts).not.toHaveProperty('ask_advice')
    expect(plan.topics).toContainEqual({ anyOf: ['booking software', 'appointment app'] })
    expect(plan.signal).toContain('for two chairs')
    expect(plan.signal).not.toContain('within a small budget')
    expect(plan.exclusions).toEqual(['hospital'])
    expect(plan.searchQueries[0]).toBe('vet booking')
    expect(plan.searchQueries).toContain('appointment')
    expect(plan.watchQueries[0]).toBe('vet booking')
    expect(plan.watchQueries).toContain('appointment app')
  })

  it('is the plan as read where the edits are empty', () => {
    expect(planSignal(sentence, { edits: NO_PLAN_EDITS })).toEqual(planSignal(sentence))
    expect(wordsOf(planSignal(sentence)).searches).toEqual(planSignal(sentence).searchQueries)
  })

  it('still has something to compare and to search for where everything was removed', () => {
    const read = wordsOf(planSignal(sentence))
    const removed = { acts: { added: [], removed: read.acts }, topics: { added: [], removed: read.topics.flat() } }
    const plan = planSignal(sentence, { edits: { ...NO_PLAN_EDITS, ...removed } })
    expect(plan.subject).not.toBe('')
    expect(plan.searchQueries.length).toBeGreaterThan(0)
  })
})

function byPhrase(left: { anyOf: string[] }, right: { anyOf: string[] }): number {
  return (left.anyOf[0] ?? '') < (right.anyOf[0] ?? '') ? -1 : 1
}
