import type { ColumnType } from '@leadlight/domain/columns'
import { NAMED_LANGUAGES } from '@leadlight/domain/language'
import { namesAct } from '@leadlight/engine/plan/signal-acts'
import type { Fact } from './facts.ts'

/** How the built-in rules read a column's question. */
export type Question =
  /** Text: what the post says of it. Boolean: whether it says anything. */
  | { kind: 'fact'; fact: Fact }
  | { kind: 'language_is'; language: string }
  /** Whether one of the phrases is in the post. */
  | { kind: 'words'; phrases: string[] }
  /** Whether the author does what the statement says, judged as signals are. */
  | { kind: 'intent'; statement: string }
  | { kind: 'none' }

export const TEXT_NEEDS_MODEL = 'A text answer to this needs a large model. Set AI_PROVIDER.'
export const BOOLEAN_NEEDS_MODEL = 'A yes or no to this needs a large model. Set AI_PROVIDER.'

const NOUNS: readonly [string, Fact][] = [
  ['e-?mails?(?: address(?:es)?)?', 'email'],
  ['(?:links?|urls?|web address(?:es)?)', 'link'],
  ['(?:phone|telephone)(?: numbers?)?', 'phone'],
  ['(?:prices?|amounts?(?: of money)?|sums? of money)', 'price'],
  ['budgets?', 'budget'],
  ['dates?', 'date'],
  ['(?:numbers?|figures?)', 'number'],
  ['(?:tools?|products?|software|apps?|services?|platforms?|programs?|systems?)', 'tool'],
]
const BEFORE = String.raw`(?:(?:the|a|an|any|all|some|every|author['’]s|poster['’]s|their|his|her|exact|current|present)\s+)*`
/** Words that only say where to look: any other word makes it another question. */
const AFTER = String.raw`(?:\s+(?:is|are|was|were|does|do|did|that|which|the|this|post|author|poster|text|message|they|he|she|it|mentions?|mentioned|names?|named|gives?|given|contains?|contained|states?|stated|includes?|included|quoted|in|from|of|appears?|there|say|says|writes?|written|links?|linked|to|out|uses?|used|using|currently|now|today))*`
const ASKS = String.raw`^(?:which|what(?:['’]s| is| are)?|extract|find|list|quote|give|name|copy)?\s*`
const STATES = String.raw`^(?:(?:does|do|did|has|have|is|are)\s+)?(?:(?:the|this|post|author|poster|text|message|they|it)\s+)*(?:mentions?|contains?|includes?|gives?|has|have|states?|names?|there|shares?)\s+`
const WORDS = new RegExp(
  String.raw`^(?:(?:does|do|did)\s+)?(?:(?:the|this|post|author|poster|text|message|they|it)\s+)*(?:mentions?|names?|contains?|includes?)\s+(?:the (?:words?|phrases?|terms?|names?)\s+)?(.+?)(?:\s+by name)?\s*\??$`,
  'iu',
)
const LANGUAGE_ASKED =
  /^(?:(?:which|what)\s+(?:is\s+the\s+)?|the\s+|name\s+the\s+)?language(?:\s+(?:is|of|the|this|post|text|message|it|that|in|written|was|does|use|author|they|write|writes))*\s*\??$/i
const IS_IN = new RegExp(
  String.raw`^(?:(?:is|are|was)\s+)?(?:(?:the|this|post|text|message|it|author|is|are|was)\s+)*(?:written\s+|writing\s+)?in\s+(${NAMED_LANGUAGES.join('|')})\s*\??$`,
  'i',
)
const ARTICLE = /^(?:an?|the|any|some|their|his|her|its|our|your|my|what|who|how|which|that|another|other)\s/i
const PHRASE_WORDS_MAX = 4

/** Reads a column's question by rules. Anything else is `none`: no answer is better than a guess. */
export function readQuestion(prompt: string, type: ColumnType): Question {
  const asked = prompt
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/[.?]+$/u, '')
  return type === 'text' ? readTextQuestion(asked) : readBooleanQuestion(asked)
}

/** Whether anything can be answered without a model, worded for a quote. */
export function describeLocalAnswers(prompt: string, type: ColumnType): { answered_by: 'local' | 'none'; why: string } {
  const { kind } = readQuestion(prompt, type)
  if (kind === 'none') return { answered_by: 'none', why: type === 'text' ? TEXT_NEEDS_MODEL : BOOLEAN_NEEDS_MODEL }
  const why =
    kind === 'intent'
      ? 'The built-in model answers where the post is clear, and leaves open the rest.'
      : 'This can be looked up in the post, to the letter.'
  return { answered_by: 'local', why }
}

function readTextQuestion(asked: string): Question {
  if (LANGUAGE_ASKED.test(asked)) return { kind: 'fact', fact: 'language' }
  const fact = factOf(ASKS, asked)
  return fact ? { kind: 'fact', fact } : { kind: 'none' }
}

function readBooleanQuestion(asked: string): Question {
  const language = IS_IN.exec(asked)?.[1]
  if (language)
    return {
      kind: 'language_is',
      language: NAMED_LANGUAGES.find((own) => own.toLowerCase() === language.toLowerCase()) ?? language,
    }
  const fact = factOf(STATES, asked)
  // Whether somebody has a tool at all cannot be looked up.
  if (fact && fact !== 'tool') return { kind: 'fact', fact }
  const named = WORDS.exec(asked)?.[1]
  if (named !== undefined) {
    const phrases = readPhrases(named)
    return phrases.length > 0 ? { kind: 'words', phrases } : { kind: 'none' }
  }
  const statement = stateIntent(asked)
  return statement !== undefined && namesAct(statement) ? { kind: 'intent', statement } : { kind: 'none' }
}

function factOf(lead: string, asked: string): Fact | undefined {
  return NOUNS.find(([noun]) => new RegExp(`${lead}${BEFORE}${noun}${AFTER}$`, 'iu').test(asked))?.[1]
}

/** What a post is said to mention: quoted words, a name, or plain nouns, one or several joined by "or". */
function readPhrases(listed: string): string[] {
  const phrases = listed.split(/,\s*(?:or\s+)?|\s+or\s+/iu).map((phrase) => phrase.trim())
  const isPlain = phrases.every((phrase) => isQuoted(phrase) || isPhrase(phrase))
  return isPlain ? phrases.map((phrase) => phrase.replaceAll(/^["“”'‘’«»]+|["“”'‘’«»]+$/gu, '')) : []
}

function isQuoted(phrase: string): boolean {
  return /^["“'‘«].+["”'’»]$/u.test(phrase)
}

/**
 * Short and without an article: `QuickBooks`, `invoicing software`, but not `a competitor` or `how many people they
 * are`.
 */
function isPhrase(phrase: string): boolean {
  return (
    !ARTICLE.test(phrase) &&
    !/\s(?:that|who|which|and|with|for|to|in|of|as|they|is|are)\s/i.test(phrase) &&
    phrase.split(' ').length <= PHRASE_WORDS_MAX
  )
}

const SUBJECT = String.raw`(?:the |this |an? )?(?:author|poster|person|user|writer|post|lead|they|someone|somebody)`
const STATEMENTS: readonly [RegExp, string][] = [
  [new RegExp(String.raw`^(?:is|are) ${SUBJECT} (.+)$`, 'i'), 'People $1'],
  [new RegExp(String.raw`^(?:does|do) ${SUBJECT} (.+)$`, 'i'), 'People who $1'],
  [new RegExp(String.raw`^${SUBJECT} (?:is|are) (.+)$`, 'i'), 'People $1'],
  [new RegExp(String.raw`^${SUBJECT} (.+)$`, 'i'), 'People who $1'],
]

/** The question as a signal would state it; undefined for other kinds of question (`Is it from Berlin`). */
function stateIntent(asked: string): string | undefined {
  const rule = STATEMENTS.find(([when]) => when.test(asked))
  if (rule) return asked.replace(...rule)
  return /^(?:is|are|does|do|did|has|have|was|were|can|could|will|would|should|who|what|which|how|when|where|why)\b/i.test(
    asked,
  )
    ? undefined
    : asked
}
