import type { BusinessInfo } from '@leadlight/contract/projects'
import { decapitalized, readBusinessWords } from './business-words.ts'
import type { WebsiteFacts } from './website-facts.ts'

const NAME_CHARACTERS_MAX = 200
const DESCRIPTION_CHARACTERS_MAX = 1000
const DESCRIPTION_CHARACTERS_ENOUGH = 160
const TITLE_SEPARATOR = /\s+[|–—·•:-]\s+|\s*[|–—]\s*|:\s+/

/** A first profile from what a website says of itself, for its owner to correct. What is not said stays null. */
export function describeBusiness(facts: WebsiteFacts): BusinessInfo {
  const name = businessName(facts)
  const words = readBusinessWords({ name, sentences: sentencesOf(facts) })
  return { business_name: name, business_description: description(facts), purpose: purpose(words) }
}

/** What the site says of itself, the more telling first. */
export function sentencesOf(facts: WebsiteFacts): string[] {
  return [
    facts.description,
    ...facts.structured.map((item) => item.description),
    facts.title,
    ...facts.headings,
    ...facts.paragraphs,
  ].filter((sentence) => sentence !== null)
}

function businessName(facts: WebsiteFacts): string | null {
  const given = facts.structured.find((item) => item.name)?.name ?? facts.siteName
  const name = given ?? nameInTitle(facts) ?? nameInHost(facts.url)
  return name ? name.trim().slice(0, NAME_CHARACTERS_MAX) : null
}

/** The part of the title that the address repeats: `Brightbooks` of `Brightbooks | Cloud accounting` on brightbooks.com. */
function nameInTitle(facts: WebsiteFacts): string | undefined {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const host = letters(new URL(facts.url).hostname)
  const pieces = facts.title?.split(TITLE_SEPARATOR).filter((piece) => letters(piece).length > 1) ?? []
  return pieces.find((piece) => host.includes(letters(piece)))
}

function nameInHost(url: string): string | null {
  const labels = new URL(url).hostname.replace(/^www\./, '').split('.')
  const label = labels.length > 1 && !/^[\d.]+$/.test(labels.join('')) ? labels[0] : undefined
  return label ? label.charAt(0).toUpperCase() + label.slice(1) : null
}

/** The site's own description; where that is short, with its first heading and paragraphs. */
function description(facts: WebsiteFacts): string | null {
  const candidates = [
    facts.description,
    ...facts.structured.map((item) => item.description),
    facts.headings[0] ?? null,
    ...facts.paragraphs,
    ...facts.headings.slice(1, 4),
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
  const need = words.needs[0]
  if (words.offer)
    return `Find ${buyers} who are looking for ${withArticle(words.offer)}${need ? ` or struggle to ${need}` : ''}.`
  return need ? `Find ${buyers} who struggle to ${need}.` : null
}

function withArticle(offer: string): string {
  if (
    /^(?:an?|the)\s/.test(offer) ||
    !/\b(?:app|platform|tool|service|system|suite|agency|consultancy|marketplace|course|shop|store|studio|library|framework|api|database|assistant|plugin|extension|solution|provider)$/i.test(
      offer,
    )
  )
    return offer
  return `${/^[aeio]|^u(?!ni|se)/i.test(offer) ? 'an' : 'a'} ${offer}`
}
