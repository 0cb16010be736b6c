import type { BusinessInfo } from '@leadlight/contract/projects'
import { decapitalized, readBusinessWords, withArticle } from './business-words.ts'
import type { Website } from './read-website.ts'
import type { JsonLdFact } from './website-json-ld.ts'

const NAME_CHARACTERS_MAX = 200
const DESCRIPTION_CHARACTERS_MAX = 1000
const DESCRIPTION_CHARACTERS_ENOUGH = 160
const TITLE_SEPARATOR = /\s+[|–—·•:-]\s+|\s*[|–—]\s*|:\s+/

/** A first profile from what a website says of itself, for its owner to correct. Null for what it does not say. */
export function describeBusiness(site: Website): BusinessInfo {
  const name = businessName(site)
  const words = readBusinessWords({ name, sentences: sentencesOf(site) })
  return { business_name: name, business_description: description(site), purpose: purpose(words) }
}

/** What the site says of itself, the most informative first. */
export function sentencesOf(site: Website): string[] {
  return [
    site.description,
    ...business(site).map((item) => item.description),
    site.title,
    ...site.headings,
    ...site.paragraphs,
    ...business(site).flatMap((item) => item.keywords),
  ].filter((sentence) => sentence !== null)
}

/** What the page's JSON-LD says of the business itself, not of its pages, events and people. */
function business(site: Website): JsonLdFact[] {
  return site.jsonLd.filter(({ type }) => !/^(WebSite|Person|Event|Offer|.*Event)$/.test(type))
}

function businessName(site: Website): string | null {
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

function purpose(words: ReturnType<typeof readBusinessWords>): string | null {
  const buyers = decapitalized(words.buyers ?? 'People')
  const looking = words.offer ? `looking for ${withArticle(words.offer)}` : null
  const struggling = words.needs[0] ? `struggling to ${words.needs[0]}` : null
  const doing = [looking, struggling].filter(Boolean).join(' or ')
  return doing ? `Find ${buyers} ${doing}.` : null
}
