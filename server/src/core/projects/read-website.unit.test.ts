import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../platform/outbound.ts'
import type { Outbound } from '../../platform/outbound.ts'
import { AppError } from '../../platform/errors.ts'
import { startWebsiteDouble } from '@leadlight/testing/doubles/website-double'
import type { WebsiteDouble } from '@leadlight/testing/doubles/website-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { readWebsite } from './read-website.ts'
import { parseWebsiteAddress } from './website-address.ts'
import { readWebsiteFacts } from './website-facts.ts'

let site: WebsiteDouble
let outbound: Outbound
const clock = createManualClock('2026-11-21T00:00:00Z')

beforeAll(async () => {
  site = await startWebsiteDouble()
  outbound = createOutbound({ userAgent: 'test', allow: [site.hostAndPort], clock })
})

afterAll(async () => {
  await outbound.close()
  await site.close()
})

const read = (typed: string) => readWebsite(typed, { fetch: outbound.guarded })

async function refusal(typed: string): Promise<AppError> {
  const error = await read(typed).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

function attempt(step: () => string): string {
  try {
    return step()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test('a website is read for what it says of its business', async () => {
  const website = await read(site.homeUrl)
  expect(website).toMatchObject({
    url: site.homeUrl,
    title: 'Larkbill – invoicing for freelancers & small agencies',
    siteName: 'Larkbill',
    description:
      'Invoices, reminders and clean books without an accounting degree. Made for freelancers & agencies of up to twenty people.',
    language: 'en-GB',
    feeds: [{ title: 'Larkbill blog', url: `${site.homeUrl}blog/feed.xml` }],
  })
  expect(website.headings).toEqual([
    'Get paid on time, without chasing anyone',
    'Invoices in a minute',
    'Reminders that stay friendly',
    'Leaving a spreadsheet or a big accounting suite?',
    'Who it is for',
  ])
  expect(website.paragraphs).toContain('Agencies of two to twenty people')
  expect(website.paragraphs.join(' ')).not.toMatch(/analytics|Pricing|font-family/)
  expect(website.jsonLd.map(({ type, name }) => [type, name])).toEqual([
    ['Organization', 'Larkbill'],
    ['WebSite', 'Larkbill'],
    ['SoftwareApplication', 'Larkbill Invoicing'],
  ])
  expect(website.jsonLd[0]?.keywords).toEqual(['invoicing', 'bookkeeping', 'late payments'])
})

test('redirects are followed, other encodings decoded, and a missing scheme is found out', async () => {
  expect((await read(`${site.url}/moved`)).url).toBe(site.homeUrl)
  expect(await read(`${site.url}/latin1`)).toMatchObject({
    title: 'Boulangerie Été',
    description: 'Pain, café et pâtisserie à Orléans',
    language: 'fr',
  })
  expect((await read(site.hostAndPort)).url).toBe(site.homeUrl)
})

describe('a website that cannot be read says why', () => {
  test.each([
    ['/gigabyte', 'upstream', 'website_too_large', 'sent far more than a web page'],
    ['/bomb', 'upstream', 'website_too_large', 'sent far more than a web page'],
    ['/inward', 'invalid', 'website_invalid', 'is not a public website'],
    ['/loop', 'upstream', 'website_redirects', 'only leads from one address to the next'],
    ['/pdf', 'upstream', 'website_not_html', 'answered with a file (application/pdf)'],
    ['/missing', 'upstream', 'website_not_found', 'has no page there (status 404)'],
    ['/broken', 'upstream', 'website_refused', 'refused to show the page (status 503)'],
    ['/empty', 'upstream', 'website_empty', 'shows nothing'],
    ['/script-only', 'upstream', 'website_empty', 'shows nothing'],
    ['/deep', 'upstream', 'website_empty', 'shows nothing'],
  ])('%s', async (path, kind, code, said) => {
    const error = await refusal(site.url + path)
    expect(error).toMatchObject({ kind, code, message: expect.stringContaining(said) })
    expect(error.message).toMatch(/You can fill in the next step by hand\.$/)
  })

  test.each([{ kind: 'hang' }, { kind: 'drip' }] as const)('%o', async (fault) => {
    const asked = site.questions.length
    site.failNext(fault)
    const error = refusal(site.homeUrl)
    await expect.poll(() => site.questions.length).toBe(asked + 1)
    await clock.advance(30_000)
    expect(await error).toMatchObject({
      kind: 'upstream',
      code: 'website_timeout',
      message: expect.stringContaining('took too long to answer'),
    })
  })

  test.each([{ kind: 'reset' }, { kind: 'reset_mid_body' }] as const)('%o', async (fault) => {
    site.failNext(fault)
    expect(await refusal(site.homeUrl)).toMatchObject({
      kind: 'upstream',
      code: 'website_unreachable',
      message: expect.stringContaining('cannot be reached'),
    })
  })

  test('it has no certificate', async () => {
    expect(await refusal(site.url.replace('http:', 'https:'))).toMatchObject({ code: 'website_not_secure' })
  })

  test('a caller who aborts gets their own reason', async () => {
    const gone = new Error('gone')
    await expect(readWebsite(site.homeUrl, { fetch: outbound.guarded, signal: AbortSignal.abort(gone) })).rejects.toBe(
      gone,
    )
  })
})

describe('a typed address', () => {
  test.each([
    ['netscope.example', 'https://netscope.example/'],
    ['  WWW.Netscope.Example/Prices#top ', 'https://www.netscope.example/Prices'],
    ['https://netscope.example', 'https://netscope.example/'],
    ['http://netscope.example/a?b=c', 'http://netscope.example/a?b=c'],
    ['netscope.example:8443/x', 'https://netscope.example:8443/x'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['//netscope.example', 'https://netscope.example/'],
  ])('%s is read as %s', (typed, url) => {
    expect(parseWebsiteAddress(typed).href).toBe(url)
  })

  test.each([
    '',
    '   ',
    'localhost',
    'localhost:3000',
    'http://localhost',
    'intranet',
    'me@example.com',
    'mailto:me@example.com',
    'just some words',
    'ftp://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'https://.',
    'https://user:pass@example.com',
    'http://exa mple.com',
    `https://example.com/${'a'.repeat(3000)}`,
    '…',
    '\u0000',
    'https://[::1',
    '?',
    '/',
    '127.0.0.1',
    '10.0.0.1',
    '[::1]',
    '0x7f.1',
    '2130706433',
  ])('%j is refused in one sentence, and nothing is fetched', async (typed) => {
    const asked = site.questions.length
    const error = await refusal(typed)
    expect(error).toMatchObject({ kind: 'invalid', code: 'website_invalid' })
    expect(error.message).toMatch(/^[^!]{20,120}\.$/)
    expect(site.questions).toHaveLength(asked)
  })

  test('of any garbage throws only AppErrors', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress(), fc.domain()), (typed) => {
        const taken = attempt(() => parseWebsiteAddress(typed).protocol)
        expect(['http:', 'https:', 'website_invalid']).toContain(taken)
      }),
    )
  })
})

describe('a page', () => {
  test('however broken, is read without failure', async () => {
    const tags = fc.constantFrom(
      '<p>',
      '</p>',
      '<h1>',
      '<li>',
      '<title>',
      '<script>',
      '</script>',
      '<script type="application/ld+json">',
      '{"@type":"Organization","name":',
      '<meta name=description content="',
      '">',
      '<!--',
      '<![CDATA[',
      '&#x0;',
      '&amp',
      '\u0000',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(tags, fc.string({ unit: 'binary' })), { maxLength: 40 }), async (pieces) => {
        const facts = await readWebsiteFacts(pieces.join(''), 'https://example.com/')
        expect(JSON.stringify(facts)).not.toContain('\\u0000')
        for (const text of [...facts.headings, ...facts.paragraphs]) expect(text.isWellFormed()).toBe(true)
      }),
    )
  })

  test('with a hundred thousand facts is read for its first ones', async () => {
    const facts = JSON.stringify(
      Array.from({ length: 100_000 }, (_, n) => ({ '@type': 'Product', name: `Thing ${n}` })),
    )
    const { jsonLd } = await readWebsiteFacts(
      `<script type="application/ld+json">${facts}</script>`,
      'https://example.com/',
    )
    expect(jsonLd).toHaveLength(20)
  })
})
