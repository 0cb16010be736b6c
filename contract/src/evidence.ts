import { CONDITION_KINDS, CONDITION_STATES } from '@leadlight/domain/conditions'
import { LEAD_LEVELS } from '@leadlight/domain/scoring'
import { z } from 'zod'

export const LeadLevel = z.enum(LEAD_LEVELS)

/** Words of the post that speak for or against a match: exactly `text.slice(start, end)`, in UTF-16 units. */
export const Evidence = z.object({
  start: z.number().int().min(0),
  end: z.number().int().min(1),
  kind: z.enum(['for', 'against']),
  label: z.string(),
})
export type Evidence = z.infer<typeof Evidence>

/**
 * One thing that the signal asks for, and whether the post meets it. People and limits fail only by what authors say of
 * themselves. `at` is the sentence of the post that says so, null where none does.
 */
export const Condition = z.object({
  kind: z.enum(CONDITION_KINDS),
  text: z.string(),
  state: z.enum(CONDITION_STATES),
  at: z.object({ start: z.number().int().min(0), end: z.number().int().min(1) }).nullable(),
})
export type Condition = z.infer<typeof Condition>
