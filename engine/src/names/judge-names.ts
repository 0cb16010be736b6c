import { foldWords } from '@leadlight/domain/watched-names/fold-words'
import { findNameSpans, matchesFolded } from '@leadlight/domain/watched-names/match-names'
import { wordsOf } from '@leadlight/domain/watched-names/name-term'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { STANCE_WORDS, type Stance } from '@leadlight/domain/watched-names/stances'
import type { Evidence, JudgedPostInput, Judgement } from '../judge/judgement.ts'
import { postText } from '../language/post-text.ts'
import { readStance, type StanceFinding } from './stance.ts'

/** In place of a judge's version. */
export const NAMED = 'names-1'

const NAMES_SAID_MAX = 3

const DONE: Readonly<Record<Stance, string>> = {
  asks: ' The author asks about it.',
  complains: ' The author complains.',
  praises: ' The author praises it.',
  compares: ' The author compares it.',
  switches: ' The author leaves it or takes it up.',
  mentions: '',
}

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
    const taken = keep ? readStance(post, places) : undefined
    const names = places.map(({ name }) => name)
    return {
      score: keep ? 1 : 0,
      keep,
      level: keep ? 'strong' : 'unsure',
      reason: keep ? sayNames(names, taken?.stance) : 'It does not have the watched names.',
      evidence: [
        ...places.map(({ start, end, name }) => shown({ start, end }, `Names ${name}`)),
        ...(taken ? [shown(taken, sayStance(taken))] : []),
      ],
      conditions: [],
      features: {},
      modelVersion: NAMED,
      ...(keep ? { stance: taken?.stance ?? 'mentions' } : {}),
    }
  }
}

function shown({ start, end }: { start: number; end: number }, label: string): Evidence {
  return { start, end, kind: 'for', label }
}

/** `Complains`, or with what is left and taken up: `Switches from Trello to Notion`. */
function sayStance({ stance, from, to }: StanceFinding): string {
  return [STANCE_WORDS[stance], ...(from ? [`from ${from}`] : []), ...(to ? [`to ${to}`] : [])].join(' ')
}

/** Holds no word of the post but the watched names, so it may outlast the post. */
function sayNames(names: readonly string[], stance: Stance = 'mentions'): string {
  const distinct = [...new Set(names)]
  const [said, more] = [distinct.slice(0, NAMES_SAID_MAX), distinct.length - NAMES_SAID_MAX]
  return `It names ${said.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${DONE[stance]}`
}
