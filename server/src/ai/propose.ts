import type { z } from 'zod'
import type { Metrics } from '../platform/metrics.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import type { LanguageModel } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'

/** Proposals cost an organization no credits, so their number is limited: enough for a busy team's hour. */
const PROPOSALS_PER_HOUR = 100
const HOUR_MS = 60 * 60 * 1000
/** Somebody waits at a form, and the built-in reader's answer is ready. */
const PROPOSAL_MS_MAX = 30_000
const OUTPUT_TOKENS_MAX = 2_000

export interface ProposingDependencies {
  /** Undefined where the installation has none. */
  languageModel: LanguageModel | undefined
  rateLimits: RateLimits
  metrics: Pick<Metrics, 'countProposal' | 'countProposalTokens'>
}

/** A proposal, and who wrote it. */
export interface Proposed<Proposal> {
  proposal: Proposal
  /** The configured model; null for the built-in reader. */
  writtenBy: string | null
  /** Why a configured model did not write it, as a sentence. */
  note: string | null
}

interface Asking<Schema extends z.ZodType, Proposal> {
  /** What is proposed, for counting. */
  kind: 'signals' | 'wording' | 'plan'
  organizationId: string
  instructions: string
  prompt: string
  schema: Schema
  /** The usable part of an answer; undefined where there is none. */
  check: (answer: z.output<Schema>) => Proposal | undefined
  /** The built-in reader's answer. */
  locally: () => Proposal
  signal: AbortSignal
}

/**
 * A proposal by the configured model where its answer passes `check`; by the built-in reader otherwise, with the
 * reason. The model's failure never throws. Not to be called in a transaction.
 */
export async function propose<Schema extends z.ZodType, Proposal>(
  { languageModel, rateLimits, metrics }: ProposingDependencies,
  asking: Asking<Schema, Proposal>,
): Promise<Proposed<Proposal>> {
  if (!languageModel) return { proposal: asking.locally(), writtenBy: null, note: null }
  const { kind, organizationId, instructions, prompt, schema, signal } = asking
  const limit = { name: 'model-proposals', max: PROPOSALS_PER_HOUR, withinMs: HOUR_MS }
  if ('retryAfterMs' in (await rateLimits.count([{ limit, of: [organizationId] }]))) return instead('limited', LIMITED)
  const late = AbortSignal.timeout(PROPOSAL_MS_MAX)
  try {
    const asked = { instructions, prompt, maxOutputTokens: OUTPUT_TOKENS_MAX, signal: AbortSignal.any([signal, late]) }
    const answer = await languageModel.answerOnce({
      ...asked,
      schema,
      onTokens: (tokens) => metrics.countProposalTokens(tokens),
    })
    const proposal = asking.check(answer)
    if (proposal === undefined) return instead('unusable', UNUSABLE)
    metrics.countProposal(kind, 'used')
    return { proposal, writtenBy: languageModel.name, note: null }
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return instead('failed', LATE)
    if (!(error instanceof ModelFailure)) throw error
    return error.as === 'unusable' ? instead('unusable', SHAPELESS) : instead('failed', FAILED)
  }

  function instead(outcome: 'limited' | 'unusable' | 'failed', note: string): Proposed<Proposal> {
    metrics.countProposal(kind, outcome)
    return { proposal: asking.locally(), writtenBy: null, note }
  }
}

const LIMITED = `The configured model has helped your organization ${PROPOSALS_PER_HOUR} times in the last hour. This is the built-in reader's.`
const UNUSABLE = "What the configured model proposed did not rest on your own words. This is the built-in reader's."
const SHAPELESS = "The configured model gave no answer that can be used. This is the built-in reader's."
const LATE = "The configured model took too long. This is the built-in reader's."
const FAILED = "The configured model did not answer. This is the built-in reader's."
