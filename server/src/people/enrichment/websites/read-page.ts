import { parsePage } from '../../../platform/parse-html.ts'
import { readWebsiteFacts, type WebsiteFacts } from '../../../core/projects/website-facts.ts'
import { parseJsonLd } from '../../../core/projects/website-json-ld.ts'

const LINKS_MAX = 500
/** What asks machines not to keep a page. `max-image-preview:none` asks for less. */
const CLOSED = new Set(['noindex', 'none'])

export interface SitePage extends Pick<WebsiteFacts, 'title' | 'description' | 'headings' | 'paragraphs'> {
  url: string
  /** The site's name outside of JSON-LD, which may describe others. */
  siteName: string | null
  /** The blocks of JSON-LD; undefined for one that is not JSON. */
  blocks: unknown[]
  /** In the order of the page. */
  links: { url: URL; words: string }[]
  /** Whether it asks machines not to keep it. */
  isClosed: boolean
}

/** What a page of a company's website says; never runs anything the page contains. */
export async function readPage(html: string, url: string, headers: Headers): Promise<SitePage> {
  const { title, description, headings, paragraphs } = await readWebsiteFacts(html, url)
  const { blocks, links, isClosed, siteName } = await readRest(html, url)
  return {
    url,
    title,
    siteName,
    description,
    headings,
    paragraphs,
    blocks: parseJsonLd(blocks),
    links,
    isClosed: isClosed || closes('robots', headers.get('x-robots-tag')) || headers.get('tdm-reservation') === '1',
  }
}

async function readRest(html: string, pageUrl: string) {
  const blocks: string[] = []
  const links: SitePage['links'] = []
  let isClosed = false
  let siteName: string | null = null
  let base = pageUrl
  let block: string | undefined
  let link: SitePage['links'][number] | undefined
  await parsePage(html, {
    onopentag(name, attributes) {
      if (name === 'base' && attributes.href) base = URL.parse(attributes.href, pageUrl)?.href ?? pageUrl
      if (name === 'meta') isClosed ||= closes(attributes.name, attributes.content)
      if (name === 'meta' && attributes.property === 'og:site_name') siteName ??= attributes.content?.trim() || null
      if (name === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json') block = ''
      const to = name === 'a' && links.length < LINKS_MAX ? URL.parse(attributes.href ?? '', base) : null
      if (to && /^https?:$/u.test(to.protocol)) links.push((link = { url: to, words: '' }))
    },
    ontext(text) {
      if (block !== undefined) block += text
      else if (link && link.words.length < 200) link.words += text
    },
    onclosetag(name) {
      if (name === 'a') link = undefined
      if (name !== 'script' || block === undefined) return
      blocks.push(block)
      block = undefined
    },
  })
  return { blocks, links, isClosed, siteName }
}

function closes(name: string | undefined, content: string | null | undefined): boolean {
  const [what, says] = [name?.trim().toLowerCase() ?? '', content?.trim() ?? '']
  if (what === 'robots' || what === 'leadlight')
    return says.split(',').some((asked) => CLOSED.has(asked.trim().toLowerCase()))
  return what === 'tdm-reservation' && says === '1'
}
