import { toMillicredits, type Millicredits } from '@leadlight/domain/credits'
import type { LanguageModel, TokensUsed } from '../../ai/language-model.ts'
import { ModelFailure, type FailedAs } from '../../ai/model-failure.ts'
import { createTurns } from '@leadlight/engine/embedding/turns'
import type { JudgedPostInput } from '@leadlight/engine/judge/judgement'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { assertNoTransaction } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createBreaker } from './breaker.ts'
import { checkReading } from './check-reading.ts'
import { ReadingShape, writeReadingRequest, type ReadingBrief } from './reading-request.ts'
import type { Opinion } from './uncertain-band.ts'

/** A process asks about so many posts at a time. */
const READINGS_AT_ONCE = 6
export const READING_MS_MAX = 30_000
const REFERENCE_CHARACTERS = 12
const NO_TOKENS: TokensUsed = { input: 0, output: 0 }

/** `paused`: its provider is down and was not asked. */
export type Unread = FailedAs | 'paused'

export type Reading =
  | { kind: 'read'; opinion: Opinion; tokens: TokensUsed }
  | { kind: 'unread'; why: Unread; tokens: TokensUsed }

export interface ReaderLimits {
  signal: AbortSignal
  /** Nothing begins after this time. */
  endsAt: number
}

/** The configured large model, as it reads posts the built-in one is unsure of. Never called in a transaction. */
export interface Reader {
  /** The name for people: `OpenAI`, `Anthropic`, or the model on the operator's own server. */
  name: string
  /** The id saved with its judgements: `openai/gpt-5-mini`. */
  model: string
  /** The price of each post it has read. */
  price: Millicredits
  /** Whether its provider is down, so that a request would not be sent. */
  isPaused(): boolean
  /**
   * Reads one post by itself, so that no post can influence another's reading. Throws only when `signal` is aborted.
   */
  read(brief: ReadingBrief, post: JudgedPostInput, within: ReaderLimits): Promise<Reading>
}

interface ReaderDependencies {
  languageModel: LanguageModel | undefined
  clock: Clock
  newId: NewId
  log: Log
  metrics: Pick<Metrics, 'countReading'>
}

/** Undefined where the operator configured no model. */
export function createReader({ billing }: Pick<Config, 'billing'>, deps: ReaderDependencies): Reader | undefined {
  const { languageModel, clock, newId, log, metrics } = deps
  if (!languageModel) return undefined
  const names = { openai: 'OpenAI', anthropic: 'Anthropic', 'openai-compatible': languageModel.name }
  const name = names[languageModel.provider]
  const model = `${languageModel.provider}/${languageModel.name}`
  const breaker = createBreaker({ clock })
  const turns = createTurns(READINGS_AT_ONCE)

  async function ask(asking: LanguageModel, brief: ReadingBrief, post: JudgedPostInput, signal: AbortSignal) {
    const reference = newId().replaceAll('-', '').slice(-REFERENCE_CHARACTERS)
    let tokens = NO_TOKENS
    try {
      const onTokens = (taken: TokensUsed) => (tokens = taken)
      const request = { ...writeReadingRequest(brief, post, reference), schema: ReadingShape, onTokens }
      const answer = await inTime({ clock, signal }, (within) => asking.answerOnce({ ...request, signal: within }))
      const by = { name: languageModel?.name ?? name, model }
      const opinion = checkReading(answer, { brief, post, reference, by })
      breaker.succeeded()
      return { kind: 'read' as const, opinion, tokens }
    } catch (error) {
      if (signal.aborted) {
        breaker.calledOff()
        throw signal.reason
      }
      const failure = error instanceof ModelFailure ? error : new ModelFailure('away', String(error))
      breaker.failed(failure.as, failure.retryAfterMs)
      log.warn({ model, failed: failure.as, reason: failure.message }, 'the configured model did not read a post')
      return { kind: 'unread' as const, why: failure.as, tokens }
    }
  }

  return {
    name,
    model,
    price: toMillicredits(billing.modelJudgedPostPrice),
    isPaused: () => breaker.isPaused(),
    async read(brief, post, { signal, endsAt }) {
      assertNoTransaction('A model was asked')
      const reading = await turns.take(async () => {
        signal.throwIfAborted()
        if (clock.now().getTime() > endsAt) return { kind: 'unread' as const, why: 'late' as const, tokens: NO_TOKENS }
        if (!breaker.mayAsk()) return { kind: 'unread' as const, why: 'paused' as const, tokens: NO_TOKENS }
        return ask(languageModel, brief, post, signal)
      })
      metrics.countReading(reading.kind === 'read' ? 'read' : reading.why, reading.tokens)
      return reading
    },
  }
}

/** Runs work with a deadline signal, and stops waiting at the deadline whether or not the work reacts. */
async function inTime<T>(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  work: (within: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const late = new ModelFailure('late', `No answer within ${READING_MS_MAX / 1000} seconds.`)
  const done = new AbortController()
  const timer = clock.sleep(READING_MS_MAX, AbortSignal.any([signal, done.signal])).then(() => {
    over.abort(late)
    throw late
  })
  const working = work(AbortSignal.any([signal, over.signal]))
  // The loser of the race is ignored.
  timer.catch(ignoreEnd)
  working.catch(ignoreEnd)
  try {
    return await Promise.race([working, timer])
  } finally {
    done.abort(DONE)
  }
}

const DONE = new Error('The answer has come.')

/** The reason was handled where it counts; this is the same failure again. */
function ignoreEnd(): void {}
