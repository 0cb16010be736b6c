/** Turns texts into unit vectors of 384 numbers, in the order given. The same text always gives the same vector. */
export interface Embedder {
  /** Name and version of the model; vectors of different models must not be compared. */
  readonly model: string
  embed(texts: readonly string[]): Promise<Float32Array[]>
  close(): Promise<void>
}
