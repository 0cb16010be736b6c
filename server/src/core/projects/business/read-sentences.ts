import { splitSentences } from '@leadlight/engine/language/sentences'
import { postsHolding } from '@leadlight/engine/language/word-statistics'
import { stem } from '@leadlight/engine/language/words'
import { withActions } from './actions.ts'
import { opensNotDone, spokenLines } from './furniture.ts'
import { readList, SUPERLATIVE } from './noun-phrase.ts'
import { namedAt, wordsOfName } from './read-subject.ts'
import { isPeopleNoun, kindOfHead } from './word-kinds.ts'
import type { Tag, Token } from './tagger.ts'

/** Where a business says something; its own description is surest, and what stands in a list is least. */
export type Source = 'description' | 'summary' | 'title' | 'heading' | 'paragraph'

export interface Passage {
  source: Source
  text: string
}

export interface Sentence {
  source: Source
  /** As written. */
  text: string
  /** Without the capitals that begin a sentence or dress a title. */
  tokens: Token[]
  /** Ends in a question mark. */
  isQuestion: boolean
}

/** `Hi, I'm Tilda and I bake …`: who speaks. */
const GREETING =
  /^(?:(?:hi|hello|hey)[,!.]?\s+)?(?:i['’]m|i am|my name is|my name['’]s)\s+\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?(?:\s+and|,|\.)\s+(?=I\b|we\b)/iu
/** A page is untrusted: its length is bounded before any pattern reads it. */
const SENTENCES_MAX = 80
const SENTENCE_CHARACTERS_MAX = 400
/** In so many of the counted posts a word is common, so that its capital in a title says nothing. */
const COMMON_POSTS = 40
const TITLE_PARTS = /\s+[|–—·•»:-]+\s+|\s*[|–—·•»]\s*|:\s+/u
/** Common words that keep their capital. */
const PROPER =
  /^(?:(?!Vegetar|Librar|Veterinar|Music|Physic|Techn|Electr|Optic|Guard|Civil|Pedestr|Beaut|Diet|Clinic)[A-Z][a-z]+ian|(?:Chin|Japan|Portugu|Vietnam|Leban|Malt)ese|(?:Brit|Engl|Span|Ir|Scott|Swed|Dan|Turk|Pol|Finn|Jew)ish|French|German|Greek|Dutch|Thai|Swiss|Welsh|American|African|European|Mexican|Korean|Chinese|Postgres|Python|Java|React|Google|Microsoft|Amazon|Apple|Windows|Linux|Excel|Salesforce|Shopify|Slack|Docker|Kubernetes|London|Paris|Berlin|York|America|Europe|Christmas|Ofsted)$/u
/** What begins a title and ends so is no name, but for a few towns. */
const WORD_ENDING =
  /^(?!(?:Leeds|Paris|Wales|Texas|Athens|Reading|Worthing|Barking|Dorking)$).*(?:ing|s|ed|made|tion)$/u

/** The sentences in which a business speaks of itself, with their words tagged. */
export function readSentences(passages: readonly Passage[], name: string | null, tag: Tag): Sentence[] {
  const pieces = done(passages).flatMap(piecesOf).slice(0, SENTENCES_MAX)
  const isSmall = smallWords(pieces.map(({ text }) => text))
  const own = wordsOfName(name)
  return pieces.map(({ source, text }) => {
    const tokens = asName(tag(withoutCapitals(text, name, isSmall)))
    return { source, text, tokens: withActions(tokens, namedAt(tokens, own)), isQuestion: text.endsWith('?') }
  })
}

/** The passages in which a business may be speaking of itself, and of what it does. */
function done(passages: readonly Passage[]): Passage[] {
  return passages.flatMap(({ source, text }, at) => {
    const before = passages[at - 1]
    if (before?.source === source && opensNotDone(before.text)) return []
    const lines = spokenLines(text, source === 'description' || source === 'summary')
    return lines
      .filter((line, index) => !opensNotDone(line) && !opensNotDone(lines[index - 1] ?? ''))
      .map((line) => ({ source, text: line }))
  })
}

/** `Address validation API` is one thing, though its first word may be a verb. */
function asName(tokens: Token[]): Token[] {
  const [first, ...rest] = tokens
  const object = readList(tokens, 1)[0]
  const isThing = /^(?:software|provider|venue|course)$/u.test(kindOfHead(object?.head ?? '') ?? '')
  const isNamed = first?.pos === 'VERB' && object?.start === 1 && !object.hasArticle && !object.isPossessed && isThing
  return first && isNamed ? [{ ...first, pos: 'NOUN' }, ...rest] : tokens
}

function piecesOf({ source, text }: Passage): Passage[] {
  const tidy = text.slice(0, SENTENCE_CHARACTERS_MAX * 20).replace(/[^\S\n]+/g, ' ')
  const parts = source === 'title' ? tidy.split(TITLE_PARTS) : [tidy]
  return parts
    .flatMap((part) => splitSentences(part).map(({ start, end }) => part.slice(start, end)))
    .flatMap((sentence) => sentence.slice(0, SENTENCE_CHARACTERS_MAX).split(/\s+[–—]\s+|;\s+|\s+-\s+/u))
    .map((sentence) => ({ source, text: sentence.trim().replace(GREETING, '') }))
    .filter((piece) => piece.text !== '')
}

/** Tells words that are no names: those that stand somewhere in small letters, or are common. */
function smallWords(texts: readonly string[]): (word: string) => boolean {
  const small = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}'’-])\p{Ll}[\p{L}'’-]*/gu) ?? []))
  return (word) => {
    const lower = word.toLowerCase()
    if (kindOfHead(lower) !== undefined || isPeopleNoun(lower)) return true
    return small.has(lower) || lower.split('-').every((part) => postsHolding(stem(part)) >= COMMON_POSTS)
  }
}

function withoutCapitals(text: string, name: string | null, isSmall: (word: string) => boolean): string {
  const words = text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length
  const isDressed = capitals >= 3 && capitals / words.length >= 0.6
  let isFirst = true
  let isAfterIn = false
  return text.replace(/\p{L}[\p{L}\p{N}'’-]*/gu, (word, at: number) => {
    const begins = isFirst
    isFirst = false
    // "Fabric shop in Hebden Bridge": the words of a town keep their capitals.
    isAfterIn = /^(?:in|near|around|across|of)$/u.test(word) || (isAfterIn && /^\p{Lu}/u.test(word))
    if (isAfterIn && !begins && /^\p{Lu}/u.test(word)) return word
    if (!/^\p{Lu}[\p{Ll}'’-]*$/u.test(word) || PROPER.test(word) || word === 'I' || /^I['’]/u.test(word)) return word
    if (name !== null && name !== '' && text.startsWith(name, at)) return word
    // "11 Plus tuition"
    if (/\d\s$/u.test(text.slice(0, at))) return word
    // A sentence that goes on in small letters began with a word, not with a name that the page never repeats.
    if (
      begins &&
      /['’]s$/u.test(word) &&
      SUPERLATIVE.test(
        text
          .slice(at + word.length)
          .trim()
          .split(' ')[0] ?? '',
      )
    )
      return isSmall(word.slice(0, -2)) ? word.toLowerCase() : word
    const isWord =
      isSmall(word) || (begins && (isDressed ? WORD_ENDING.test(word) : goesOnSmall(text, at + word.length)))
    return (begins || isDressed) && isWord ? word.toLowerCase() : word
  })
}

function goesOnSmall(text: string, at: number): boolean {
  // "Edinburgh and the Borders": what is joined to a name is one.
  if (/^\s(?:and|&)\s(?:the\s)?\p{Lu}/u.test(text.slice(at))) return false
  const next = /^,?\s(?:&\s)?(\p{L}+)/u.exec(text.slice(at))?.[1] ?? ''
  return /^\p{Ll}/u.test(next) || PROPER.test(next) || /^\p{Lu}{2,}$/u.test(next)
}
