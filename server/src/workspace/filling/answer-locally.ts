import { COLUMN_TEXT_MAX } from '@leadlight/domain/columns'
import { detectLanguage } from '@leadlight/domain/language'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { planSignal } from '@leadlight/engine/plan/plan'
import { postText } from '@leadlight/engine/language/post-text'
import type { Answer } from './answer.ts'
import { cleanLine } from '../../ai/clean-line.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import type { Column } from '../columns/columns.ts'
import { findFact, type Fact } from './facts.ts'
import { BOOLEAN_NEEDS_MODEL, readQuestion, TEXT_NEEDS_MODEL, type Question } from './read-question.ts'
import type { ReadLead } from '../leads/column-values.ts'

/** Between these the built-in model is not clear enough; decision 10 says how they were chosen. */
const TRUE_FROM = 0.445
const FALSE_TO = 0.016
const WHY_CHARACTERS_MAX = 300
const NOT_CLEAR = 'Not clear enough for the built-in model'

/** Answers what needs no large model, and says of the rest that it would need one. */
export async function answerLocally(
  { judge }: Pick<ColumnDependencies, 'judge'>,
  column: Pick<Column, 'prompt' | 'type'>,
  leads: readonly ReadLead[],
): Promise<Map<string, Answer>> {
  const question = readQuestion(column.prompt, column.type)
  if (question.kind !== 'intent') {
    return new Map(leads.map((lead) => [lead.leadId, lookUp(question, column, textOf(lead))]))
  }
  const judgements = await judge.judge(
    planSignal(question.statement),
    leads.map((lead) => ({ ...lead, text: lead.body })),
  )
  return new Map(leads.map((lead, at) => [lead.leadId, fromJudgement(textOf(lead), judgements[at])]))
}

function textOf(lead: ReadLead): string {
  return postText({ title: lead.title, text: lead.body })
}

function fromJudgement(text: string, judgement: Judgement | undefined): Answer {
  if (!judgement) throw new Error('The judge left out a post.')
  if (detectLanguage(text) === 'other') {
    return { state: 'needs_model', why: 'The built-in model reads English only.' }
  }
  const { score, evidence, reason } = judgement
  if (score >= TRUE_FROM) {
    const quotes = evidence.filter(({ kind }) => kind === 'for').map(({ start, end }) => text.slice(start, end))
    return { state: 'done', value: true, why: oneLine(quotes.length > 0 ? sayQuotes(quotes) : reason) }
  }
  if (score <= FALSE_TO) return { state: 'done', value: false, why: oneLine(reason) }
  return { state: 'needs_model', why: NOT_CLEAR }
}

function lookUp(question: Exclude<Question, { kind: 'intent' }>, { type }: Pick<Column, 'type'>, text: string): Answer {
  if (question.kind === 'fact') return type === 'text' ? quoteFact(question.fact, text) : hasFact(question.fact, text)
  if (question.kind === 'language_is') return isInLanguage(question.language, text)
  if (question.kind === 'words') return hasWords(question.phrases, text)
  return { state: 'needs_model', why: type === 'text' ? TEXT_NEEDS_MODEL : BOOLEAN_NEEDS_MODEL }
}

function quoteFact(fact: Fact, text: string): Answer {
  const found = findFact(fact, text)
  if (found === 'unclear') return { state: 'needs_model', why: NOT_CLEAR }
  if (found.quotes.length === 0) return { state: 'done', value: null, why: `The post gives no ${NAMES[fact]}.` }
  const value = cleanLine(found.quotes.join(', '), { from: text, max: COLUMN_TEXT_MAX })
  const why = fact === 'language' ? 'Told by its commonest words or its letters.' : 'Stands in the post to the letter.'
  return { state: 'done', value, why }
}

function hasFact(fact: Fact, text: string): Answer {
  const found = findFact(fact, text)
  if (found === 'unclear') return { state: 'needs_model', why: NOT_CLEAR }
  const has = found.quotes.length > 0
  return {
    state: 'done',
    value: has,
    why: has ? oneLine(sayQuotes(found.quotes)) : `The post gives no ${NAMES[fact]}.`,
  }
}

function isInLanguage(language: string, text: string): Answer {
  const found = findFact('language', text)
  if (found === 'unclear') return { state: 'needs_model', why: NOT_CLEAR }
  return {
    state: 'done',
    value: found.quotes[0] === language,
    why: `The post is in ${found.quotes[0] ?? 'no language'}.`,
  }
}

function hasWords(phrases: readonly string[], text: string): Answer {
  for (const phrase of phrases) {
    const escaped = phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/gu, String.raw`\s+`)
    const found = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?:s|['’]s)?(?![\p{L}\p{N}])`, 'iu').exec(text)
    if (found) return { state: 'done', value: true, why: oneLine(sayQuotes([found[0]])) }
  }
  const none = phrases.map((phrase) => `“${phrase}”`).join(' or ')
  return { state: 'done', value: false, why: oneLine(`The post does not have the words ${none}.`) }
}

const NAMES: Record<Fact, string> = {
  language: 'language',
  email: 'email address',
  link: 'link',
  phone: 'phone number',
  price: 'amount of money',
  budget: 'budget',
  date: 'date',
  number: 'number',
  tool: 'name of a tool',
}

function sayQuotes(quotes: readonly string[]): string {
  return `The post says ${quotes.map((quote) => `“${quote}”`).join(' and ')}.`
}

function oneLine(sentence: string): string {
  return cleanLine(sentence, { from: sentence, max: WHY_CHARACTERS_MAX })
}
