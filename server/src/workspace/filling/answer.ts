/** The result of a column's question for one lead; `why` is a sentence for readers of the value. */
export type Answer =
  /** `null` where the post does not say. */
  | { state: 'done'; value: boolean | string | null; why: string }
  /** The built-in model cannot answer this one; a large model could. */
  | { state: 'needs_model'; why: string }
  | { state: 'failed'; why: string }
