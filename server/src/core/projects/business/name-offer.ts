import { postsHolding } from '@leadlight/engine/language/word-statistics'
import { stem } from '@leadlight/engine/language/words'
import { kindOfHead, isListedHead, isPlural, singular } from './word-kinds.ts'
import { VAGUE } from './offer-words.ts'
import type { NounPhrase } from './noun-phrase.ts'
import type { Sentence } from './read-sentences.ts'

const COMMON_POSTS = 40
const LEGAL = /^(?:ltd|llp|llc|inc|plc|co|limited|partners|cic|gmbh|mutual|group|uk|usa)\.?$/u
/** What is done, when it ends so: `pollination`. */
const DONE =
  /^(?!foundation|station|nation|corporation|association|institution|location|junction|generation|motion|potion|element|monument|tournament|apartment)\p{L}{4,}(?:tion|graphy|ment)$/u

/**
 * What a business's name says it offers: `cat hotel` of "Whiskerfield Cat Hotel", if its text speaks of cats; what is
 * only a name, such as "Whiskerfield", is nowhere in it as a word.
 */
export function offerInName(name: string | null, sentences: readonly Sentence[]): NounPhrase | undefined {
  const words = (name ?? '').split(/\s+/u).filter((word) => word !== '' && !LEGAL.test(word.toLowerCase()))
  const spoken = new Set(
    sentences
      .flatMap(({ text }) => text.match(/(?<![\p{L}-])\p{Ll}[\p{L}-]+|^\p{Lu}\p{Ll}+(?=\s\p{Ll})/gu) ?? [])
      .map((word) => word.toLowerCase())
      .map(stemOf),
  )
  const isSpoken = (word: string) => spoken.has(stemOf(word.toLowerCase()))
  const head = words.at(-1)?.toLowerCase() ?? ''
  if (words.length < 2 || !/^\p{L}[\p{L}-]+$/u.test(head)) return undefined
  const before: string[] = []
  for (const word of words.slice(1, -1).toReversed()) {
    const lower = word.toLowerCase()
    if (!/^\p{L}[\p{L}-]+$/u.test(word) || !isSpoken(lower)) break
    before.unshift(lower)
  }
  const kind = kindOfHead(head)
  const isAlone = before.length === 0
  if (isAlone && DONE.test(head)) return phraseOf([head, 'services'])
  const isSaid = kind === 'activity' ? isListedHead(head) || isSpoken(head) : isSpoken(head) && isPlural(head)
  // Alone, a common word says too little: `films`.
  const isCommon = kind === undefined && postsHolding(stem(head)) >= COMMON_POSTS
  const isOfKind = kind !== undefined && kind !== 'activity'
  if (isAlone ? !isSaid || isOfKind || isCommon || VAGUE.test(head) : kind === undefined && !isSaid) return undefined
  return phraseOf([...before.slice(-2), head])
}

function stemOf(word: string): string {
  return singular(word).replace(/(?:ing|s)$/u, '')
}

function phraseOf(words: string[]): NounPhrase {
  const head = words.at(-1) ?? ''
  return {
    text: words.join(' '),
    head,
    isPlural: isPlural(head),
    isPossessed: false,
    hasArticle: false,
    isOne: false,
    words: words.length,
    start: 0,
    end: words.length,
  }
}
