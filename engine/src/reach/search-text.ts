import { isGlue } from '../plan/glue-words.ts'
import { fold, isStopTerm } from '../language/words.ts'

/** What a platform's own search is asked for: a post must hold all words and all phrases. */
export interface SearchText {
  words: string
  phrases: string[]
}

const QUOTED = /["\u201c\u201d]([^"\u201c\u201d]*)["\u201c\u201d]/g
const EDGES = /^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu

/** Reads a search as somebody types one: words, and phrases in quotes. */
export function readSearchText(text: string): SearchText {
  const phrases = [...text.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim()).filter(isAskable)
  const typed = text
    .replaceAll(QUOTED, ' ')
    .split(/\s+/)
    .map((word) => word.replaceAll(EDGES, ''))
  // Beside a telling word others may stand that say nothing alone: `help desk`.
  const words = typed.some(isAskable) ? typed.filter((word) => isAskable(word) || isBeside(word)) : []
  return { words: words.join(' '), phrases }
}

function isBeside(word: string): boolean {
  return /\p{L}{2}/u.test(word) && !isStopTerm(fold(word))
}

/** Whether anything is left of a search to ask a platform for; else it would answer with all that it has. */
export function asksForWords(text: string): boolean {
  const { words, phrases } = readSearchText(text)
  return words !== '' || phrases.length > 0
}

/** Whether a platform can be asked for it: not a single letter, a bare number or a word that is everywhere. */
export function isAskable(word: string): boolean {
  const letters = word.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (letters.length === 0 || /^\d+$/.test(letters)) return false
  if (letters.length === 1) return /^\p{L}(?:\+\+|#)$/u.test(word)
  return word.includes(' ') || !isGlue(word)
}

/** The words of a text that could be searched for, in small letters, each as it is written. */
export function searchableWords(text: string): string[] {
  return text
    .split(/[\s,;:()?!/"\u201c\u201d]+/)
    .map((word) => fold(word.replaceAll(EDGES, '')))
    .filter((word) => isAskable(word) && word.length <= 30 && !word.includes("'"))
}
