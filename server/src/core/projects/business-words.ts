import { MARKETS, type Market } from './market-lexicon.ts'

/** What a business says of itself in its profile and on its website, the most informative first. */
export interface BusinessText {
  name: string | null
  sentences: readonly string[]
}

export interface BusinessWords {
  /** What it offers, as its buyers would say it; null if nothing tells. */
  offer: string | null
  /** Whether the offer is surely the name of a kind of product or service, not just of some things. */
  isNamed: boolean
  /** Who buys it, plural and with a capital, ready to begin a sentence. */
  buyers: string | null
  rivals: readonly string[]
  /** What its buyers struggle to do, as verbs: `send invoices`. */
  needs: readonly string[]
  /** What somebody is paid for, if work and not a product is sold. */
  work: string | null
}

/** A page is untrusted: its length is bounded before any pattern reads it. */
const SENTENCES_MAX = 60
const SENTENCE_CHARACTERS_MAX = 600

const OFFER_NOUNS =
  'software|apps?|platform|tools?|toolkit|services?|systems?|suite|agency|consultancy|marketplace|courses?|lessons|hosting|stores?|shop|studio|network|library|framework|api|database|assistant|plugin|extension|solution|provider|insurance|bank|card|clinic|practice|school|academy|accounting|monitoring|backups?|analytics|security|training|coaching|advice|consulting'
const COUNTED =
  /\b(?:app|platform|tool|service|system|suite|agency|consultancy|marketplace|course|shop|store|studio|library|framework|api|database|assistant|plugin|extension|solution|provider|crm|clinic|school)$/i
const LOOSE_NOUN =
  /(?:[a-z]{3,}s|review|management|delivery|repair|design|insurance|[a-z]+(?:ing|tion|ment|ware|ity|ery))$/i
const NO_OFFER =
  /^(?:get|send|build|make|run|find|stop|start|book|turn|keep|grow|sell|learn|save|create|join|try|meet|see|say|let|trusted|loved|made|welcome|why|how|what|when|who|where|home|about|contact|sign|log|all|every|your|our|we|you|it|this|that|no|more)\b/i
const VERBS = /\b(?:is|are|was|has|have|get|gets|we|you|your|our|helps?|lets?|makes?|works?|trusted|loved)\b/i
const ARTICLE = /^(?:an?|the|our|your)\s+/i
const EMPTY_WORDS =
  /\b(?:all-in-one|best|leading|modern|powerful|simple|simplest|smart|beautiful|easy|easiest|fast|fastest|affordable|trusted|ultimate|world's|number one|next-generation|award-winning|open[- ]source|free|new|better)\b[\s,]*/gi
const RIVAL =
  /\b(?:[Aa]lternative to|[Uu]nlike|[Ii]nstead of|[Ss]witch from|[Mm]ov(?:e|ing) from|[Mm]igrate from|[Bb]etter than|[Rr]eplaces?)\s+((?:[A-Z][\w&-]*\s?){1,3})/g
const WORD = '[\\p{L}\\d-]+'
const AUDIENCE = new RegExp(
  `\\bfor\\s+((?:${WORD}\\s+){0,3}?${WORD}s(?:\\s+(?:and|&|or)\\s+(?:${WORD}\\s+){0,2}?${WORD}s)?)(?=\\s+(?:who|that|which|with|in|to|of|at|on|without|from|across)\\b|[\\s]*[|,.;:!?)–—]|$)`,
  'gu',
)
const HELPS =
  /\b(?:helps?|lets?|allows?|enables?)\s+((?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:to\s+)?((?:find|get|send|keep|manage|track|build|run|grow|sell|learn|make|save|create|plan|write|hire|reach|understand|monitor|protect|automate|reduce|cut|fix|recover|store|share|organi[sz]e|collect|deliver|launch|test|design|book|pay|win|see|know|stop|avoid|ship|move|clean|choose|measure|improve)\b[^.,;:!?]{3,70})/gi

/** Reads what a business offers, to whom and against whom, from its own words and what its market is known for. */
export function readBusinessWords(text: BusinessText): BusinessWords {
  const sentences = text.sentences
    .slice(0, SENTENCES_MAX)
    .map((sentence) => sentence.slice(0, SENTENCE_CHARACTERS_MAX).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const audiences = findAudiences(sentences)
  const helped = findHelped(sentences)
  const market = findMarket(without(sentences, [...audiences, ...helped.buyers]))
  const rivals = [...findRivals(sentences, text.name), ...(market?.rivals ?? [])]
  const named = findOffer(sentences, text.name, namedOffer) ?? market?.offer ?? null
  const buyers = audiences[0] ?? helped.buyers[0] ?? market?.buyers
  return {
    offer: named ?? findOffer(sentences, text.name, looseOffer),
    isNamed: named !== null,
    buyers: buyers ? capitalized(buyers.replace(' & ', ' and ')) : null,
    rivals: unique(rivals).slice(0, 3),
    needs: unique([...helped.needs, ...(market?.needs ?? [])]).slice(0, 4),
    work: market?.work ?? null,
  }
}

/** Removes whom it is for, which does not tell what it is: a parcel service for online shops is no online shop. */
function without(sentences: readonly string[], phrases: readonly string[]): string[] {
  return sentences.map((sentence) => phrases.reduce((left, phrase) => left.replaceAll(phrase, ' '), sentence))
}

/** The market whose words occur most; those of the first sentences count for more. */
function findMarket(sentences: readonly string[]): Market | undefined {
  let best: { market: Market; weight: number } | undefined
  for (const market of MARKETS) {
    const weight = sentences.reduce(
      (sum, sentence, i) => sum + (sentence.match(market.pattern)?.length ?? 0) / (i + 1),
      0,
    )
    if (weight > (best?.weight ?? 0)) best = { market, weight }
  }
  return best?.market
}

/** `Acme is a cloud accounting tool for …`, `Acme: cloud accounting`, `Cloud accounting for …`: the words of the offer. */
function findOffer(
  sentences: readonly string[],
  name: string | null,
  read: (head: string) => string | null,
): string | null {
  const called = name ? escaped(name) : '[A-Z][\\w.-]*'
  const patterns = [
    new RegExp(
      `^(?:${called}|we|it)\\s+(?:is|are|offers?|provides?|makes?|builds?|runs?|sells?|teach(?:es)?)\\s+(.{4,80})`,
      'i',
    ),
    new RegExp(`^${called}\\s*(?:[:|–—·]|-\\s)\\s*(.{4,80})`, 'i'),
    /^(.{4,80})/,
  ]
  const pieces = sentences.slice(0, 6).flatMap((sentence) => sentence.split(/(?<=[.!?])\s+|\s+[|–—·]\s+/))
  for (const pattern of patterns) {
    for (const piece of pieces) {
      const said = pattern.exec(piece)?.[1] ?? ''
      const head =
        said.split(
          /\s+(?:for|that|which|who|to|so|with|built|made|designed|where|by|from|in|of|without)\s+|[,.;:!?(]/,
        )[0] ?? ''
      const bare = head.replace(ARTICLE, '')
      const offer = read(bare.replace(EMPTY_WORDS, '').trim())
      // A word that began the sentence had its capital from that; one inside is a name.
      if (offer) return bare.startsWith(offer) ? decapitalized(offer) : offer
    }
  }
  return null
}

/** Ends in a word for something that is sold: `network monitoring software`. */
function namedOffer(head: string): string | null {
  const isNamed = new RegExp(`\\b(?:${OFFER_NOUNS})$`, 'i').test(head)
  return isNamed && isShort(head) && !NO_OFFER.test(head) ? head : null
}

/** A few words that look like the name of a thing: `handmade leather wallets and bags`. */
function looseOffer(head: string): string | null {
  const isThing = LOOSE_NOUN.test(head) && !NO_OFFER.test(head) && !VERBS.test(head) && !isPeople(head)
  return isThing && isShort(head) ? head : null
}

function isShort(head: string): boolean {
  const words = head.split(' ').length
  return words >= 2 && words <= 5
}

function findAudiences(sentences: readonly string[]): string[] {
  const found = sentences.slice(0, 8).flatMap((sentence) => [...sentence.matchAll(AUDIENCE)])
  return found.map((match) => match[1] ?? '').filter((audience) => isPeople(audience))
}

/** `helps small shops to sell abroad`: whom, and what they cannot do alone. */
function findHelped(sentences: readonly string[]): { buyers: string[]; needs: string[] } {
  const found = sentences.flatMap((sentence) => [...sentence.matchAll(HELPS)])
  const buyers = found.map((match) => match[1] ?? '').filter((whom) => isPeople(whom))
  const needs = found.map((match) =>
    (match[2] ?? '')
      .trim()
      .replace(/\byour\b/gi, 'their')
      .replace(/\byou\b/gi, 'them'),
  )
  return { buyers, needs: needs.map(decapitalized) }
}

function findRivals(sentences: readonly string[], name: string | null): string[] {
  const named = sentences.flatMap((sentence) => [...sentence.matchAll(RIVAL)].map((match) => (match[1] ?? '').trim()))
  return named.filter((rival) => rival.replace(/[.]$/, '').toLowerCase() !== name?.toLowerCase())
}

const PEOPLE =
  /\b(?:people|persons|teams?|compan(?:y|ies)|business(?:es)?|firms?|startups?|founders?|owners?|freelancers?|developers?|engineers?|designers?|marketers?|creators?|agencies|shops?|stores?|students?|teachers?|parents?|landlords?|admins?|administrators?|managers?|professionals?|consultants?|families|households?|travell?ers?|agents?|patients?|clients?|brands?|clinics?|schools?|nonprofits?|charities|hotels?|caf[eé]s?|hobbyists?|couples?|enterprises?|organi[sz]ations?|groups?|kids|children|[a-z]+(?:ers|ors|ists|ants|eurs|ians))$/i

/** Whether the words name people or organizations. */
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

/**
 * With a small first letter, unless capitals or digits inside mark the first word as a name, as in `CRM` or
 * `QuickBooks`.
 */
export function decapitalized(text: string): string {
  return !/^I\b/.test(text) && /^[A-Z](?![\p{L}\d]*[A-Z\d])/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** `tool` as `a tool`; `software`, which is uncountable, as it is. */
export function withArticle(offer: string): string {
  if (/^(?:an?|the)\s/.test(offer) || !COUNTED.test(offer)) return offer
  return `${/^[aeio]|^u(?!ni|se)/i.test(offer) ? 'an' : 'a'} ${offer}`
}
