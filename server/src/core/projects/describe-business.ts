import type { BusinessInfo } from '@leadlight/contract/projects'
import type { BusinessFacts } from './business/business-facts.ts'
import { withArticle } from './business/noun-phrase.ts'
import { readBusiness } from './business/read-business.ts'
import type { Passage } from './business/read-sentences.ts'
import type { Website } from './read-website.ts'
import type { JsonLdFact } from './website-json-ld.ts'

const NAME_CHARACTERS_MAX = 200
const DESCRIPTION_CHARACTERS_MAX = 1000
const DESCRIPTION_CHARACTERS_ENOUGH = 160
const TITLE_SEPARATOR = /\s+[|–—·•:-]\s+|\s*[|–—]\s*|:\s+/

/** A first profile from what a website says of itself, for its owner to correct. Null for what it does not say. */
export async function describeBusiness(site: Website): Promise<BusinessInfo> {
  const name = businessName(site)
  const facts = await readBusiness({ name, passages: passagesOf(site) })
  return { business_name: name, business_description: description(site), purpose: purpose(facts) }
}

/** What the site says of itself, the most informative first. */
export function passagesOf(site: Website): Passage[] {
  const facts = business(site)
  const passages = (source: Passage['source'], texts: readonly (string | null)[]) =>
    texts.filter((text) => text !== null).map((text) => ({ source, text }))
  return [
    ...passages('summary', [site.description, ...facts.map((item) => item.description)]),
    ...passages('title', [site.title]),
    ...passages('heading', site.headings),
    ...passages('paragraph', [...site.paragraphs, ...facts.flatMap((item) => item.keywords)]),
  ]
}

/** What the page's JSON-LD says of the business itself, not of its pages, events and people. */
function business(site: Website): JsonLdFact[] {
  return site.jsonLd.filter(({ type }) => !/^(WebSite|Person|Event|Offer|.*Event)$/.test(type))
}

/** The name that a website gives the business; null if it gives none. */
export function businessName(site: Website): string | null {
  const given = business(site).find((item) => item.name)?.name ?? site.siteName
  const name = given ?? nameInTitle(site) ?? nameInHost(site.url)
  return name ? name.trim().slice(0, NAME_CHARACTERS_MAX) : null
}

/**
 * The part of the title that the address repeats: `Brightbooks` of `Brightbooks | Cloud accounting` on brightbooks.com.
 */
function nameInTitle(site: Website): string | undefined {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const host = letters(new URL(site.url).hostname)
  const pieces = site.title?.split(TITLE_SEPARATOR).filter((piece) => letters(piece).length > 1) ?? []
  return pieces.find((piece) => host.includes(letters(piece)))
}

function nameInHost(url: string): string | null {
  const labels = new URL(url).hostname.replace(/^www\./, '').split('.')
  const label = labels.length > 1 && !/^[\d.]+$/.test(labels.join('')) ? labels[0] : undefined
  return label ? label.charAt(0).toUpperCase() + label.slice(1) : null
}

/** The site's own description; a short one with its first heading and paragraphs. */
function description(site: Website): string | null {
  const candidates = [
    site.description,
    ...business(site).map((item) => item.description),
    site.headings[0] ?? null,
    ...site.paragraphs,
    ...site.headings.slice(1, 4),
  ]
  let text = ''
  for (const candidate of candidates) {
    const sentence = candidate?.replace(/\s+/g, ' ').trim()
    if (!sentence || text.toLowerCase().includes(sentence.toLowerCase().replace(/[.!?]$/, ''))) continue
    if (text.length >= DESCRIPTION_CHARACTERS_ENOUGH) break
    text += `${text && ' '}${/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`}`
  }
  return text === '' ? null : text.slice(0, DESCRIPTION_CHARACTERS_MAX)
}

function purpose({ offers, needs, audience }: BusinessFacts): string | null {
  const looking = offers[0] ? `looking for ${withArticle(offers[0].phrase)}` : null
  const asking = needs[0] ? `asking how to ${needs[0]}` : null
  const doing = [looking, asking].filter(Boolean).join(' or ')
  return doing ? `Find ${audience?.text ?? 'people'} ${doing}.` : null
}
