import { detectLanguage } from '@leadlight/domain/language'
import { postsHolding } from '@leadlight/engine/language/word-statistics'
import { UNSEEN_POSTS } from '@leadlight/engine/language/bm25'
import { stem } from '@leadlight/engine/language/words'
import type { BusinessFacts, BusinessText } from './business/business-facts.ts'
import { readBusiness } from './business/read-business.ts'
import type { Passage } from './business/read-sentences.ts'
import type { Project } from './project-store.ts'

/** Below so many letters a text says too little to tell its language, let alone a business. */
const LETTERS_MIN = 12
/** Fewer different words are too few to be sure of any language but one whose words they are. */
const WORDS_MIN = 5
const KNOWN_SHARE = 0.5

/** What a text lets us do: read it, or say why not. */
export type Readability = 'english' | 'foreign' | 'too_little'

/** What the project's own profile says of the business; the rest comes from its website. */
export function readProjectFacts(
  project: Project,
  { name, passages: more }: BusinessText = { name: null, passages: [] },
): Promise<BusinessFacts> {
  const own = project.businessDescription ?? ''
  const described: Passage[] = readability(own) === 'english' ? [{ source: 'description', text: own }] : []
  const found = readability(textOf(more)) === 'english' ? more : []
  return readBusiness({ name: project.businessName ?? name, passages: [...described, ...found] })
}

export function textOf(passages: readonly Passage[]): string {
  return passages.map(({ text }) => text).join('\n')
}

/**
 * Whether the built-in reader can read a text. It is sure of a language only where there is enough of it; a few words
 * count as English if half of them are words that English posts use.
 */
export function readability(text: string): Readability {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < LETTERS_MIN) return 'too_little'
  const words = (text.toLowerCase().match(/\p{L}{2,}/gu) ?? []).slice(0, 200)
  const isEnough = new Set(words).size >= WORDS_MIN
  const language = isEnough ? detectLanguage(text) : 'unknown'
  if (language !== 'unknown') return language === 'english' ? 'english' : 'foreign'
  const known = words.filter((word) => postsHolding(stem(word)) > UNSEEN_POSTS).length
  if (known >= words.length * KNOWN_SHARE) return 'english'
  return isEnough ? 'foreign' : 'too_little'
}
