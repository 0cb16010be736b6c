import type { Dice } from './dice.ts'
import { plain, type PlainNames } from './names-oracle.ts'

const WORDS_MAX = 3

/** A tree that requires a name at least, of words and phrases as they stand in the texts, or bent a little. */
export function makeUpNames(dice: Dice, texts: readonly string[]): { names: PlainNames; written: string } {
  const names = makeUp(dice, texts, 2)
  return { names, written: write(dice, names) }
}

function makeUp(dice: Dice, texts: readonly string[], depth: number): PlainNames {
  const part = () => makeUp(dice, texts, depth - 1)
  const kind = depth === 0 ? 0 : dice.below(5)
  if (kind === 1 || kind === 2) return { any: Array.from({ length: dice.between(2, 6) }, part) }
  if (kind === 3) return { all: [part(), part()] }
  if (kind === 4) return { all: [part(), { not: part() }] }
  return makeUpName(dice, texts)
}

function makeUpName(dice: Dice, texts: readonly string[]): string {
  for (;;) {
    const words = dice.pick(texts).split(/\s+/)
    const at = dice.below(words.length)
    const taken = words.slice(at, at + (dice.below(3) === 0 ? dice.between(2, WORDS_MAX) : 1))
    const bent = bend(dice, taken.join(' ').replaceAll(/["\u201c\u201d\u201e\u00ab\u00bb]/g, ''))
    if (bent.length < 200 && /[\p{L}\p{N}]/u.test(plain(bent).join(''))) return bent.trim()
  }
}

/** Other case, no marks at the ends, a host of its own, accents. */
function bend(dice: Dice, name: string): string {
  const trimmed = name.replaceAll(/^[^\p{L}\p{N}@#.]+|[^\p{L}\p{N}+#]+$/gu, '')
  switch (dice.below(6)) {
    case 0:
      return trimmed.toUpperCase()
    case 1:
      return name
    case 2:
      return /(?:[a-z0-9-]+\.)+[a-z]{2,}/i.exec(name)?.[0] ?? trimmed
    case 3:
      return trimmed.replace(/e/i, 'é')
    default:
      return trimmed
  }
}

function write(dice: Dice, names: PlainNames): string {
  if (typeof names === 'string') return `"${names}"`
  if ('not' in names) return `${dice.pick(['NOT ', '-'])}${write(dice, names.not)}`
  if ('all' in names) return `(${names.all.map((part) => write(dice, part)).join(' AND ')})`
  return `(${names.any.map((part) => write(dice, part)).join(dice.pick([' OR ', ' ', ', ', '\n']))})`
}
