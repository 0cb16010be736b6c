import { describe, expect, test } from 'vitest'
import { companyDomain, companyKey, statedCompanies } from './companies.ts'

describe('what somebody states as their company', () => {
  test.each([
    ['Acme, Inc.', ['Acme, Inc']],
    ['@acme', ['acme']],
    ['@acme @other-co', ['acme', 'other-co']],
    ['  The   Bakery Ltd ', ['The Bakery Ltd']],
    ['@acme and friends', ['acme and friends']],
    ['Freelance', []],
    ['self-employed', []],
    ['N/A', []],
    ['-', []],
    ['', []],
  ])('%j names %j', (stated, names) => {
    expect(statedCompanies(stated)).toEqual(names)
  })
})

describe('two spellings of a company', () => {
  test.each([
    ['Acme', 'ACME, Inc.'],
    ['Acme', '@acme'],
    ['Müller Bäckerei GmbH', 'müller bäckerei'],
    ['Big Co. Ltd', 'big'],
  ])('%s and %s are the same', (one, other) => {
    expect(companyKey(one)).toBe(companyKey(other))
  })

  test('a name that is nothing but a legal form stays one', () => {
    expect(companyKey('Company')).toBe('company')
  })
})

describe('a website', () => {
  const owner = { names: ['Ada Lovelace', 'adal'] }
  test.each([
    ['https://www.acme.com/about', 'acme.com'],
    ['acme.io', 'acme.io'],
    ['http://shop.acme.co.uk', 'acme.co.uk'],
  ])('%s belongs to the company at %s', (website, domain) => {
    expect(companyDomain(website, owner)).toBe(domain)
  })

  test.each([
    'https://ada-lovelace.dev',
    'lovelace.me',
    'https://adal.net',
    'https://ada.github.io',
    'https://linkedin.com/in/ada',
    'https://ada.substack.com',
    'mailto:ada@acme.com',
    'not a site',
    'http://10.0.0.1/',
    '',
  ])('%s belongs to no company', (website) => {
    expect(companyDomain(website, owner)).toBeUndefined()
  })
})
