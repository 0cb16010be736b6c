import type { z } from 'zod'

export type ModelProvider = 'openai' | 'anthropic' | 'openai-compatible'

export interface WritingRequest {
  /** Who the model is and what it must do; never contains outside text. */
  instructions: string
  /** What it works on; outside text is quoted as data. */
  prompt: string
  maxOutputTokens: number
  signal: AbortSignal
}

/** The tokens an answer took, as its provider counts them; 0 where it does not say. */
export interface TokensUsed {
  input: number
  output: number
}

/** A large model that an operator configured. None of its methods may be called in a transaction. */
export interface LanguageModel {
  /** The provider's name for it, such as `gpt-5-mini`. */
  readonly name: string
  readonly provider: ModelProvider
  /** The answer in pieces as they arrive. Throws `model_unavailable` when it fails, also in the middle. */
  write(request: WritingRequest): AsyncIterable<string>
  /** An answer of a shape; throws `model_unavailable` when it fails or has another shape. */
  answer<Schema extends z.ZodType>(request: WritingRequest & { schema: Schema }): Promise<z.output<Schema>>
  /**
   * The same in one try, for work that can wait: a `ModelFailure` says whether and when to try again. Tells what the answer
   * took, also one that is of no use.
   */
  answerOnce<Schema extends z.ZodType>(
    request: WritingRequest & { schema: Schema; onTokens: (tokens: TokensUsed) => void },
  ): Promise<z.output<Schema>>
}
