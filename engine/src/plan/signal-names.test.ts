import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { planSignal } from './plan.ts'
import { readNames } from './signal-names.ts'

test.each([
  ['New Relic users unhappy with their bill', ['New Relic']],
  ['engineers leaving new relic', ['new relic']],
  ['Dentists in New York asking which booking software to use', ['New York']],
  ['C++ developers asking which build tool to use', ['C++']],
  ['Developers who move from .NET to Node.js or C#', ['.NET', 'Node.js', 'C#']],
  ['Teams unhappy with Monday.com.', ['Monday.com']],
  ['Shops asking how to replace Google Analytics', ['Google Analytics']],
  ['Google Analytics users looking for something simpler', ['Google Analytics']],
  ['People asking for Visual Studio Code extensions', ['Visual Studio Code']],
  ['Ruby on Rails developers looking for hosting', ['Ruby on Rails']],
  ['People asking about Rocket Lawyer, LegalZoom or Nolo', ['Rocket Lawyer', 'LegalZoom', 'Nolo']],
  ['Cafes leaving Square', ['Square']],
  ['Notion users looking for something faster', ['Notion']],
  ['Stripe or PayPal', ['Stripe', 'PayPal']],
  ['Mailchimp, Klaviyo or Brevo', ['Mailchimp', 'Klaviyo', 'Brevo']],
  ['SE Ranking users asking for an alternative', ['SE Ranking']],
  ['Agencies comparing Ahrefs and SE Ranking', ['Ahrefs', 'SE Ranking']],
  ['People asking about iPhone 15 or Windows 11', ['iPhone 15', 'Windows 11']],
  ['Bank of America customers angry about fees', ['Bank of America']],
  ['Barnes & Noble fans', ['Barnes & Noble']],
  ['Fans of House of Cards', ['House of Cards']],
  ['Teams moving from Go to Rust', ['Go', 'Rust']],
  ["People leaving Mailchimp's free plan", ['Mailchimp']],
  ['"New Relic" OR Datadog', ['New Relic', 'Datadog']],
  ['People asking for a tool like Trello/Asana', ['Trello', 'Asana']],
  ['Unhappy Shopify users', ['Shopify']],
  ['German Shopify merchants asking for tax help', ['Shopify']],
  ['Square customers unhappy with fees', ['Square']],
  ['SMALL SHOPS LEAVING SHOPIFY', ['SHOPIFY']],
])('the names of "%s"', (signal, names) => expect(readNames(signal)).toEqual(names))

test.each([
  'Small business owners asking for a CRM',
  'SMALL BUSINESS OWNERS ASKING WHICH ACCOUNTING SOFTWARE TO USE',
  'Small Business Owners Asking Which Accounting Software To Use',
  'Freelance Garden Designers Buying Second-hand Tools',
  'Makers asking which 3D printers to buy',
  'Bank customers unhappy with fees',
  'Windows that leak. Which firm repairs them?',
  'People who meet on Monday and say that I can help',
])('"%s" holds no name', (signal) => expect(readNames(signal)).toEqual([]))

describe('a plan keeps names whole', () => {
  it.each([
    ['Engineers asking for an alternative to New Relic', 'Engineers', ['New Relic']],
    ['New Relic users unhappy with their bill', 'New Relic users', ['New Relic', 'bill']],
    ['Dentists in New York asking which booking software to use', 'Dentists in New York', ['booking software']],
    ['Buyers of the Tesla Model Y asking about range', 'Buyers of Tesla Model Y', ['Tesla Model Y', 'range']],
    ['Xero vs QuickBooks', '', ['Xero', 'QuickBooks']],
    ['Teams moving from .NET to C++', 'Teams', ['.NET', 'C++']],
    ['People asking for Visual Studio Code extensions', '', ['Visual Studio Code extensions']],
    ['Makers asking which 3D printers to buy', 'Makers', ['3D printers', 'buy']],
    ['Shops asking for PayPal or another payment processor', 'Shops', ['PayPal', 'payment processor']],
    ['SE Ranking users asking for an alternative', 'SE Ranking users', ['SE Ranking']],
  ])('"%s"', (signal, who, topics) => {
    const plan = planSignal(signal)
    expect(plan.who).toBe(who)
    expect(plan.topics.flatMap(({ anyOf }) => anyOf).toSorted()).toEqual(topics.toSorted())
  })

  it('reads no act from a name', () => {
    expect(planSignal('Teams leaving Help Scout').acts).toEqual(planSignal('Teams leaving Zendesk').acts)
  })

  it('takes the site of a link for a name', () => {
    expect(planSignal('alternatives to https://www.notion.so/product?ref=1').names).toEqual(['notion.so'])
  })
})

test('whatever is written, the names stand in the sentence as written, and none stands twice', () => {
  const word = fc.constantFrom(
    'New',
    'Relic',
    'C++',
    '.NET',
    'or',
    'asking',
    'Monday.com',
    '&',
    'of',
    ',',
    '7',
    '(',
    '$x',
  )
  const sentence = fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 8 }))).map((words) => words.join(' '))
  fc.assert(
    fc.property(sentence, (signal) => {
      const names = readNames(signal)
      for (const name of names) expect(signal).toContain(name)
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of planSignal(signal).names) expect(planSignal(signal).signal).toContain(name)
    }),
  )
})
