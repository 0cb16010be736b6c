import { expect, test } from 'vitest'
import { describeCompanyEvidence } from './describe-company-evidence.ts'
import { plantCompanies } from '../testing/planted/planted-companies.ts'
import { proposeCompanies, type LinkableCompany, type LinkableProfile } from './propose-companies.ts'

const ACME: LinkableCompany = {
  id: 'acme',
  name: 'Acme Robotics',
  nameKey: 'acme',
  domain: 'acme.example',
  accounts: [{ hash: 'ada', as: 'founder' }],
}

function profile(parts: Partial<LinkableProfile> = {}): LinkableProfile {
  return {
    id: 'someone',
    accountHash: 'someone',
    names: ['Grace Hopper', 'ghop'],
    bio: null,
    website: null,
    verifiedLinks: [],
    email: null,
    company: null,
    companyIds: [],
    ...parts,
  }
}

function kindsOf(one: LinkableProfile, companies: LinkableCompany[] = [ACME]): string[] {
  return proposeCompanies([one], companies).flatMap(({ evidence }) => evidence.map(({ kind }) => kind))
}

test('proposals among planted people find those who publish where they belong, and hardly anybody else', () => {
  const [all, right, truth] = [1, 2, 3, 4, 5].reduce(
    ([proposed, rightly, there], seed) => {
      const world = plantCompanies(seed)
      const links = proposeCompanies(world.profiles, world.companies)
      const hits = links.filter(({ profileId, companyId }) => world.truth.has(`${profileId} ${companyId}`))
      return [proposed + links.length, rightly + hits.length, there + world.truth.size]
    },
    [0, 0, 0],
  )
  expect(right / all).toBeGreaterThanOrEqual(0.98)
  expect(right / truth).toBeGreaterThanOrEqual(0.33)
})

test.each<[string, Partial<LinkableProfile>, string[]]>([
  ['an email address there', { email: 'grace@mail.acme.example' }, ['email_at_domain']],
  ['an office there', { bio: 'Gardens. CTO at Acme Robotics, Berlin' }, ['title_names']],
  ['an office by its handle', { bio: 'Engineer @acme' }, ['title_names']],
  ['a link that the platform has verified', { verifiedLinks: ['https://acme.example/team'] }, ['verified_site']],
  ['being named by its website', { accountHash: 'ada' }, ['site_names_founder']],
])('%s shows where somebody belongs', (_, parts, kinds) => {
  expect(kindsOf(profile(parts))).toEqual(kinds)
})

test.each<[string, Partial<LinkableProfile>]>([
  ['who is known to belong there', { email: 'grace@acme.example', companyIds: ['acme'] }],
  ['who left', { email: 'grace@acme.example', bio: 'Formerly at Acme Robotics' }],
  ['who was there', { bio: 'Was CTO at Acme Robotics until 2021' }],
  ['who was there for some years', { bio: 'Engineer at Acme (2015–2019)' }],
  ['a customer', { bio: 'Happy customer of acme', website: 'https://acme.example' }],
  ['whose website alone it is', { website: 'https://acme.example', company: 'Other' }],
  ['who is named alike', { email: 'grace@acme.example.evil.example' }],
  ['with another company of that name', { bio: 'CTO at Acmeville' }],
])('somebody %s is not proposed', (_, parts) => {
  expect(kindsOf(profile(parts))).toEqual([])
})

test('a name that two companies share proves neither', () => {
  const other = { ...ACME, id: 'other', domain: 'acme.test', accounts: [] }
  expect(kindsOf(profile({ bio: 'Engineer at Acme Robotics' }), [ACME, other])).toEqual([])
})

test('an address at a provider, a school, a society, or a domain of people from many companies proves nothing', () => {
  const named = (domain: string) => ({ ...ACME, id: domain, domain, accounts: [] })
  for (const email of ['g@fastmail.com', 'g@alumni.westmere.edu', 'g@debian.org']) {
    expect(kindsOf(profile({ email }), [named(email.slice(2)), named('westmere.edu')])).toEqual([])
  }
  const mailed = ['One', 'Two', 'Three'].map((company) => profile({ id: company, company, email: 'x@acme.example' }))
  expect(proposeCompanies(mailed, [ACME])).toEqual([])
  expect(proposeCompanies(mailed.slice(1), [ACME])).toHaveLength(2)
})

test('several pieces of evidence are surer together than the surest alone', () => {
  const [link] = proposeCompanies([profile({ email: 'g@acme.example', website: 'https://www.acme.example' })], [ACME])
  expect(link?.probability).toBeCloseTo(0.994)
  expect(link?.evidence.map(describeCompanyEvidence)).toEqual([
    'The profile publishes an email address at acme.example.',
    'The profile’s website is acme.example.',
  ])
})

test('a name with special characters is read literally', () => {
  const odd = { ...ACME, name: 'C++ (a-b) [x]*', nameKey: 'cabx' }
  expect(kindsOf(profile({ bio: 'ex-nothing', email: 'g@acme.example' }), [odd])).toEqual(['email_at_domain'])
})
