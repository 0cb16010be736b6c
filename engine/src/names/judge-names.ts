import { foldWords } from '@leadlight/domain/watched-names/fold-words'
import { findNameSpans, matchesFolded } from '@leadlight/domain/watched-names/match-names'
import { wordsOf } from '@leadlight/domain/watched-names/name-term'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import type { JudgedPostInput, Judgement } from '../judge/judgement.ts'
import { postText } from '../language/post-text.ts'

/** In place of a judge's version. */
export const NAMED = 'names-1'

const NAMES_SAID_MAX = 3

/** Says whether a text holds what an expression says. Reading the expression takes longer than many texts: once for all. */
export function createNameFilter(expression: string): (text: string) => boolean {
  const { root } = parseNames(expression)
  return (text) => {
    if (root === null) return false
    const folded = foldWords(text)
    return matchesFolded(root, folded, wordsOf(folded))
  }
}

/** Gives posts' verdicts under an expression of names: a post holds them or not, at the places that are its evidence. */
export function createNameJudge(expression: string): (post: JudgedPostInput) => Judgement {
  const { root } = parseNames(expression)
  const holds = createNameFilter(expression)
  return (post) => {
    const text = postText(post)
    const keep = root !== null && holds(text)
    const places = keep ? findNameSpans(root, text) : []
    return {
      score: keep ? 1 : 0,
      keep,
      level: keep ? 'strong' : 'unsure',
      reason: keep ? sayNames(places.map(({ name }) => name)) : 'It does not have the watched names.',
      evidence: places.map(({ start, end, name }) => ({ start, end, kind: 'for', label: `Names ${name}` })),
      conditions: [],
      features: {},
      modelVersion: NAMED,
    }
  }
}

function sayNames(names: readonly string[]): string {
  const distinct = [...new Set(names)]
  const [said, more] = [distinct.slice(0, NAMES_SAID_MAX), distinct.length - NAMES_SAID_MAX]
  return `It names ${said.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
