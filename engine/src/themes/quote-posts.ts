import { blankMarkup } from '../language/post-text.ts'
import { splitSentences, type Span } from '../language/sentences.ts'
import { readTerms } from '../language/words.ts'

/** A name must be read at a glance, and say something. */
const CHARACTERS = { least: 18, most: 120 }
const TERMS_MIN = 3
/** What a post is about stands early. */
const SENTENCES_READ = 8
const CHARACTERS_READ = 1_500
/** The headings of a form, and what somebody else said. */
const HEADING = /^\s*(?:#|>|&gt;)/
/** Whom somebody speaks to is not what about. */
const MENTION = /(?<!\S)\.?@\w+/g
/** So many terms are about as telling as one sentence can be; shorter ones must not win by their shortness alone. */
const TERMS_SMOOTHED = 3
/** How much a term that most of the theme's posts have outweighs being near the middle. */
const WORDS_WEIGHT = 0.6

export interface QuotedText {
  text: string
  /** How near the post is to the middle of its theme. */
  nearness: number
}

/** How many of all posts have each term; what is everywhere tells nothing of a theme. */
export interface TermShares {
  posts: number
  holding: ReadonlyMap<string, number>
}

export function countShares(texts: readonly string[]): TermShares {
  const holding = new Map<string, number>()
  for (const text of texts) for (const term of termsIn(text)) holding.set(term, (holding.get(term) ?? 0) + 1)
  return { posts: texts.length, holding }
}

export interface Quote {
  /** Its place in the list of posts. */
  post: number
  span: Span
  /** The higher, the better it speaks for all of them. */
  score: number
}

/**
 * The sentence of each post that says best what all of them are about, the best first. A sentence is rated by the terms
 * that more of these posts have than posts in general, and by how near its post is to their middle. A post without a
 * sentence short enough to be read at a glance has none.
 */
export function quotePosts(posts: readonly QuotedText[], all: TermShares): Quote[] {
  const weights = weighTerms(
    posts.map(({ text }) => text),
    all,
  )
  const peak = Math.max(1e-9, ...posts.map(({ text }) => bestSentence(text, weights)?.score ?? 0))
  const nearest = Math.max(1e-9, ...posts.map(({ nearness }) => nearness))
  return posts
    .flatMap(({ text, nearness }, post) => {
      const best = bestSentence(text, weights)
      if (!best) return []
      const score = (WORDS_WEIGHT * best.score) / peak + ((1 - WORDS_WEIGHT) * nearness) / nearest
      return [{ post, span: best.span, score }]
    })
    .toSorted((a, b) => b.score - a.score || a.post - b.post)
}

/** What a term tells of these posts: the share that has it, times how much greater that is than in general. */
function weighTerms(texts: readonly string[], all: TermShares): Map<string, number> {
  const own = countShares(texts)
  const weights = new Map<string, number>()
  for (const [term, count] of own.holding) {
    const share = count / own.posts
    // As if there were as many posts again that are about something else: there may be no others.
    const usual = ((all.holding.get(term) ?? 0) + 1) / (all.posts + own.posts)
    if (count > 1 && share > usual) weights.set(term, share * Math.log(share / usual))
  }
  return weights
}

function bestSentence(text: string, weights: ReadonlyMap<string, number>): { span: Span; score: number } | undefined {
  const head = text.slice(0, CHARACTERS_READ)
  const blanked = blankMarkup(head)
  let best: { span: Span; score: number } | undefined
  for (const span of splitSentences(head, SENTENCES_READ)) {
    const score = rate(blanked.slice(span.start, span.end), span, weights)
    if (score > (best?.score ?? 0)) best = { span, score }
  }
  return best
}

function rate(words: string, { start, end }: Span, weights: ReadonlyMap<string, number>): number {
  const length = end - start
  // What is blanked is a link or markup, which no name should be made of.
  const isReadable = length >= CHARACTERS.least && length <= CHARACTERS.most && words.trim().length >= length * 0.9
  if (!isReadable || end === CHARACTERS_READ || HEADING.test(words)) return 0
  const terms = new Set(readTerms(words.replace(MENTION, ' ')))
  if (terms.size < TERMS_MIN) return 0
  let sum = 0
  for (const term of terms) sum += weights.get(term) ?? 0
  return sum / Math.sqrt(terms.size + TERMS_SMOOTHED)
}

function termsIn(text: string): Set<string> {
  return new Set(readTerms(blankMarkup(text.slice(0, CHARACTERS_READ))))
}
