import { cleanLine } from '../../ai/clean-line.ts'
import { ModelFailure } from '../../ai/model-failure.ts'
import type { JudgedPostInput } from '@leadlight/engine/judge/judgement'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { findQuote, findQuotes } from './find-quotes.ts'
import { readText, type ReadingBrief, type ReadingShape } from './reading-request.ts'
import type { Opinion } from './uncertain-band.ts'

const REASON_CHARACTERS_MAX = 300
const REASON_CHARACTERS_MIN = 12
const QUOTED = /[“"«]([^“”"«»]{1,400})[”"»]/gu

interface Asked {
  brief: ReadingBrief
  post: JudgedPostInput
  reference: string
  /** Who answers: a name for people, and the model as stored. */
  by: { name: string; model: string }
}

/**
 * The usable part of a model's answer; throws a `ModelFailure` where there is none. Quotes that the post lacks are
 * dropped. An answer is unusable when all its quotes are invented, or when it would keep a post without a quote for it.
 */
export function checkReading(given: ReadingShape, { brief, post, reference, by }: Asked): Opinion {
  if (given.post.trim() !== reference) throw new ModelFailure('unusable', 'The answer is about another post.')
  if (!(given.score >= 0 && given.score <= 100)) throw new ModelFailure('unusable', 'The score is not from 0 to 100.')
  const text = readText(post)
  const { found, lost } = findQuotes(text, given, `read by ${by.name}`)
  if (lost > 0 && found.length === 0) throw new ModelFailure('unusable', 'No quote is in the post.')
  const keeps = given.score >= relevanceWeights.threshold * 100
  if (keeps && !found.some(({ kind }) => kind === 'for')) {
    throw new ModelFailure('unusable', 'Nothing in the post is shown for the score.')
  }
  const reason = found.length > 0 ? usableReason(given.reason, { text, signal: brief.plan.signal }) : null
  return { score: Math.round(given.score) / 100, reason, evidence: found, model: by.model }
}

/**
 * The reason as one line. Null where it is empty, quotes words of neither post nor signal, or holds a link or markup. A
 * link from the post itself counts too: the post may have asked for it.
 */
function usableReason(words: string, { text, signal }: { text: string; signal: string }): string | null {
  const line = cleanLine(words, { from: '', max: REASON_CHARACTERS_MAX })
  const said = words.trim().replaceAll(/\s+/gu, ' ')
  const isHarmless = said === line || (said.length > REASON_CHARACTERS_MAX && said.startsWith(line.slice(0, -1)))
  if (!isHarmless || line.length < REASON_CHARACTERS_MIN) return null
  const known = foldSpace(`${text}\n${signal}`)
  const quotes = [...line.matchAll(QUOTED)].map(([, quote = '']) => quote)
  const isTrue = (quote: string) => known.includes(foldSpace(quote)) || findQuote(text, quote) !== undefined
  return quotes.every(isTrue) ? line : null
}

function foldSpace(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().toLowerCase()
}
