import { MARKETS, type Market } from './market-lexicon.ts'

/** What a business says of itself, from its profile and its website, the more telling first. */
export interface BusinessText {
  name: string | null
  sentences: readonly string[]
}

export interface BusinessWords {
  /** What it offers, as its buyers would say it; null where nothing tells. */
  offer: string | null
  /** Who buys it, plural and with a capital, ready to begin a sentence. */
  buyers: string | null
  rivals: readonly string[]
  /** What its buyers struggle to do, as verbs: `send invoices`. */
  needs: readonly string[]
  /** What someone is paid for, where work and not a product is sold. */
  work: string | null
}

/** A page is a stranger's: what is read of it is bounded before any pattern sees it. */
const SENTENCES_MAX = 60
const SENTENCE_CHARACTERS_MAX = 600

const OFFER_NOUNS =
  'software|app|apps|platform|tool|tools|toolkit|service|services|system|suite|agency|consultancy|marketplace|courses?|lessons|hosting|store|shop|studio|network|library|framework|api|database|assistant|plugin|extension|solution|provider|insurance|bank|card|clinic|school|academy|accounting|monitoring|backup|analytics|security|training|coaching|advice|consulting|support'
const ARTICLE = /^(?:an?|the|our|your)\s+/i
const EMPTY_WORDS =
  /\b(?:all-in-one|best|leading|modern|powerful|simple|simplest|smart|beautiful|easy|easiest|fast|fastest|affordable|trusted|ultimate|world's|number one|next-generation|award-winning|open[- ]source|free|new|better)\b[\s,]*/gi
const RIVAL =
  /\b(?:alternative to|unlike|instead of|switch from|moving from|migrate from|better than|replaces?)\s+((?:[A-Z][\w.&-]*\s?){1,3})/g
const AUDIENCE =
  /\bfor\s+((?:[a-z-]+\s+){0,3}?[a-z-]+s)(?=\s+(?:who|that|which|with|in|to|and|of|at|on|without|from)\b|[,.;:!?)]|$)/
const HELPS =
  /\b(?:helps?|lets?|allows?|enables?)\s+((?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:to\s+)?((?:find|get|send|keep|manage|track|build|run|grow|sell|learn|make|save|create|plan|write|hire|reach|understand|monitor|protect|automate|reduce|cut|fix|recover|store|share|organi[sz]e|collect|deliver|launch|test|design|book|pay|win|see|know|stop|avoid|ship|move|clean|choose|measure|improve)\b[^.,;:!?]{3,70})/gi

/** Reads what a business offers, to whom and against whom, from its own words and from what its market is known for. */
export function readBusinessWords(text: BusinessText): BusinessWords {
  const sentences = text.sentences
    .slice(0, SENTENCES_MAX)
    .map((sentence) => sentence.slice(0, SENTENCE_CHARACTERS_MAX).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const market = findMarket(sentences)
  const helped = findHelped(sentences)
  const rivals = [...findRivals(sentences, text.name), ...(market?.rivals ?? [])]
  return {
    offer: findOffer(sentences, text.name) ?? market?.offer ?? null,
    buyers: findAudience(sentences) ?? helped.buyers ?? market?.buyers ?? null,
    rivals: unique(rivals).slice(0, 3),
    needs: unique([...helped.needs, ...(market?.needs ?? [])]).slice(0, 4),
    work: market?.work ?? null,
  }
}

/** The market whose words come up most; those of the first sentences count for more. */
function findMarket(sentences: readonly string[]): Market | undefined {
  let best: { market: Market; weight: number } | undefined
  for (const market of MARKETS) {
    const weight = sentences.reduce((sum, sentence, i) => sum + (sentence.match(market.tell)?.length ?? 0) / (i + 1), 0)
    if (weight > (best?.weight ?? 0)) best = { market, weight }
  }
  return best?.market
}

/** `Acme is a cloud accounting tool for …`, `Acme: cloud accounting`, `Cloud accounting for …`: the words of the offer. */
function findOffer(sentences: readonly string[], name: string | null): string | null {
  const called = name ? escaped(name) : '[A-Z][\\w.-]*'
  const patterns = [
    new RegExp(`^(?:${called}|we|it)\\s+(?:is|are|offers?|provides?|makes?|builds?)\\s+(.{4,80})$`, 'i'),
    new RegExp(`^${called}\\s*(?:[:|–—·]|-\\s)\\s*(.{4,80})$`, 'i'),
    /^(.{4,80})$/,
  ]
  for (const pattern of patterns) {
    for (const sentence of sentences.slice(0, 6)) {
      for (const piece of sentence.split(/(?<=[.!?])\s+|\s+[|–—·]\s+/)) {
        const offer = offerIn(pattern.exec(piece)?.[1] ?? '')
        if (offer) return offer
      }
    }
  }
  return null
}

function offerIn(words: string): string | null {
  const head =
    words.split(/\s+(?:for|that|which|who|to|so|with|built|made|designed|where|by|from)\s+|[,.;:!?(]/)[0] ?? ''
  const plain = head.replace(ARTICLE, '').replace(EMPTY_WORDS, '').trim()
  const isNamed = new RegExp(`\\b(?:${OFFER_NOUNS})$`, 'i').test(plain)
  const count = plain.split(' ').length
  return isNamed && count >= 2 && count <= 5 ? decapitalized(plain) : null
}

function findAudience(sentences: readonly string[]): string | null {
  for (const sentence of sentences.slice(0, 8)) {
    const audience = AUDIENCE.exec(decapitalized(sentence))?.[1]
    if (audience && isPeople(audience)) return capitalized(audience)
  }
  return null
}

/** `helps small shops to sell abroad`: whom, and what they cannot do alone. */
function findHelped(sentences: readonly string[]): { buyers: string | null; needs: string[] } {
  const found = sentences.flatMap((sentence) => [...sentence.matchAll(HELPS)])
  const buyers = found.map((match) => match[1] ?? '').find((whom) => isPeople(whom))
  const needs = found.map((match) =>
    (match[2] ?? '')
      .trim()
      .replace(/\byour\b/gi, 'their')
      .replace(/\byou\b/gi, 'them'),
  )
  return { buyers: buyers ? capitalized(buyers) : null, needs: needs.map(decapitalized) }
}

function findRivals(sentences: readonly string[], name: string | null): string[] {
  const named = sentences.flatMap((sentence) => [...sentence.matchAll(RIVAL)].map((match) => (match[1] ?? '').trim()))
  return named.filter((rival) => rival.replace(/[.]$/, '').toLowerCase() !== name?.toLowerCase())
}

const PEOPLE =
  /\b(?:people|persons|teams?|compan(?:y|ies)|business(?:es)?|firms?|startups?|founders?|owners?|freelancers?|developers?|engineers?|designers?|marketers?|creators?|agencies|shops?|stores?|students?|teachers?|parents?|landlords?|admins?|administrators?|managers?|professionals?|consultants?|families|households?|travell?ers?|[a-z]+(?:ers|ors|ists|ants|eurs|ians))$/i

/** Whether the words name people or what people run. */
export function isPeople(words: string): boolean {
  return PEOPLE.test(words.trim())
}

function unique(items: readonly string[]): string[] {
  return [...new Map(items.map((item) => [item.toLowerCase(), item])).values()]
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Small first letter, unless the first word is a name or an abbreviation such as `CRM`. */
export function decapitalized(text: string): string {
  return /^[A-Z](?![A-Z\d])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
