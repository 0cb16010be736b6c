export const VECTOR_LENGTH = 384

/** A text as the model read it: one vector for the whole, and one for each token. */
export interface TokenEmbedding {
  /** Unit vector of the whole text. */
  vector: Float32Array
  /** The tokens' own vectors in sequence, not scaled; `[CLS]` and `[SEP]` are left out. */
  tokens: Float32Array
  /** For the same tokens the vectors by which words are compared, of a last layer trained for that; not scaled either. */
  near: Float32Array
  /** Where each token's word begins in the text, in UTF-16 units. */
  starts: Int32Array
}

/** Turns texts into vectors of 384 numbers, in the order given. The same text always gives the same vector. */
export interface Embedder {
  /** Name and version of the model; vectors of different models must not be compared. */
  readonly model: string
  /** Unit vectors. Texts beyond 256 tokens are cut. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  /** Like `embed`, with the vectors of the tokens, for comparing word by word. */
  embedTokens(texts: readonly string[]): Promise<TokenEmbedding[]>
  close(): Promise<void>
}
