import { z } from 'zod'

/** Who a proposal is of, where a configured model may help. What it helps with here costs no credits. */
export const writtenBy = {
  /** The model as its provider calls it; null where it is of the built-in reader. */
  written_by: z.string().nullable(),
  /** Why a configured model did not write it, in a sentence; null where it did or there is none. */
  note: z.string().nullable(),
}
