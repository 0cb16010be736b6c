const CODE_A = 0x61
const CODE_D = 0x64
const CODE_E = 0x65
const CODE_G = 0x67
const CODE_H = 0x68
const CODE_I = 0x69
const CODE_N = 0x6e
const CODE_S = 0x73
const CODE_C = 0x63
const CODE_U = 0x75
const CODE_X = 0x78
const CODE_Y = 0x79
const CODE_Z = 0x7a
const APOSTROPHE = 0x27

/** Stems the word of codes from `start` to `end` in place, and returns where the stem ends. */
export type Stemmer = (codes: Uint16Array, start: number, end: number) => number

/** `stem` of `words.ts` over codes instead of a string; a test compares the two. */
export function createStemmer(): Stemmer {
  const isVowel = flagsOf('aeiouy')
  const isDoubled = flagsOf('bdfgmnprt')

  function isPlain(codes: Uint16Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const code = codes[at] ?? 0
      if ((code < CODE_A || code > CODE_Z) && code !== APOSTROPHE) return false
    }
    return true
  }

  function stemVerb(codes: Uint16Array, start: number, end: number): number {
    const length = end - start
    const last = codes[end - 1]
    let root = end
    if (last === CODE_G && length > 5 && codes[end - 2] === CODE_N && codes[end - 3] === CODE_I) root = end - 3
    else if (last === CODE_D && length > 4 && codes[end - 2] === CODE_E) root = end - 2
    if (root === end) return length > 4 && last === CODE_E ? end - 1 : end
    if (!hasVowel(codes, start, root)) return end
    const rootLast = codes[root - 1] ?? 0
    if (root - start > 1 && rootLast === codes[root - 2] && isDoubled[rootLast] === 1) return root - 1
    return root - start > 4 && rootLast === CODE_E ? root - 1 : root
  }

  function hasVowel(codes: Uint16Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (isVowel[codes[at] ?? 0] === 1) return true
    return false
  }

  return (codes, start, end) => {
    if (end - start < 4 || !isPlain(codes, start, end)) return end
    return stemVerb(codes, start, singular(codes, start, withoutPossessive(codes, start, end)))
  }
}

function withoutPossessive(codes: Uint16Array, start: number, end: number): number {
  if (codes[end - 1] === APOSTROPHE) return end - 1
  return end - start > 1 && codes[end - 1] === CODE_S && codes[end - 2] === APOSTROPHE ? end - 2 : end
}

function singular(codes: Uint16Array, start: number, end: number): number {
  const length = end - start
  if (length === 0 || codes[end - 1] !== CODE_S) return end
  const second = length > 1 ? codes[end - 2] : 0
  const third = length > 2 ? codes[end - 3] : 0
  const fourth = length > 3 ? codes[end - 4] : 0
  if (second === CODE_E && third === CODE_I && length > 4) {
    codes[end - 3] = CODE_Y
    return end - 2
  }
  if (second === CODE_E) {
    const isHissing = third === CODE_X || third === CODE_Z || (third === CODE_S && fourth === CODE_S)
    if (isHissing || (third === CODE_H && (fourth === CODE_S || fourth === CODE_C))) return end - 2
  }
  return second === CODE_S || second === CODE_U || second === CODE_I ? end : end - 1
}

function flagsOf(letters: string): Uint8Array {
  const flags = new Uint8Array(0x1_0000)
  for (let at = 0; at < letters.length; at++) flags[letters.charCodeAt(at)] = 1
  return flags
}
