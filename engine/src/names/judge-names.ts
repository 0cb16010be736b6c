import { foldWords } from '@leadlight/domain/watched-names/fold-words'
import { findNameSpans, matchesFolded } from '@leadlight/domain/watched-names/match-names'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import type { JudgedPostInput, Judgement } from '../judge/judgement.ts'
import { postText } from '../language/post-text.ts'

/** In place of a judge's version. */
export const NAMED = 'names-1'

const NAMES_SAID_MAX = 3

/** Whether a text holds what an expression says. */
export function createNameFilter(expression: string): (text: string) => boolean {
  const { root } = parseNames(expression)
  return (text) => root !== null && matchesFolded(root, foldWords(text))
}

/** A post's verdict under an expression of names: it holds them or not, at the places that are its evidence. */
export function judgeNames(expression: string, post: JudgedPostInput): Judgement {
  const text = postText(post)
  const { root } = parseNames(expression)
  const keep = root !== null && matchesFolded(root, foldWords(text))
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

function sayNames(names: readonly string[]): string {
  const distinct = [...new Set(names)]
  const [said, more] = [distinct.slice(0, NAMES_SAID_MAX), distinct.length - NAMES_SAID_MAX]
  return `It names ${said.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
