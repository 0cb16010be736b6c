import { foldWords } from './fold-words.ts'
import { requiredTerms } from './name-expression.ts'
import { wordsOf, type NameTerm } from './name-term.ts'
import { parseNames } from './parse-names.ts'
import type { NameProblem } from './read-tokens.ts'

/**
 * Words that one post in twenty-five has or more, as they are written; the engine's word statistics say so. With them
 * stand the parts of addresses, and what an apostrophe leaves of a word.
 */
const COMMON = new Set(
  (
    'a an the and or but nor so yet of in on at by for from to into onto off over under with without about as than then that this these those there here it its he she they them their theirs his her him i me my mine we us our ours you your yours ' +
    'be am is are was were been being do does did doing done has had have having will would can could shall should may might must not no cannot who whom whose which what when where why how if whether because while until since also just very really too more most much many few some any all both each every other another such own same only even still again ever never always often up down out get gets got getting go going goes like want wants need needs one ones thing things ' +
    'work works working worked time times thanks thank look looks looking looked know knows help helps helping use uses used using new now make makes making start starts started starting think thinks way ways good try tries trying year years ask asks asking asked see run runs running people anyone something first find finds build builds building code question questions edit please learn learning well data after experience post posts posted issue issues problem problems guys best create created day days program programs set job jobs etc app apps open ' +
    'com www http https org net html s t d m ll re ve'
  ).split(' '),
)
/** Beside words and the white space and apostrophes between them a name may have signs that tell it apart, as `c++` has. */
const WORDS_ALONE = /^[\p{L}\p{N}\p{M}_'\s]+$/u
const SIGNS_AROUND = /^[^\p{L}\p{N}@#.]+|[^\p{L}\p{N}+#]+$/gu
const FEW_DIGITS = /^\p{N}{1,2}$/u
const ONE_CHARACTER_OF_MANY = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]$/u

/**
 * What keeps an expression from being watched, quotes or none: it cannot be read, or one of the names that let a post
 * through stands in so many posts that watching it would make leads of them all. Null where it can be watched.
 */
export function findNamesProblem(expression: string): NameProblem | null {
  const { root, problem } = parseNames(expression)
  if (problem) return problem
  const required = requiredTerms(root, (term) => (isCommon(term) ? 0 : 1)) ?? []
  const common = required.find(isCommon)
  if (!common) return null
  const at = Math.max(0, expression.indexOf(common.written))
  const sentence = `“${common.written}” stands in so many posts that nearly each would be a lead. Join it with a rarer name by AND.`
  return { sentence, at, end: at + common.written.length }
}

function isCommon({ written }: NameTerm): boolean {
  const said = foldWords(written).replaceAll(SIGNS_AROUND, '')
  if (!WORDS_ALONE.test(said)) return false
  if (ONE_CHARACTER_OF_MANY.test(said)) return true
  return [...wordsOf(said)].every((word) => COMMON.has(word) || FEW_DIGITS.test(word))
}

/** For the engine's test, which holds them against its statistics. */
export const COMMON_WORDS: ReadonlySet<string> = COMMON
