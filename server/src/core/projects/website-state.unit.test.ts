import { expect, test } from 'vitest'
import { readBusinessFacts } from './business/business-facts.ts'
import type { Website } from './read-website.ts'
import { websiteState, whatIsMissing } from './website-state.ts'

const EMPTY: Website = {
  url: 'https://acme.example/',
  title: null,
  siteName: null,
  description: null,
  headings: [],
  paragraphs: [],
  jsonLd: [],
  language: null,
  feeds: [],
}

test.each<{ what: string; site: Partial<Website>; state: string }>([
  {
    what: 'a shop',
    site: { title: 'Pinewood', description: 'We sell solid wood furniture. Free delivery.' },
    state: 'english',
  },
  {
    what: 'a parked domain',
    site: { title: 'oldpond.example is for sale', paragraphs: ['This domain name may be for sale by its owner.'] },
    state: 'placeholder',
  },
  {
    what: 'a page yet to come',
    site: { title: 'Coming soon', paragraphs: ['We are working on something new.'] },
    state: 'placeholder',
  },
  {
    what: 'a blog',
    site: { title: 'Jon Aldous', description: 'Engineer, amateur baker. This is my blog about Rust and sourdough.' },
    state: 'blog',
  },
  {
    what: 'a German page',
    site: { title: 'Kraft', description: 'Wir bieten Buchhaltung für kleine Betriebe und Vereine in ganz Bayern.' },
    state: 'foreign',
  },
  { what: 'a few German words', site: { title: 'Kraft Buchhaltung Nürnberg', language: 'de' }, state: 'foreign' },
  { what: 'one word', site: { title: 'Welcome' }, state: 'too_little' },
  {
    what: 'two words again and again, which are Spanish too',
    site: { paragraphs: ['No text. No text. No text. No text.'] },
    state: 'english',
  },
  { what: 'a few words that no language knows', site: { title: 'Xylo Quux Zorbant' }, state: 'too_little' },
  { what: 'one word on a page marked as French', site: { title: 'Accueil', language: 'fr-FR' }, state: 'foreign' },
  { what: 'a few English words', site: { title: 'Wedding photographer in London' }, state: 'english' },
])('$what is read as $state', ({ site, state }) => {
  expect(websiteState({ ...EMPTY, ...site })).toBe(state)
})

test.each([
  { description: null, website: 'none' as const, says: /^Nothing says yet what you offer/ },
  { description: null, website: 'placeholder' as const, says: /^The website shows a placeholder/ },
  {
    description: 'Hi',
    website: 'unread' as const,
    says: /^The description says too little .* The website could not be read\./,
  },
  {
    description: 'Nous vendons du pain et des gâteaux pour les fêtes de la ville.',
    website: 'none' as const,
    says: /^The description is not in English/,
  },
  {
    description: 'We are passionate about what we do.',
    website: 'none' as const,
    says: /^The description does not say plainly/,
  },
])('for $description and $website a sentence says what is missing', async ({ description, website, says }) => {
  const nothing = await readBusinessFacts({ name: null, passages: [] })
  expect(whatIsMissing(nothing, description, website)).toMatch(says)
  expect(whatIsMissing(nothing, description, website)).toMatch(
    /Say in an English sentence what you offer and to whom\.$/,
  )
})

test('nothing is missing where an offer is known', async () => {
  const passages = [{ source: 'description' as const, text: 'We sell leather wallets.' }]
  expect(
    whatIsMissing(await readBusinessFacts({ name: null, passages }), 'We sell leather wallets.', 'none'),
  ).toBeNull()
})
