import { z } from 'zod'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { ChannelPost, RateLimit } from './channel.ts'
import { cleanText, decodeEntities, htmlToText } from './markup.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'

export const STACK_EXCHANGE = 'Stack Exchange'

const THROTTLE_VIOLATION = 502
const NO_WAIT_STATED_MS = 3_600_000
const RETRY_SOON_MS = 60_000

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const webAddress = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .catch(null)

const Question = z.object({
  question_id: z.int(),
  creation_date: z.int().min(0),
  link: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  title: optionalText,
  body: optionalText,
  answer_count: optionalCount,
  score: optionalCount,
  content_license: optionalText,
  owner: z.object({ user_id: optionalCount, display_name: optionalText, link: webAddress }).nullish().catch(null),
})
const Wrapper = z.object({
  items: z.array(z.unknown()),
  backoff: z.number().nullish().catch(null),
  quota_remaining: z.number().nullish().catch(null),
})
const Failure = z.object({ error_id: z.int(), error_message: z.string().catch('') })

export type StackExchangeQuestion = z.infer<typeof Question>

export interface QuestionPage {
  questions: StackExchangeQuestion[]
  /** Entries on the page, unusable ones included. */
  received: number
  limits: RateLimit
}

/** The wrapper of every answer. */
export function readQuestions(answer: PlatformAnswer): QuestionPage {
  const { items, backoff, quota_remaining: quota } = parseReply(answer, Wrapper, STACK_EXCHANGE)
  const questions = items.flatMap((item) => Question.safeParse(item).data ?? [])
  if (items.length > 0 && questions.length === 0) throw changedReply(STACK_EXCHANGE)
  const remaining = quota == null ? null : Math.max(0, quota)
  const retryAfterMs = backoff == null ? null : backoff * 1000
  return { questions, received: items.length, limits: { remaining, resetAt: null, retryAfterMs } }
}

/** How long to wait when this address sent too many requests, which only the sentence says. */
export function findThrottleViolation({ response, text }: PlatformAnswer): number | undefined {
  if (response.ok || !text.includes('error_id')) return undefined
  const failure = Failure.safeParse(parseReply({ response, text }, z.unknown(), STACK_EXCHANGE)).data
  if (failure?.error_id !== THROTTLE_VIOLATION) return undefined
  const seconds = /(\d+)\s*seconds?/.exec(failure.error_message)?.[1]
  return seconds === undefined ? NO_WAIT_STATED_MS : Number(seconds) * 1000
}

/** The API answers 400 to every error; `error_id` has the real status. */
export function readFailure(answer: PlatformAnswer): ChannelError {
  const failure = parseReply(answer, Failure, STACK_EXCHANGE)
  const said = cleanText(failure.error_message) || `error ${failure.error_id}`
  return failure.error_id >= 500
    ? new ChannelError('unreachable', `${STACK_EXCHANGE} is in trouble (${said}); we ask again later.`, RETRY_SOON_MS)
    : new ChannelError('refused', `${STACK_EXCHANGE} refused to answer (${said}); check its key and its site.`, null)
}

export function presentQuestion(question: StackExchangeQuestion, site: StackExchangeSite): ChannelPost {
  const { owner } = question
  const name = owner?.display_name == null ? '' : decodeEntities(owner.display_name)
  return {
    platform: 'stack_exchange',
    externalId: `${site.name}:${question.question_id}`,
    kind: 'question',
    url: question.link ?? `https://${site.host}/q/${question.question_id}`,
    author: name === '' ? null : { externalId: String(owner?.user_id ?? name), name, url: owner?.link ?? null },
    title: question.title == null ? null : decodeEntities(question.title),
    text: htmlToText(question.body ?? ''),
    postedAt: new Date(question.creation_date * 1000),
    community: { externalId: site.name, name: site.name, displayName: site.displayName },
    replies: question.answer_count ?? null,
    points: question.score ?? null,
    license: question.content_license ?? 'CC BY-SA',
  }
}
