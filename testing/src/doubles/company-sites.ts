import type { Answer } from './double-server.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

function page(head: string, body = '', headers: Record<string, string> = {}): Answer {
  return {
    headers: { ...HTML, ...headers },
    body: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
  }
}

function jsonLd(...blocks: unknown[]): string {
  return blocks.map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`).join('')
}

function described(words: string): string {
  return `<meta name="description" content="${words}">`
}

function robots(body: string): Answer {
  return { headers: { 'content-type': 'text/plain' }, body }
}

function to(location: string, status = 301): Answer {
  return { status, headers: { location }, body: '' }
}

const OXBOW = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', url: 'https://oxbow.example/', publisher: { '@id': 'https://oxbow.example/#us' } },
    {
      '@type': 'Organization',
      '@id': 'https://oxbow.example/#us',
      name: 'Oxbow Software',
      url: 'https://www.oxbow.example/',
      description: 'Oxbow makes scheduling software for river ports: berths, pilots and cranes in one place.',
      address: { '@type': 'PostalAddress', streetAddress: 'Kaai 4', addressLocality: 'Ghent', addressCountry: 'BE' },
      numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 11, maxValue: 50 },
      founder: { '@type': 'Person', name: 'Wilhelmina Oxbow', sameAs: ['https://github.com/wilhelmina'] },
      employee: [{ '@id': 'https://oxbow.example/#otto' }],
      sameAs: ['https://github.com/oxbow', 'https://www.linkedin.com/company/oxbow'],
    },
    {
      '@type': 'Person',
      '@id': 'https://oxbow.example/#otto',
      name: 'Otto',
      url: 'https://bsky.app/profile/otto.bsky.social',
    },
  ],
}

/** The customers a page lists, as organizations of their own. */
const CUSTOMERS = ['Bigbank', 'Megacorp'].map((name) => ({
  '@type': 'Organization',
  name,
  url: `https://${name.toLowerCase()}.example`,
}))

export const HUGE = '<p>so very much to say</p>'.repeat(200_000)

/** By host and path. A host that has no `/robots.txt` answers 404 for it. */
export const COMPANY_SITES: Record<string, Record<string, Answer>> = {
  'oxbow.example': {
    '/robots.txt': robots('User-agent: *\nDisallow: /private\nCrawl-delay: 3\n'),
    '/': to('https://www.oxbow.example/'),
  },
  'www.oxbow.example': {
    '/': page(
      `<title>Oxbow | Scheduling software for river ports</title>${jsonLd(OXBOW)}`,
      '<h1>Berths without waiting</h1>',
    ),
  },
  'plainly.example': {
    '/': page(
      '<title>Plainly – law firm</title>',
      '<a href="/contact">Contact</a> <a href="/who-we-are">Who we are</a>',
    ),
    '/who-we-are': page(
      '<title>About</title>',
      '<p>Plainly is a law firm in Antwerp whose solicitors and attorneys act for small companies in commercial disputes.</p>',
    ),
  },
  'brokenld.example': {
    '/': page(
      `<title>Brokenld</title>${described('Freight forwarding and warehousing for makers of furniture, by road and by rail.')}
      <script type="application/ld+json">{"@type": "Organization", "name": "Cut sh</script>`,
    ),
  },
  'several.example': {
    '/': page(
      `<title>Several</title><meta name="robots" content="index, max-image-preview:none">${jsonLd(CUSTOMERS, { '@type': 'Organization', name: 'Several Ltd', url: 'https://several.example' })}
      ${described('Several counts what comes off an assembly line, for factories of every size.')}`,
    ),
  },
  'customers.example': {
    '/': page(
      `<title>Customers</title>${jsonLd(CUSTOMERS)}${described('Whom we have worked with in the last ten years, and why.')}`,
    ),
  },
  'hostile.example': {
    '/': page(
      `<title>${'A'.repeat(50_000)}</title>${described(`<img src=x onerror=alert(1)>\u0000 &#0; ${'long '.repeat(5_000)}`)}
      ${jsonLd({ '@type': 'Organization', url: '/', name: ['x'], numberOfEmployees: '-1; drop table', address: { addressCountry: 'ZZZ' }, sameAs: 'javascript:alert(1)', founder: 'nobody' })}`,
      '<div>'.repeat(100_000),
    ),
  },
  'huge.example': { '/': page('<title>Huge</title>', HUGE) },
  'slow.example': { '/': page('<title>Slow</title>') },
  'inward.example': { '/': to('http://169.254.169.254/latest/meta-data/', 302) },
  'inward-robots.example': {
    '/robots.txt': to('http://169.254.169.254/', 302),
    '/': page(described('A site whose robots.txt leads where nothing is read.')),
  },
  'bought.example': { '/': to('https://megacorp.example/') },
  'megacorp.example': { '/': page(described('We bought Bought last year, and it is ours now.')) },
  'loop.example': { '/': to('/') },
  'unwilling.example': {
    '/robots.txt': robots('User-agent: leadlight\nDisallow: /\n'),
    '/': page(described('Not for machines.')),
  },
  'noindex.example': { '/': page(`<meta name="robots" content="noindex, nofollow">${described('Not to be kept.')}`) },
  'reserved.example': { '/': page(described('Not to be mined.'), '', { 'tdm-reservation': '1' }) },
  'forbidden.example': { '/': { status: 403, headers: HTML, body: 'no' } },
  'troubled.example': { '/': { status: 503, headers: { ...HTML, 'retry-after': '7200' }, body: 'later' } },
  'troubled-robots.example': {
    '/robots.txt': { status: 500, headers: HTML, body: '' },
    '/': page(described('Never asked for.')),
  },
  'file.example': { '/': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' } },
  'oldways.example': {
    '/': page(
      `<title>Old ways</title>${described('A manufacturer of oak barrels, which has had this page since 1998.')}`,
    ),
  },
}
