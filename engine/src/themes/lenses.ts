import { LENSES, type Lens } from '@leadlight/domain/themes'
import { CUE_NAMES, readCues, type SentenceCues } from '../judge/cues.ts'

/** What somebody wants or suffers stands early; beyond this many characters it is told at length. */
const CHARACTERS_READ = 1_500

const CUES: Readonly<Record<Lens, readonly string[]>> = {
  asks: ['looking', 'need', 'recommend', 'which', 'shouldI', 'howDo', 'anyone', 'help'],
  pains: ['complain', 'trouble', 'confused'],
  money: ['pay'],
  switches: ['compare'],
}
const PLACES = LENSES.map((lens) => CUES[lens].map((cue) => CUE_NAMES.indexOf(cue)))
const QUESTION = CUE_NAMES.indexOf('questionMark')

/**
 * The lenses through which a post is seen, as bits in the order of `LENSES`: by the cues that the judge reads too. A
 * word of asking alone is not enough, since nearly everybody writes one: there must be a question, or a second word.
 */
export function lensesOf(text: string): number {
  const cues = readCues(text.slice(0, CHARACTERS_READ))
  return PLACES.reduce((bits, places, at) => {
    const count = places.reduce((sum, place) => sum + (cues.counts[place] ?? 0), 0)
    const isShown = LENSES[at] === 'asks' ? isAsking(cues, count) : count > 0
    return isShown ? bits | (1 << at) : bits
  }, 0)
}

function isAsking({ counts, startsAsQuestion, endsAsQuestion }: SentenceCues, words: number): boolean {
  if ((counts[QUESTION] ?? 0) === 0) return words >= 2
  return words > 0 || startsAsQuestion || endsAsQuestion
}

/** The bit of a lens. */
export function bitOf(lens: Lens): number {
  return 1 << LENSES.indexOf(lens)
}
