import { CHARACTERS_READ_MAX, positionsOf } from './word-positions.ts'
import { createStemmer, type Stemmer } from './stem-codes.ts'
import type { Vocabulary } from './vocabulary.ts'
import { fold, WORD } from '../language/words.ts'

const HYPHEN = 0x2d
const APOSTROPHE = 0x27
const CURLY_APOSTROPHE = 0x2019
const CODES = 0x1_0000
/** The kind of each code in a word. Halves of surrogate pairs count as letters, and the exact reading decides. */
const NOTHING = 0
const LETTER = 1
const DIGIT = 2
/** Holds a word together between two letters: ' . _ and, with more rights, + # */
const JOINER = 3
const TAIL = 4
/** Belongs to words but is not ASCII: the exact reading decides. */
const FOREIGN = 5

/**
 * Which known terms a text holds, and where. Its arrays are filled from 0 to `count` and valid until the next reading.
 */
export interface PositionReader {
  read(text: string): number
  readonly ids: Int32Array
  readonly ats: Int32Array
  readonly lengths: Int32Array
}

/**
 * Reads a text as `readPositions` does, leaving out terms unknown to the vocabulary. ASCII words are folded, stemmed and
 * looked up by their codes; any other word is read exactly.
 */
export function createPositionReader(vocabulary: Vocabulary): PositionReader {
  // A hyphened word gives one place more than it has parts.
  const room = 2 * CHARACTERS_READ_MAX
  const page: Page = {
    vocabulary,
    kinds: kindsOfCodes(),
    stem: createStemmer(),
    exactWord: new RegExp(WORD.source, 'uy'),
    word: new Uint16Array(CHARACTERS_READ_MAX + 1),
    joined: new Uint16Array(CHARACTERS_READ_MAX + 1),
    ids: new Int32Array(room),
    ats: new Int32Array(room),
    lengths: new Int32Array(room),
    count: 0,
    at: 0,
  }
  return { read: (text) => readPage(page, text), ids: page.ids, ats: page.ats, lengths: page.lengths }
}

/** The text being read, and what was found so far. */
interface Page {
  readonly vocabulary: Vocabulary
  readonly kinds: Uint8Array
  readonly stem: Stemmer
  readonly exactWord: RegExp
  readonly word: Uint16Array
  readonly joined: Uint16Array
  readonly ids: Int32Array
  readonly ats: Int32Array
  readonly lengths: Int32Array
  count: number
  /** The place of the next word. */
  at: number
}

function readPage(page: Page, whole: string): number {
  const text = whole.length > CHARACTERS_READ_MAX ? whole.slice(0, CHARACTERS_READ_MAX) : whole
  const { kinds } = page
  const end = text.length
  page.count = 0
  page.at = 0
  let from = 0
  while (from < end) {
    const kind = kinds[text.charCodeAt(from)]
    if (kind === LETTER || kind === DIGIT) from = readWord(page, text, from)
    else if (kind === FOREIGN) from = readExactly(page, text, from)
    else from++
  }
  return page.count
}

/** Reads the word that begins at `start`, and returns where it ends. */
function readWord(page: Page, text: string, start: number): number {
  const { kinds, word } = page
  const end = text.length
  let from = start
  let length = 0
  let isHyphened = false
  for (; from < end; from++) {
    const code = text.charCodeAt(from)
    const kind = kinds[code]
    if (kind === LETTER) word[length++] = code | 0x20
    else if (kind === DIGIT) word[length++] = code
    else if (kind === JOINER || kind === TAIL) {
      const next = from + 1 < end ? kinds[text.charCodeAt(from + 1)] : NOTHING
      if (next === FOREIGN) return readExactly(page, text, start)
      if (next !== LETTER && next !== DIGIT) break
      word[length++] = code === CURLY_APOSTROPHE ? APOSTROPHE : code
      isHyphened ||= code === HYPHEN
    } else if (kind === FOREIGN) return readExactly(page, text, start)
    else break
  }
  while (from < end && kinds[text.charCodeAt(from)] === TAIL) word[length++] = text.charCodeAt(from++)
  if (isHyphened) noteHyphened(page, length)
  else note(page, look(page, word, 0, length), page.at++, 1)
  return from
}

/** The number of the word of codes from `start` to `end`, which are stemmed in place; -1 where it is unknown. */
function look({ vocabulary, stem }: Page, codes: Uint16Array, start: number, end: number): number {
  return vocabulary.find(codes, start, stem(codes, start, end) - start)
}

function note(page: Page, id: number, at: number, length: number): void {
  if (id < 0 || page.count === page.ids.length) return
  page.ids[page.count] = id
  page.ats[page.count] = at
  page.lengths[page.count] = length
  page.count++
}

function noteHyphened(page: Page, length: number): void {
  const { word, joined } = page
  const first = page.at
  let end = 0
  let from = 0
  for (let index = 0; index <= length; index++) {
    if (index < length && word[index] !== HYPHEN) continue
    joined.set(word.subarray(from, index), end)
    end += index - from
    note(page, look(page, word, from, index), page.at++, 1)
    from = index + 1
  }
  note(page, look(page, joined, 0, end), first, page.at - first)
}

/** Reads a word that is not all ASCII as `readPositions` does. */
function readExactly(page: Page, text: string, start: number): number {
  const { exactWord, word, vocabulary } = page
  exactWord.lastIndex = start
  const found = exactWord.exec(text)
  if (!found) return start + 1
  const { positions, next } = positionsOf(fold(found[0]), page.at)
  for (const { term, at, length } of positions) {
    // Folding may make a word longer than any text; no term is that long.
    if (term.length > word.length) continue
    for (let index = 0; index < term.length; index++) word[index] = term.charCodeAt(index)
    note(page, vocabulary.find(word, 0, term.length), at, length)
  }
  page.at = next
  return exactWord.lastIndex
}

let kinds: Uint8Array | undefined

/** The kind of each code, from the same classes as `WORD`. */
function kindsOfCodes(): Uint8Array {
  if (kinds) return kinds
  const all = new Uint8Array(CODES)
  for (let code = 0x80; code < CODES; code++) {
    const isSurrogate = code >= 0xd800 && code < 0xe000
    if (isSurrogate || /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code))) all[code] = FOREIGN
  }
  for (const code of codesOf('0123456789')) all[code] = DIGIT
  for (const code of codesOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')) all[code] = LETTER
  for (const code of codesOf("'\u2019._-")) all[code] = JOINER
  for (const code of codesOf('+#')) all[code] = TAIL
  kinds = all
  return all
}

function codesOf(characters: string): number[] {
  return Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index))
}
