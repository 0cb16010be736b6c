import { TEACHING_STATES } from '@leadlight/domain/teaching'
import { z } from 'zod'

/** What a configured large model has taught about a signal, under its present wording. */
export const SignalTeaching = z.object({
  /** The model's own name. */
  model: z.string(),
  /** `asking`: it reads the posts that are uncertain. `taught`: what it taught decides, and it is not asked. */
  state: z.enum(TEACHING_STATES),
  /** How many posts it has read, and how many it takes to teach. */
  read: z.number().int(),
  of: z.number().int(),
  /**
   * On what share of posts that it had not learned from what was taught agrees with the model, with the 95 % interval;
   * null while it was not measured.
   */
  agreement: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
})
export type SignalTeaching = z.infer<typeof SignalTeaching>
