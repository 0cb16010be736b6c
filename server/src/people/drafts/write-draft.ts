import type { WrittenDraft } from '@leadlight/contract/drafts'
import { AppError } from '../../platform/errors.ts'
import type { DraftRun } from './begin-draft.ts'
import { cleanDraft } from './clean-draft.ts'
import { composeDraft } from './compose-draft.ts'
import { rulesOf, writeInstructions, writePrompt } from './draft-brief.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { abandonDraft, keepDraft } from './end-draft.ts'
import { withinTime } from './within-time.ts'

/** Some 2,500 words, with room for the model's thinking before it writes. */
const OUTPUT_TOKENS_MAX = 4_000
const MARKER_BYTES = 10

interface Writing {
  /** Aborted when whoever waits for the draft has gone. */
  stopped: AbortSignal
  /** Runs the final writes as part of the request's audited change. */
  asChange: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Writes a draft whose price is reserved: yields its words as they come and returns it once saved. Anything that ends
 * it early releases the credits, keeps none of its words and leaves the draft before. That is a failure of the model, a
 * timeout, a refusal, `stopped`, or a reader who stops.
 */
export async function* writeDraft(
  deps: DraftDependencies,
  run: DraftRun,
  { stopped, asChange }: Writing,
): AsyncGenerator<string, WrittenDraft> {
  const done = new AbortController()
  const signal = AbortSignal.any([stopped, deps.stopping, done.signal])
  let written: WrittenDraft | undefined
  try {
    const marker = Buffer.from(deps.random.bytes(MARKER_BYTES)).toString('hex')
    const instructions = writeInstructions(run.request, marker)
    const pieces = piecesOf(deps, run, { instructions, signal })
    const timed = withinTime(pieces, { clock: deps.clock, signal, giveUp: (why) => done.abort(why) })
    let text = ''
    for await (const piece of cleanDraft(timed, rulesOf(run.source, run.request, { instructions, marker }))) {
      text += piece
      yield piece
    }
    if (text.trim() === '') throw unusable()
    return (written = await asChange(() => keepDraft(deps, run, text.trim())))
  } catch (error) {
    throw deps.stopping.aborted ? restarting(error) : error
  } finally {
    done.abort()
    if (!written) await asChange(() => abandonDraft(deps, run))
  }
}

async function* piecesOf(
  { languageModel }: DraftDependencies,
  { source, request }: DraftRun,
  asked: { instructions: string; signal: AbortSignal },
): AsyncGenerator<string> {
  if (!languageModel) yield composeDraft(source, request)
  else
    yield* languageModel.write({ ...asked, prompt: writePrompt(source, request), maxOutputTokens: OUTPUT_TOKENS_MAX })
}

function restarting(cause: unknown): AppError {
  const detail = 'Leadlight is being restarted. Nothing was charged; try again in a moment.'
  return new AppError('upstream', 'model_unavailable', detail, { cause })
}

function unusable(): AppError {
  const detail = 'Nothing of what the model wrote could be used. Nothing was charged; try again, or say what you want.'
  return new AppError('upstream', 'draft_refused', detail)
}
