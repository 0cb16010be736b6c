/** A word of a text: its normal form, and its offsets in UTF-16 units. */
export interface Word {
  term: string
  start: number
  end: number
}

/** A word: letters and digits, joined by single marks between two of them. */
export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['\u2019.+#_-](?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}]+)*[+#]*/gu

const STOP_WORDS = new Set(
  (
    "a an the and or but nor so yet of in on at by for from to into onto off over under with without about as than then that this these those there here it its it's he she they them their theirs his her him i me my mine we us our ours you your yours " +
    "be am is are was were been being do does did doing done have has had having will would can could shall should may might must not no nor don't doesn't didn't isn't aren't wasn't won't can't cannot couldn't shouldn't i'm i've i'd i'll we're we've you're they're that's there's what's let's " +
    'who whom whose which what when where why how if whether because while until since also just very really too more most much many few some any all both each every other another such own same only even still again ever never always often up down out get gets got getting go going goes like want wants need needs one ones thing things'
  ).split(' '),
)

/** Splits a text into words with offsets: NFKC, lower case, accents folded, light English stem. Linear, pure. */
export function readWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(WORD)) {
    const whole = fold(match[0])
    const end = match.index + match[0].length
    words.push({ term: stem(whole), start: match.index, end })
    if (!whole.includes('-')) continue
    for (const part of whole.split('-')) if (part.length > 1) words.push({ term: stem(part), start: match.index, end })
  }
  return words
}

/** The terms of a text in order, without stop words. */
export function readTerms(text: string): string[] {
  return readWords(text).flatMap((word) => (isStopTerm(word.term) ? [] : [word.term]))
}

/** Whether a term (already in normal form) is too common to tell one subject from another. */
export function isStopTerm(term: string): boolean {
  return STOP_TERMS.has(term)
}

/** Lower case, with compatibility forms and accents folded away and apostrophes made plain. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\u2019/g, "'")
}

/** A light stem: plurals, -ing, -ed, -ly and possessives go; short words and names with digits stay. */
export function stem(word: string): string {
  if (word.length < 4 || /[^a-z']/.test(word)) return word
  let base = word.replace(/'s?$/, '')
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`
  else if (/(?:ss|sh|ch|x|z)es$/.test(base)) base = base.slice(0, -2)
  else if (base.endsWith('s') && !/(?:ss|us|is)$/.test(base)) base = base.slice(0, -1)
  return stemVerb(base)
}

function stemVerb(base: string): string {
  const cut = base.endsWith('ing') && base.length > 5 ? 3 : base.endsWith('ed') && base.length > 4 ? 2 : 0
  if (cut === 0) return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base
  const root = base.slice(0, -cut)
  if (!/[aeiouy]/.test(root)) return base
  if (/([bdfgmnprt])\1$/.test(root)) return root.slice(0, -1)
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root
}

const STOP_TERMS = new Set([...STOP_WORDS].flatMap((word) => [word, stem(word)]))
