import * as contract from '@leadlight/contract/leads'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgePosts } from '@leadlight/testing/judged-posts'
import { buildLeads, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const POSTS = {
  invoice: 'Sending an invoice by hand takes me all day',
  accounting: 'Our accounting software is slow and the support is slower',
  quote: 'Looking for an alternative to Acme Books for our IT company',
  reversed: 'Acme makes books about software alternatives',
  café: 'Any café owners here who use a point of sale system?',
  russian: 'Кто посоветует бухгалтера для малого бизнеса?',
  hebrew: 'מחפש רואה חשבון לעסק קטן',
  chinese: '求推荐 会计软件 给小公司',
  german: 'Suche einen Steuerberater für meine Bäckerei',
  address: 'See https://tools.example/ledger-pro for details, or mail ann@example.org',
}
type Name = keyof typeof POSTS

let app: TestApp
let site: LeadSite
beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
  await buildLeads(
    app,
    site,
    Object.entries(POSTS).map(([title, body]) => ({ title: `(${title})`, body })),
  )
})
afterAll(() => app.close())

async function search(searchText: string, { organization, projectId } = site): Promise<string[]> {
  const { items } = await organization.call(contract.listLeads, {
    params: { projectId },
    query: { search_text: searchText },
  })
  return items.map(({ title }) => title!.slice(1, -1)).toSorted()
}

const cases: [string, string, Name[]][] = [
  ['another form of the word', 'invoices', ['invoice']],
  ['a word half typed', 'accou', ['accounting']],
  ['a word typed past its stem', 'accountin', ['accounting']],
  ['all of several words', 'software slow', ['accounting']],
  ['any of two words', 'invoice or café', ['café', 'invoice']],
  ['not a word', 'software -slow', ['reversed']],
  ['a phrase', '"acme books"', ['quote']],
  ['the words of the phrase anywhere', 'acme books', ['quote', 'reversed']],
  ['a phrase still being typed', '"acme boo', []],
  ['another case', 'ACME BOOKS alternative', ['quote', 'reversed']],
  ['without the accent', 'cafe', ['café']],
  ['with an accent too many', 'slöw', ['accounting']],
  ['wide letters', 'ｉｎｖｏｉｃｅ', ['invoice']],
  ['a stop word alone, as it stands', 'who', ['café']],
  ['a stop word among others, left out of account', 'the invoice', ['invoice']],
  ['Cyrillic, another case', 'БУХГАЛТЕРА', ['russian']],
  ['right to left', 'חשבון', ['hebrew']],
  ['right to left, half typed', 'חשב', ['hebrew']],
  ['Chinese, between spaces', '会计', ['chinese']],
  ['German', 'steuerberater bäckerei', ['german']],
  ['a compound by its parts', 'ledger', ['address']],
  ['an address as it stands', 'ann@example.org', ['address']],
  ['a minus inside a compound, no exclusion', 'ledger-pro', ['address']],
  ['a host', 'tools.example', ['address']],
  ['nothing there', 'zeppelin', []],
]

describe('a search finds', () => {
  test.each(cases)('%s: %s', async (_name, searchText, names) => {
    expect(await search(searchText)).toEqual(names.toSorted())
  })
})

describe('an address finds the lead of its post', () => {
  let addressed: LeadSite
  beforeAll(async () => {
    addressed = await mintLeadSite(app)
    const posts = [
      { title: '(thread)', text: 'Who knows a bookkeeper?', url: 'https://www.posts.example/T/1?id=77' },
      { title: '(slash)', text: 'Who knows a plumber?', url: 'http://posts.example/t/2/' },
      { title: '(reply)', text: 'Nobody here.', url: 'https://posts.example/t/3#reply-5' },
      { title: '(quote)', text: 'See https://posts.example/t/2 and 50% of it.', url: 'https://posts.example/t/4' },
      { title: '(long)', text: 'Far down.', url: `https://posts.example/t/${'far/'.repeat(150)}down?page=2` },
      { title: '(other)', text: 'Nothing.', url: 'https://rival-posts.example/t/2' },
    ]
    const wish = (post: (typeof posts)[number]) => ({ ...post, externalId: post.url, score: 0.9, about: [1] })
    await judgePosts(app, addressed, posts.map(wish))
  })

  const found: [string, string, string[]][] = [
    ['as it is', 'https://www.posts.example/T/1?id=77', ['thread']],
    ['with another protocol, no www. and a slash more', ' http://posts.example/t/1?id=77/ ', ['thread']],
    ['with www. and a slash less; what quotes it too', 'https://www.posts.example/t/2', ['slash']],
    ['quoted', 'https://posts.example/t/2', ['quote', 'slash']],
    ['without the fragment', 'https://posts.example/t/3', ['reply']],
    ['with another fragment', 'https://posts.example/t/3/#top', ['reply']],
    ['with another query', 'https://posts.example/t/1?id=7', []],
    ['of any length', `https://posts.example/t/${'far/'.repeat(150)}down?page=2`, ['long']],
    ['with what sharing adds', `https://posts.example/t/4/?utm_source=share&utm_id=${'x'.repeat(400)}#top`, ['quote']],
    ['of a site, with a query', 'https://posts.example/?id=77', []],
    ['with signs that stand for any', 'https://rival-posts.example/_/%', []],
    ['of a folder', 'https://posts.example/t', ['quote']],
  ]
  test.each(found)('%s: %s', async (_name, address, names) => {
    expect(await search(address, addressed)).toEqual(names)
  })
})

describe('any typed text is a valid search', () => {
  const odd = [
    '(a+)+$',
    "' or 1=1 --",
    '"',
    '"""',
    '-',
    '- -',
    'a:*b',
    'a & b | !c',
    '<->',
    'or',
    'or or',
    '\\',
    '%_',
    ':*',
    '()',
    '🙂',
    '👩‍👩‍👧‍👦 family',
    '\u202Eabc',
    '*',
    'a'.repeat(200),
    '"'.repeat(200),
    '- '.repeat(100),
    `https://${'界'.repeat(1_990)}`,
    `http://${'a-?b/"'.repeat(330)}`,
  ]
  test.each(odd)('%s', async (searchText) => {
    expect(Array.isArray(await search(searchText))).toBe(true)
  })

  test('unless it is longer than a search, and no address alone', async () => {
    for (const searchText of [
      'a'.repeat(201),
      `https://posts.example/ ${'a'.repeat(200)}`,
      `https://${'a'.repeat(2_000)}`,
    ]) {
      const { organization, projectId } = site
      const query = { search_text: searchText }
      expect((await organization.ask(contract.listLeads, { params: { projectId }, query })).status).toBe(422)
    }
  })

  test('whatever is typed gets an answer, and a word of the post finds it', async () => {
    const anything = fc.string({ unit: 'binary', maxLength: 60 })
    const signs = fc.array(fc.constantFrom('-', '"', ' ', 'a', 'or ', '(', ':*', '!', '&', "'", '\\'), {
      maxLength: 200,
    })
    const typed = fc.oneof(
      anything,
      signs.map((parts) => parts.join('').slice(0, 200)),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (raw) => {
        expect(Array.isArray(await search(raw.replaceAll(/\p{Cc}/gu, ' ').toWellFormed()))).toBe(true)
      }),
      {
        numRuns: 150,
        examples: [
          ['"-'.repeat(100)],
          ['-"'.repeat(100)],
          ['-a '.repeat(66)],
          ['a or '.repeat(40)],
          ['-"a" '.repeat(40)],
        ],
      },
    )
    const words = Object.values(POSTS)
      .flatMap((body) => body.split(/[^\p{L}]+/u))
      .filter((word) => word !== '' && word.toLowerCase() !== 'or')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...words), fc.nat(), async (word, cut) => {
        const typed = word.slice(0, 1 + (cut % word.length))
        expect({ typed, found: (await search(typed)).length > 0 }).toEqual({ typed, found: true })
      }),
      { numRuns: 60 },
    )
  })
})
