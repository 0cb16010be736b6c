import { z } from 'zod'

/** Who made a proposal, if a configured model may help. That help costs no credits. */
export const writtenBy = {
  /** The model by its provider's name for it; null for the built-in reader. */
  written_by: z.string().nullable(),
  /** Why a configured model did not write it, in a sentence; null if it did or there is none. */
  note: z.string().nullable(),
}
