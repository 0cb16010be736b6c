import { readList, type NounPhrase } from './noun-phrase.ts'
import { ON_WHAT, VAGUE } from './offer-words.ts'
import { readVerbPhrase } from './verb-phrase.ts'
import { askerFor, isPeopleNoun, kindOfHead, namesPeople } from './word-kinds.ts'
import type { Token } from './tagger.ts'

/** `software for managing rental properties`: a vague word with what makes it plain. */
export function extended(tokens: readonly Token[], phrase: NounPhrase): NounPhrase {
  const isBare = phrase.words === 1 || ON_WHAT.test(phrase.text)
  if (isUnknown(phrase) && tokens[phrase.end]?.lower === 'that') return withClause(tokens, phrase)
  if (!isBare || !VAGUE.test(phrase.head) || !/^(?:for|in|on)$/u.test(tokens[phrase.end]?.lower ?? '')) return phrase
  const opener = tokens[phrase.end]?.lower ?? ''
  const at = phrase.end + 1
  if (namesPeople(readList(tokens, at)[0]?.head ?? '')) return phrase
  const doing = tokens[at]?.lower.endsWith('ing') === true && opener === 'for' ? readVerbPhrase(tokens, at) : undefined
  const thing = doing ? undefined : readList(tokens, at)[0]
  if (!doing && (!thing || thing.isPossessed || isPeopleNoun(thing.head) || /^\p{Lu}/u.test(thing.text))) return phrase
  const text = doing?.text ?? thing?.text ?? ''
  return {
    ...phrase,
    text: `${phrase.text} ${opener} ${text}`,
    words: phrase.words + 2,
    end: doing?.end ?? thing?.end ?? phrase.end,
  }
}

function isUnknown({ head, words, isOne }: NounPhrase): boolean {
  return isOne && words <= 3 && kindOfHead(head) === undefined
}

/** `a sensor that clamps on a water well`: what it does tells what it is. */
function withClause(tokens: readonly Token[], phrase: NounPhrase): NounPhrase {
  const verb = tokens[phrase.end + 1]?.lower ?? ''
  const clause = /[^s]s$/u.test(verb) ? readVerbPhrase(tokens, phrase.end + 1) : undefined
  return clause ? { ...phrase, text: `${phrase.text} that ${clause.text}`, end: clause.end } : phrase
}

const PETS = /^(?:dogs|cats|horses|pets|puppies|kittens|rabbits|ponies)$/u

/** The occasions and things that an offer is for, in the order they are named. */
export function usesAt(tokens: readonly Token[], start: number): NounPhrase[] {
  return readList(tokens, start).filter(
    ({ head, isPossessed, isPlural, hasArticle }) =>
      !isPossessed &&
      !hasArticle &&
      isPlural &&
      (!namesPeople(head) || kindOfHead(head) === 'venue') &&
      (PETS.test(head) || askerFor(head) === undefined),
  )
}
