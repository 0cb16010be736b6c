import { Counter, type Registry } from 'prom-client'

interface Tokens {
  input: number
  output: number
}

/** What a large model was asked for, and what it took. */
export interface ModelMetrics {
  /** Counts a free proposal by a large model, by whether its answer was used. */
  countProposal(kind: string, outcome: 'used' | 'unusable' | 'failed' | 'limited'): void
  countProposalTokens(tokens: Tokens): void
  /** Counts a post that a large model was to read beside the built-in one, by outcome, and the tokens it took. */
  countReading(outcome: string, tokens: Tokens): void
  /** Counts the tokens that any answer of a large model took. */
  countTokens(tokens: Tokens): void
}

export function createModelMetrics(registry: Registry): ModelMetrics {
  const proposals = counterOf(
    registry,
    'leadlight_model_proposals_total',
    'What a large model was asked to propose free of charge, by kind and outcome.',
    ['kind', 'outcome'],
  )
  const proposalTokens = counterOf(
    registry,
    'leadlight_model_proposal_tokens_total',
    'Tokens that proposals took, as the provider counts them.',
    ['direction'],
  )
  const readings = counterOf(
    registry,
    'leadlight_model_readings_total',
    'Posts that a large model was to read too, by outcome.',
    ['outcome'],
  )
  const tokens = counterOf(
    registry,
    'leadlight_model_reading_tokens_total',
    'Tokens that reading posts took, as the provider counts them.',
    ['direction'],
  )
  const used = counterOf(
    registry,
    'leadlight_model_tokens_total',
    'Tokens that all answers of a large model took, as the provider counts them.',
    ['direction'],
  )
  // There from the start, so that the first is seen as a rise.
  addTokens(used, { input: 0, output: 0 })
  return {
    countProposal: (kind, outcome) => proposals.inc({ kind, outcome }),
    countProposalTokens: (taken) => addTokens(proposalTokens, taken),
    countReading(outcome, taken) {
      readings.inc({ outcome })
      addTokens(tokens, taken)
    },
    countTokens: (taken) => addTokens(used, taken),
  }
}

export function counterOf(registry: Registry, name: string, help: string, labelNames: string[]): Counter {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

function addTokens(counter: Counter, { input, output }: Tokens): void {
  counter.inc({ direction: 'input' }, input)
  counter.inc({ direction: 'output' }, output)
}
