import type { WordGroup, WordPlan } from '@leadlight/engine/index/word-plan'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { isStopTerm, readWords, stem } from '@leadlight/engine/language/words'
import { createChance, createDraw, type Chance } from './chance.ts'

const SEED = 20_261
const PHRASES = 40_000
const PHRASE_SHARE = 0.25
const EXCLUDING_SHARE = 0.25
const LENIENT_SHARE = 0.1

/**
 * Word plans of two or three any-of groups, the same in every run. The first group draws all words evenly, the others by
 * the root of their frequency; a quarter of the readings are phrases from posts. A quarter of the plans exclude something,
 * and one in twenty can do without one of its groups.
 */
export function makePlans(count: number, texts: readonly string[]): WordPlan[] {
  const chance = createChance(SEED)
  const words = Object.keys(wordStatistics.counts).filter((word) => stem(word) === word && !isStopTerm(word))
  const commonness = words.map((word) => Math.sqrt(wordStatistics.counts[word] ?? 0))
  const drawCommon = createDraw(commonness, chance)
  const phrases = phrasesOf(texts, chance)
  const phrase = () => phrases[chance.below(phrases.length)] ?? ''
  const group = (draw: () => number): WordGroup => ({
    anyOf: Array.from({ length: alternatives(chance) }, () =>
      chance.share() < PHRASE_SHARE ? phrase() : (words[draw()] ?? ''),
    ),
  })
  return Array.from({ length: count }, () => {
    const groups = [group(() => chance.below(words.length)), group(drawCommon)]
    if (chance.share() < 0.5) groups.push(group(drawCommon))
    const isLenient = groups.length > 2 && chance.share() < LENIENT_SHARE
    const needed = isLenient ? { needed: groups.length - 1 } : {}
    const noneOf = chance.share() < EXCLUDING_SHARE ? [words[drawCommon()] ?? '', phrase()] : []
    return { groups, noneOf, ...needed }
  })
}

function alternatives(chance: Chance): number {
  const share = chance.share()
  return share < 0.5 ? 1 : share < 0.8 ? 2 : 3
}

/** Two or three consecutive words of a post, of which the first and the last carry meaning. */
function phrasesOf(texts: readonly string[], chance: Chance): string[] {
  const phrases: string[] = []
  while (phrases.length < PHRASES) {
    const text = texts[chance.below(texts.length)] ?? ''
    const words = readWords(text)
    const at = chance.below(Math.max(1, words.length - 3))
    const first = words[at]
    const last = words[at + 1 + chance.below(2)]
    const tells = first && last && !isStopTerm(first.term) && !isStopTerm(last.term)
    if (tells) phrases.push(text.slice(first.start, last.end))
  }
  return phrases
}
