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
