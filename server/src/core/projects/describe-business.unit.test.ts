import { expect, test } from 'vitest'
import { describeBusiness } from './describe-business.ts'
import type { Website } from './read-website.ts'

const EMPTY: Website = {
  url: 'https://www.brightbooks.example/',
  title: null,
  siteName: null,
  description: null,
  headings: [],
  paragraphs: [],
  jsonLd: [],
  language: null,
  feeds: [],
}

function fact(type: string, name: string | null, description: string | null = null) {
  return { type, name, description, url: null, keywords: [] }
}

test.each<{ from: string; site: Partial<Website>; name: string }>([
  {
    from: 'what the page declares',
    site: { jsonLd: [fact('Organization', 'Bright Books Ltd')], siteName: 'BB' },
    name: 'Bright Books Ltd',
  },
  { from: 'the site name', site: { siteName: 'Bright Books', title: 'Home | Other' }, name: 'Bright Books' },
  {
    from: 'the part of the title that the address repeats',
    site: { title: 'Cloud accounting – BrightBooks' },
    name: 'BrightBooks',
  },
  { from: 'the address', site: { title: 'Cloud accounting made easy' }, name: 'Brightbooks' },
])('the name comes from $from', async ({ site, name }) => {
  expect((await describeBusiness({ ...EMPTY, ...site })).business_name).toBe(name)
})

test('an event or a person on the page is not the business', async () => {
  const jsonLd = [
    fact('Event', 'Summer party', 'Cake for all'),
    fact('Person', 'Ada'),
    fact('Organization', 'Bright Books'),
  ]

  expect(await describeBusiness({ ...EMPTY, jsonLd })).toMatchObject({
    business_name: 'Bright Books',
    business_description: null,
  })
})

test('a short description is filled up from headings and paragraphs without repeating anything', async () => {
  const info = await describeBusiness({
    ...EMPTY,
    title: 'Brightbooks | Cloud accounting for small firms',
    description: 'Send invoices and close your books in minutes.',
    headings: ['Accounting that does itself', 'Send invoices and close your books in minutes'],
    paragraphs: ['Trusted by bakeries and plumbers alike, from the first invoice to the tax return.'],
  })

  expect(info).toEqual({
    business_name: 'Brightbooks',
    business_description:
      'Send invoices and close your books in minutes. Accounting that does itself. Trusted by bakeries and plumbers alike, from the first invoice to the tax return.',
    purpose: 'Find small firms looking for cloud accounting software or asking how to send invoices.',
  })
})

test('a long description stands alone', async () => {
  const description = 'We do one thing and do it well. '.repeat(6).trim()

  const info = await describeBusiness({ ...EMPTY, description, paragraphs: ['Cookies are used here.'] })
  expect(info.business_description).toBe(description)
})

test('nothing is made up', async () => {
  expect(await describeBusiness({ ...EMPTY, url: 'http://127.0.0.1:8080/' })).toEqual({
    business_name: null,
    business_description: null,
    purpose: null,
  })
})
